import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../platform/base/tables.ts'
import type { Db } from '../platform/route.ts'
import type { Curseur } from './curseur.ts'

/** What an act has to tell; who may hear it is decided when it is sent. */
type Nouvelle =
  | { genre: 'FORMULAIRE' | 'PIECE'; formulaireId: number }
  | { genre: 'PRESENCE'; formulaireId: number; destinataires: readonly number[] }
  | { genre: 'MESSAGE'; messageId: number; destinataires: readonly number[] }

/**
 * Tells the readers of the forms of this step (`id`) of a statement: for an act that writes all of
 * itself in one.
 */
export const insertEvenementDe = (etape: string): RawBuilder<unknown> => sql`
  insert into evenement (genre, formulaire_id) select 'FORMULAIRE', id from ${sql.ref(etape)}`

/** Tells those of the step `vises` of a statement of the message that its step `message` has written. */
export const insertEvenementDuMessage = (
  message: string,
  vises: string,
): RawBuilder<unknown> => sql`
  insert into evenement (genre, message_id, destinataires)
  select 'MESSAGE', m.id, array_agg(v.id)
  from ${sql.ref(message)} m cross join ${sql.ref(vises)} v group by m.id`

/**
 * Tells the open screens of what an act has done, once its transaction has committed: the form's
 * readers, or the addressees of a message. Call it in the transaction of the act.
 */
export async function publierEvenement(db: Db, dit: Nouvelle): Promise<void> {
  const ligne = 'destinataires' in dit ? { ...dit, destinataires: [...dit.destinataires] } : dit
  await db.insertInto('evenement').values(ligne).execute()
}

/** Tells those who have received a copy of this message, once all have been written. */
export async function publierMessage(db: Db, messageId: number): Promise<void> {
  await sql`
    insert into evenement (genre, message_id, destinataires)
    select 'MESSAGE', ${messageId}::int, array_agg(d.utilisateur_id)
    from message_destinataire d where d.message_id = ${messageId}::int
    having count(*) > 0`.execute(db)
}

/** Rows of one reading at most; beyond, screens ask again for all that they show. */
export const LOT_EVENEMENTS = 200

/** Events live two days at most: the purge passes every hour. */
const CONSERVATION = sql.lit('47 hours')
/** Older than that, a place may have lost some: an hour less, for a purge that is ahead. */
const REPRISE_MAX = sql.lit('46 hours')
/** Told to whoever comes without a place: what he has just read may be older than the stream. */
const DEPART = sql.lit('1 minute')

export type EvenementLu = {
  genre: Tables['evenement']['genre']
  formulaireId: number | null
  numero: string | null
  structureId: number | null
  structure: string | null
  modele: string | null
  mois: number | null
  annee: number | null
  etat: Etat | null
  version: number | null
  par: string | null
  messageId: number | null
  destinataires: number[] | null
  utilisateurId: number | null
  sessionId: number | null
}

export type Lecture = {
  /** Where the next reading begins. */
  curseur: string
  /** The place given cannot be resumed. */
  perimee: boolean
  evenements: EvenementLu[]
}

/** What has become visible since a place. */
const depuis = ({ photo }: Curseur) => sql`
  e.xid >= pg_snapshot_xmin(${photo}::pg_snapshot)
  and not pg_visible_in_snapshot(e.xid, ${photo}::pg_snapshot)`

/**
 * What has happened since this place, in one statement, so on one snapshot: that of the place it
 * gives. A transaction that commits later, whatever its number, is not in it, and comes with the
 * next reading: none is lost, and none waits for another. Rows of another cluster (a base restored)
 * whose transactions are not numbered yet here are left out.
 */
export async function readEvenements(db: Db, curseur: Curseur | null): Promise<Lecture> {
  const nouveaux = curseur ? depuis(curseur) : sql`e.le > now() - interval ${DEPART}`
  const perimee = curseur
    ? sql`to_timestamp(${curseur.secondes}) < now() - interval ${REPRISE_MAX}
        or pg_snapshot_xmax(${curseur.photo}::pg_snapshot) > pg_snapshot_xmax(i.photo)`
    : sql`false`
  const { rows } = await sql<Lecture>`
    with i as materialized (select pg_current_snapshot() as photo)
    select floor(extract(epoch from now()))::bigint || '.' || i.photo as curseur,
      ${perimee} as perimee,
      (select coalesce(json_agg(lu), '[]') from (
        select e.genre, e.formulaire_id as "formulaireId", f.numero,
          f.structure_id as "structureId",
          s.code as structure, f.modele_code as modele, f.mois, f.annee, f.etat, f.version,
          u.nom_affichable as par, e.message_id as "messageId", e.destinataires,
          e.utilisateur_id as "utilisateurId", e.session_id as "sessionId"
        from evenement e
        left join formulaire f on f.id = e.formulaire_id
        left join structure s on s.id = f.structure_id
        left join utilisateur u on u.id = f.modifie_par
        where ${nouveaux} and pg_visible_in_snapshot(e.xid, i.photo)
        order by e.id
        limit ${sql.lit(LOT_EVENEMENTS + 1)}) lu) as evenements
    from i`.execute(db)
  if (!rows[0]) throw new Error('une lecture sans ligne')
  return rows[0]
}

/** Removes what no screen can ask for any more. */
export async function deleteEvenementsAnciens(db: Db, maintenant: Date): Promise<void> {
  await sql`delete from evenement
    where le < ${maintenant}::timestamptz - interval ${CONSERVATION}`.execute(db)
}
