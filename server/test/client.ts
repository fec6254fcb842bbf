import { type Connexion, connecter } from '../src/platform/base/connexion.ts'
import { lieuDe } from '../src/platform/base/lieu.ts'

const ATTENTE_MS = 30_000

/** A connection of a test's own, beside those of the platform; to close. */
export function ouvrirClient(url: string, attenteMs = ATTENTE_MS): Promise<Connexion> {
  return connecter(lieuDe(url).lieu, { preparer: false, attenteMs })
}

/** Runs one statement on a connection made for it; its rows, named in camelCase. */
export async function demanderA(url: string, ordre: string): Promise<Record<string, unknown>[]> {
  const client = await ouvrirClient(url)
  try {
    return (await client.demander(ordre)).rows
  } finally {
    await client.fermer()
  }
}
