import { Pool, TimeoutError } from 'tarn'
import { type Connexion, connecter, type Facon, type Lieu, type Ouverture } from './connexion.ts'
import { ConnexionPerdue } from './erreurs.ts'

/** How many connections, how long one may be waited for, how many stay open while nobody asks. */
export type Taille = { max: number; gardees: number; attenteMs: number }

/** How many connections are in use, how many are free, how many askers wait for one. */
export type Occupation = { occupees: number; libres: number; attendent: number }

/** The connections of a process to its base. */
export interface Bassin {
  /** Fails when none is free within the wait. */
  prendre(): Promise<Connexion>
  rendre(connexion: Connexion): void
  /** Runs one statement on the first connection that is free. */
  query(texte: string, facon?: Facon): Promise<unknown>
  occupation(): Occupation
  /** Waits for those that are in use. */
  fermer(): Promise<void>
}

/** After how long a connection beyond those that are kept is closed. */
const OISIVE_MS = 10_000
/** Opening fails by itself first: this only ends what it could not. */
const MARGE_MS = 1000

/** A pool over these connections: a lost one is replaced, never given. */
export function creerBassin(lieu: Lieu, ouverture: Ouverture, taille: Taille): Bassin {
  const pool = new Pool<Connexion>({
    create: () => connecter(lieu, ouverture),
    destroy: (connexion) => connexion.fermer(),
    validate: (connexion) => !connexion.perdue,
    min: taille.gardees,
    max: taille.max,
    acquireTimeoutMillis: taille.attenteMs,
    createTimeoutMillis: taille.attenteMs + MARGE_MS,
    idleTimeoutMillis: OISIVE_MS,
    propagateCreateError: true,
  })
  const prendre = async () => {
    try {
      return await pool.acquire().promise
    } catch (echec) {
      if (!(echec instanceof TimeoutError)) throw echec
      throw new ConnexionPerdue('aucune connexion à la base ne s’est libérée dans le délai')
    }
  }
  return {
    prendre,
    rendre: (connexion) => void pool.release(connexion),
    async query(texte, facon) {
      const connexion = await prendre()
      try {
        return await connexion.demander(texte, [], facon)
      } finally {
        pool.release(connexion)
      }
    },
    occupation: () => ({
      occupees: pool.numUsed(),
      libres: pool.numFree(),
      attendent: pool.numPendingAcquires(),
    }),
    async fermer() {
      await pool.destroy()
    },
  }
}
