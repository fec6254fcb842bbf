import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { TEMOINS } from '../temoins.ts'
import { ecritEvenement } from './annonce.ts'
import type { Bassin } from './bassin.ts'
import type { Connexion, Reponse } from './connexion.ts'
import { ConnexionPerdue, estConnexionPerdue, IssueIncertaine } from './erreurs.ts'
import { choisirPreparees } from './preparees.ts'

/** What is watched over at each statement. */
export interface Surveillance {
  /** Whether statements may be prepared. */
  preparer: boolean
  /** How long a statement may stay without its answer, in ms; absent, for ever. */
  silenceMaxMs?: number | undefined
  /** Hears of every statement that failed. */
  surEchec: (error: unknown) => void
  /** Hears that events have been committed. */
  surEvenement: () => void
}

type Veille = Omit<Surveillance, 'preparer'> & { aPreparer: (texte: string) => boolean }

/**
 * The connections as Kysely uses them. One that was lost or stays silent is never used again: the
 * statement fails, and the connection is destroyed.
 */
export function pourKysely(
  bassin: Bassin,
  { preparer, ...surveillance }: Surveillance,
): PostgresPool {
  const veille = { ...surveillance, aPreparer: preparer ? choisirPreparees() : () => false }
  return {
    options: {},
    end: () => bassin.fermer(),
    async connect() {
      const connexion = await bassin.prendre()
      return {
        query: suivre(connexion, veille),
        release(detruire) {
          if (detruire) connexion.rompre(new ConnexionPerdue('connexion abandonnée'))
          bassin.rendre(connexion)
        },
      }
    },
  }
}

const OUVERTURE = /^(begin|start transaction)\b/
const OUVERTE: Reponse = { command: 'BEGIN', rowCount: 0, rows: [] }
const DEFAITE: Reponse = { command: 'ROLLBACK', rowCount: 0, rows: [] }
/** Where the server's own limit is lifted (migrations, backups), so is ours. */
const LEVEE = /^set (local )?statement_timeout = 0$/
const RETABLIE = /^(reset statement_timeout|commit|rollback)$/

/** Follows the transactions of one connection, for what its statements write. */
function suivreTransactions(surEvenement: () => void) {
  let ouverte = false
  let ecrit = false
  return {
    ouvrir() {
      ouverte = true
      ecrit = false
    },
    /** Whether this statement commits an act: lost under it, nobody knows whether it did. */
    valide: (texte: string) => texte === 'commit' || (!ouverte && ecritEvenement(texte)),
    /** A statement has succeeded, or may have: one call too many does no harm. */
    passer(texte: string) {
      ecrit ||= ecritEvenement(texte)
      if (texte === 'rollback') ecrit = false
      if (texte === 'rollback' || texte === 'commit') ouverte = false
      if (ouverte || !ecrit) return
      ecrit = false
      surEvenement()
    },
  }
}

/** Statements of one hold of a connection: whoever holds it begins and ends his own transactions. */
function suivre(connexion: Connexion, veille: Veille): PostgresPoolClient['query'] {
  const suivi = suivreTransactions(veille.surEvenement)
  let silenceMs = veille.silenceMaxMs
  const echouer = (texte: string, error: unknown): never => {
    veille.surEchec(error)
    if (!estConnexionPerdue(error)) throw error
    connexion.rompre(new ConnexionPerdue('la connexion à la base est perdue', { cause: error }))
    if (!suivi.valide(texte)) throw error
    suivi.passer(texte)
    throw new IssueIncertaine('validation sans réponse', { cause: error })
  }
  const query = async (texte: string, valeurs: readonly unknown[]) => {
    if (OUVERTURE.test(texte)) {
      suivi.ouvrir()
      // Not waited for: the statement that follows is sent behind it, and fails if it did.
      connexion.demander(texte, [], { silenceMs }).catch(() => {})
      return OUVERTE
    }
    // The server undoes what a lost connection had begun, and the first failure is the one to tell.
    if (connexion.perdue && texte === 'rollback') return DEFAITE
    if (LEVEE.test(texte)) silenceMs = undefined
    TEMOINS.requete.publish(texte)
    try {
      const preparer = veille.aPreparer(texte)
      const reponse = await connexion.demander(texte, valeurs, { preparer, silenceMs })
      suivi.passer(texte)
      return reponse
    } catch (error) {
      return echouer(texte, error)
    } finally {
      if (RETABLIE.test(texte)) silenceMs = veille.silenceMaxMs
    }
  }
  // Kysely's type also covers cursors, which we do not give it.
  return query as unknown as PostgresPoolClient['query']
}
