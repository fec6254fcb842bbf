// What the bench asks of PostgreSQL by itself, and its floors: by the platform's own driver, so that
// only what stands above it is compared.
import { creerBassin } from '../server/src/platform/base/bassin.ts'
import { type Connexion, connecter, type Ouverture } from '../server/src/platform/base/connexion.ts'
import { lieuDe } from '../server/src/platform/base/lieu.ts'

/** A statement; one that has a name is prepared. */
type Demande = string | { text: string; name?: string; values?: readonly unknown[] }

/** Rows are what their reader says: names in camelCase. */
export interface Client {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a reader knows his columns
  query<Ligne = Record<string, unknown>>(
    demande: Demande,
    valeurs?: readonly unknown[],
  ): Promise<{ rows: Ligne[] }>
  end(): Promise<void>
}

/** Several connections, of which a statement takes the first that is free. */
export interface Clients extends Client {
  /** One of them for as long as `fn` lasts. */
  avec<Resultat>(fn: (client: Client) => Promise<Resultat>): Promise<Resultat>
}

const ATTENTE_MS = 60_000

async function demander(connexion: Connexion, demande: Demande, valeurs: readonly unknown[] = []) {
  if (typeof demande === 'string') return connexion.demander(demande, valeurs)
  const { text, name, values = [] } = demande
  return connexion.demander(text, values, { preparer: name !== undefined })
}

const clientDe = (connexion: Connexion): Client => ({
  // The border where rows take the type that their reader gives them.
  query: (demande, valeurs) => demander(connexion, demande, valeurs) as never,
  end: () => connexion.fermer(),
})

/** One connection. */
export async function ouvrirClient(url: string, entendre?: Ouverture['entendre']): Promise<Client> {
  const ouverture = { preparer: true, attenteMs: ATTENTE_MS, ...(entendre && { entendre }) }
  return clientDe(await connecter(lieuDe(url).lieu, ouverture))
}

/** At most `max` connections. */
export function ouvrirClients(
  url: string,
  max: number,
  parametres: Ouverture['parametres'] = {},
): Clients {
  const ouverture = { preparer: true, attenteMs: ATTENTE_MS, parametres }
  const bassin = creerBassin(lieuDe(url).lieu, ouverture, {
    max,
    gardees: max,
    attenteMs: ATTENTE_MS,
  })
  const avec: Clients['avec'] = async (fn) => {
    const connexion = await bassin.prendre()
    return fn(clientDe(connexion)).finally(() => bassin.rendre(connexion))
  }
  return {
    avec,
    query: (demande, valeurs) => avec((client) => client.query(demande, valeurs)),
    end: () => bassin.fermer(),
  }
}
