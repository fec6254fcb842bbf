import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { codeDe } from './erreurs.ts'

/** What is known of the holder of a lock. */
export type Etat = 'vivant' | 'mort' | 'incertain'

/** What a living holder answers by; `nom` is null where no socket can be made in the folder. */
export interface Prise {
  nom: string | null
  fermer(): void
}

const PREFIXE = 'vie-'
/** The longest path that every system takes for a socket. */
const CHEMIN_MAX = 100

const AUCUNE: Prise = { nom: null, fermer() {} }

/** Listens in `dossier` for as long as this process lives: the system closes it with the process. */
export async function ecouter(dossier: string): Promise<Prise> {
  const nom = `${PREFIXE}${randomUUID().slice(0, 8)}`
  const chemin = join(dossier, nom)
  if (process.platform === 'win32' || Buffer.byteLength(chemin) > CHEMIN_MAX) return AUCUNE
  const serveur = createServer((visite) => visite.destroy())
  serveur.listen(chemin)
  try {
    await once(serveur, 'listening')
  } catch {
    // A file system that holds no socket (some shares): the lock's beat tells, more slowly.
    return AUCUNE
  }
  serveur.unref()
  return {
    nom,
    fermer() {
      serveur.close()
      rmSync(chemin, { force: true })
    },
  }
}

/** Removes what dead holders left, once the lock is ours. */
export function oublierPrises(dossier: string, { nom }: Prise): void {
  for (const reste of readdirSync(dossier)) {
    if (reste.startsWith(PREFIXE) && reste !== nom) rmSync(join(dossier, reste), { force: true })
  }
}

/** Whether somebody listens there: asked of a holder that, alive, runs on this very system. */
export async function toquer(chemin: string): Promise<Etat> {
  const visite = connect(chemin)
  try {
    await once(visite, 'connect')
    return 'vivant'
  } catch (error) {
    return codeDe(error) === 'ECONNREFUSED' ? 'mort' : 'incertain'
  } finally {
    visite.destroy()
  }
}
