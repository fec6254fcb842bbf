import { isDeepStrictEqual } from 'node:util'
import type { Changements, Details, Libelle } from '@releve/contract/journal/journal.detail.ts'
import { type ActionNotee, CIBLES } from '@releve/contract/journal/journal.schema.ts'
import { sql } from 'kysely'
import type { Agent } from '../platform/agent.ts'
import { estStockageRefuse } from '../platform/base/erreurs.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { NoterRefus } from '../platform/mount.ts'
import type { Contexte, Db } from '../platform/route.ts'

/** An account, by its name of the day too: it may be called otherwise afterwards. */
type Compte = { id: number; identifiant: string }

/** How each kind of thing is given to be named. */
type Cibles = {
  compte: Compte
  /** Its code. */
  structure: string
  /** Its number. */
  formulaire: string
  /** Its code. */
  modele: string
  /** The name under which it was kept, or its title. */
  piece: string
  /** A structure's code, or `organisation`. */
  logo: string
  /** A list, or one of its codes: `LISTE.CODE`. */
  codification: string
  courriel: number
  /** What it is called. */
  webhook: string
  /** Its path. */
  operation: string
  adresse: string
}

/** What a line says: an action done to something does not compile without it. */
type Trace<Action extends ActionNotee, C extends Changements, D extends Details> = {
  changements?: C & Libelle<C, Changements>
  /** Never a password, a token, nor a name typed that is no account's. */
  detail?: D & Libelle<D, Details>
  /**
   * Not written when the same line (account, action, thing) was within 10 minutes: what a loop
   * repeats leaves its trace, and does not fill the base.
   */
  espacee?: true
} & (Action extends keyof typeof CIBLES
  ? { cible: Cibles[(typeof CIBLES)[Action]] }
  : { cible?: never })

/** Writes in the security journal what the caller does, in his request's transaction. */
export function noter<Action extends ActionNotee, C extends Changements, D extends Details>(
  { db, agent, maintenant }: Contexte<Pick<Agent, 'id'>>,
  action: Action,
  trace: Trace<Action, C, D>,
): Promise<void> {
  return ecrire(db, { le: maintenant, utilisateurId: agent.id, action, ...trace })
}

/** The base, and when: nobody is signed in. */
type SansAgent = Pick<Contexte, 'db' | 'maintenant'>

/** The same of an account for which nobody signed in acts: whose password is tried, say. Null: none. */
export function noterCompte<Action extends ActionNotee, C extends Changements, D extends Details>(
  { db, maintenant }: SansAgent,
  compte: { id: number } | null | undefined,
  action: Action,
  trace: Trace<Action, C, D>,
): Promise<void> {
  return ecrire(db, { le: maintenant, utilisateurId: compte?.id ?? null, action, ...trace })
}

/** The same of what the service does by itself, or its operator by the command line. */
export function noterSysteme<Action extends ActionNotee, C extends Changements, D extends Details>(
  { db, maintenant }: SansAgent,
  action: Action,
  trace: Trace<Action, C, D>,
): Promise<void> {
  return ecrire(db, { le: maintenant, utilisateurId: null, action, ...trace })
}

/** Notes what somebody tried without the right to: once in ten minutes for one account and call. */
export const noterRefus: NoterRefus = (db, { agent, operation, adresse, maintenant }) =>
  noter({ db, agent, maintenant }, 'DROIT_REFUSE', {
    cible: operation.path,
    detail: { operation: operation.resume, adresse },
    espacee: true,
  })

/** What a record changes, field by field; null: nothing. */
export function changementsEntre<Fiche extends object>(
  avant: Fiche,
  apres: Fiche & Libelle<Fiche, Changements>,
): Changements | null {
  const anciens = new Map<string, unknown>(Object.entries(avant))
  const changes = Object.entries(apres).flatMap(([champ, valeur]) => {
    const ancien = anciens.get(champ) ?? null
    return isDeepStrictEqual(ancien, valeur) ? [] : [[champ, { avant: ancien, apres: valeur }]]
  })
  return changes.length > 0 ? Object.fromEntries(changes) : null
}

type Ligne = {
  le: Date
  utilisateurId: number | null
  action: ActionNotee
  cible?: Cibles[keyof Cibles] | undefined
  changements?: Changements
  detail?: Details
  espacee?: true
}

function ecrire(db: Db, { cible, changements, detail, espacee, ...ligne }: Ligne): Promise<void> {
  const valeurs = {
    ...ligne,
    ...nommer(cible),
    detail: JSON.stringify({ ...detail, ...(changements && { changements }) }),
  }
  return espacee ? insertEspacee(db, valeurs) : insertLigne(db, valeurs)
}

/** How a line names what was done to. */
function nommer(cible: Ligne['cible']) {
  if (cible === undefined) return { objet: null }
  if (typeof cible === 'object') return { objet: cible.identifiant, cibleId: cible.id }
  return { objet: typeof cible === 'number' ? `courriel ${cible}` : cible }
}

type Valeurs = {
  le: Date
  utilisateurId: number | null
  cibleId?: number
  action: string
  objet: string | null
  detail: string
}

async function insertLigne(db: Db, valeurs: Valeurs): Promise<void> {
  await db.insertInto('journal').values(valeurs).execute()
}

/** Between two equal lines of what can be provoked without end, in minutes. */
const ESPACEMENT = 10

/** First part of the lock's key: no other lock has it. */
const ESPACEES = 'journal_espace'

/**
 * Equal lines wait for one another, so that a burst of calls writes one too; what is already
 * written waits for nobody.
 */
async function insertEspacee(db: Db, valeurs: Valeurs): Promise<void> {
  const { le, utilisateurId, action, objet } = valeurs
  const depuis = new Date(le.getTime() - ESPACEMENT * 60_000)
  const estEcrite = async (handle: Db): Promise<boolean> => {
    const { rows } = await sql`
      select from journal j
      where j.le > ${depuis}::timestamptz and j.action = ${action}::text
        and j.utilisateur_id is not distinct from ${utilisateurId}::integer
        and j.objet is not distinct from ${objet}::text
      limit 1`.execute(handle)
    return rows.length > 0
  }
  if (await estEcrite(db)) return
  await inTransaction(db, async (tx) => {
    const cle = JSON.stringify([ESPACEES, utilisateurId, action, objet])
    await sql`select pg_advisory_xact_lock(hashtextextended(${cle}::text, 0))`.execute(tx)
    if (!(await estEcrite(tx))) await insertLigne(tx, valeurs)
  })
}

/** Notes that all of the base was taken away; false where it cannot be written, which is no fault. */
export async function noterSauvegarde(
  contexte: Parameters<typeof noterSysteme>[0],
  lignes: number,
): Promise<boolean> {
  try {
    await noterSysteme(contexte, 'BASE_SAUVEGARDEE', { detail: { lignes } })
    return true
  } catch (echec) {
    if (!estStockageRefuse(echec)) throw echec
    return false
  }
}
