import type { Config } from '../platform/config.ts'
import { AIDE, APPEL, CommandeInvalide, CommandeRefusee, readCommande } from './aide.ts'

const MAL_ECRITE = 2

/** How a command ended: its exit code, and what it says, on the output of errors or the other. */
export type Issue = { code: number; sortie: string } | { code: number; erreur: string }

/** Reads a command line and carries it out; `readReglages` is asked once it is understood. */
export async function commander(
  mots: readonly string[],
  le: Date,
  readReglages: () => Promise<Config>,
): Promise<Issue> {
  try {
    const demande = readCommande(mots)
    if (!demande) return { code: 0, sortie: AIDE }
    // The platform's modules take a second to load: what is badly written is refused without them.
    const { executer } = await import('./executer.ts')
    const { lignes, code = 0 } = await executer(demande, le, readReglages)
    return { code, sortie: lignes.join('\n') }
  } catch (error) {
    if (error instanceof CommandeRefusee) return { code: 1, erreur: error.message }
    if (!(error instanceof CommandeInvalide)) throw error
    const suite = `Pour la liste des commandes\u00a0: ${APPEL} aide`
    return { code: MAL_ECRITE, erreur: `${error.message}\n${suite}` }
  }
}
