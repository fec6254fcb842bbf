import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import { annoncer } from './reveil.ts'
import { AVANCE_MAX, BAIL, CONSERVATION_JOURS } from './tache.rules.ts'

/** Something to do once the act that asks for it has committed. */
export type Tache = {
  genre:
    | 'NOTIFICATION'
    | 'COURRIEL'
    | 'MOT_DE_PASSE_OUBLIE'
    | 'COMPTE_CREE'
    | 'COMPTE_FREINE'
    | 'INVITATION'
    | 'AVIS_MESSAGE'
    | 'RESUME_MESSAGES'
    | 'RECALCUL'
    | 'WEBHOOK'
  /** The same key is never enqueued twice. */
  cle: string
  charge: object
  /** When to do it, at the earliest; absent: at once. */
  dueLe?: Date
}

/** How carrying a task out ends: the deed is done, or there was nothing left to do. */
export type Fin = 'FAITE' | 'SANS_OBJET'

/** Writes a task to the outbox, in the transaction of the act. */
export async function insertTache(db: Db, tache: Tache): Promise<void> {
  await db
    .insertInto('tache')
    .values({ ...tache, charge: JSON.stringify(tache.charge) })
    .onConflict((oc) => oc.column('cle').doNothing())
    .execute()
  annoncer()
}

/** The tasks that this selection of `cle, charge` lists: a step of a statement, or all of it. */
export const insertTachesSql = (
  genre: Tache['genre'],
  selection: Fragment,
  dueLe: unknown,
): Fragment => sql`insert into tache (genre, cle, charge, due_le)
    select ${sql.lit(genre)}, t.cle, t.charge, ${dueLe}::timestamptz from (${selection}) as t
    on conflict (cle) do nothing`

/** Says that a statement has written so many tasks. */
export function direTaches(nombre: number): void {
  if (nombre > 0) annoncer()
}

/** Writes the tasks that this selection of `cle, charge` lists, in the transaction of the act. */
export async function insertTachesDe(
  db: Db,
  genre: Tache['genre'],
  selection: Fragment,
  dueLe: Date,
): Promise<number> {
  const insertion = insertTachesSql(genre, selection, dueLe)
  const { numAffectedRows = 0n } = await insertion.execute(db)
  const nombre = Number(numAffectedRows)
  direTaches(nombre)
  return nombre
}

/** Enqueues a mail, in the transaction of the act: it leaves if, and only if, the act commits. */
export function insertCourriel(
  db: Db,
  cle: string,
  courriel: Courriel,
  maintenant: Date,
): Promise<void> {
  return insertTache(db, { genre: 'COURRIEL', cle, charge: courriel, dueLe: maintenant })
}

/** A task taken by this process, until `bail`; `essais` counts this try. */
export type TachePrise = {
  id: number
  genre: Tache['genre']
  charge: unknown
  creeLe: string
  essais: number
  /** Until when it is taken, by the base's clock. */
  bail: string
}

/**
 * No process holds the task. Leases go by the base's clock, the same for all: two servers whose
 * own clocks differ would send the same mail both. One that ends too far ahead is of a clock gone
 * wrong.
 */
export const SANS_BAIL = sql<boolean>`(bail_jusqua is null or bail_jusqua <= clock_timestamp()
  or bail_jusqua > clock_timestamp() + make_interval(secs => ${(2 * BAIL) / 1000}::float8))`

/** Takes those of `prises`, each by one more try, until its lease ends. */
const PRENDRE = sql`update tache set essais = essais + 1, bail_jusqua = date_trunc('milliseconds',
    clock_timestamp()) + make_interval(secs => ${BAIL / 1000}::float8)
  from prises where tache.id = prises.id
  returning tache.id, genre, charge, cree_le, essais, bail_jusqua as bail`

/**
 * Takes due tasks of these kinds, oldest first, at most `lot`: nobody else takes them before their
 * lease ends. Those of a process that died are taken over once its own lease has run out.
 */
export async function prendreTaches(
  db: Db,
  genres: readonly string[],
  { maintenant, lot }: { maintenant: Date; lot: number },
): Promise<TachePrise[]> {
  const le = sql`${maintenant}::timestamptz`
  const { rows } = await sql<TachePrise>`
    with prises as materialized (
      select id from tache
      where genre = any(${genres}::text[]) and faite_le is null and abandonnee_le is null
        and due_le <= ${le} and ${SANS_BAIL}
      order by due_le, id
      limit ${lot}::integer
      for update skip locked)
    ${PRENDRE}`.execute(db)
  return rows
}

/**
 * The same for tasks that have each a receiver: at most one for each, none of those that this
 * process already serves (`sauf`), nor of those that are told nothing for now. Another process may
 * serve the same receiver.
 */
export async function prendreParWebhook(
  db: Db,
  { maintenant, lot, sauf }: { maintenant: Date; lot: number; sauf: readonly number[] },
): Promise<TachePrise[]> {
  const vers = sql`(t.charge ->> 'webhook')::integer`
  const { rows } = await sql<TachePrise>`
    with premieres as materialized (
      select distinct on (${vers}) t.id, t.due_le from tache t
      where t.genre = 'WEBHOOK' and t.faite_le is null and t.abandonnee_le is null
        and t.due_le <= ${maintenant}::timestamptz and ${SANS_BAIL}
        and ${vers} <> all(${sauf}::integer[])
        and not exists (select from webhook w where w.id = ${vers} and w.suspendu_le is not null)
      order by ${vers}, t.due_le, t.id),
    prises as materialized (
      select id from tache
      where id in (select id from premieres order by due_le limit ${lot}::integer)
        and faite_le is null and abandonnee_le is null and ${SANS_BAIL}
      for update skip locked)
    ${PRENDRE}`.execute(db)
  return rows
}

/** What waits for this receiver is due at the earliest then (`reculer`), or at the latest. */
export async function updateEcheances(
  db: Db,
  webhook: number,
  le: Date,
  sens: 'avancer' | 'reculer',
): Promise<void> {
  const due = sens === 'reculer' ? sql`greatest` : sql`least`
  await sql`update tache set due_le = ${due}(due_le, ${le}::timestamptz)
    where genre = 'WEBHOOK' and (charge ->> 'webhook')::integer = ${webhook}::integer
      and faite_le is null and abandonnee_le is null and ${SANS_BAIL}`.execute(db)
  if (sens === 'avancer') annoncer()
}

/** Has a task carried out once more, even done; false while a process holds it. */
export async function updateEncore(db: Db, cle: string, le: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update tache
    set faite_le = null, abandonnee_le = null, due_le = ${le}::timestamptz, essais = 0,
      derniere_erreur = null
    where cle = ${cle} and ${SANS_BAIL}`.execute(db)
  annoncer()
  return numAffectedRows === 1n
}

/** Gives up what is to be delivered; it may be sent again. False when it is too late. */
export async function updateRenonce(db: Db, cle: string, le: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update tache set abandonnee_le = ${le}::timestamptz
    where cle = ${cle} and ${LIBRE} and abandonnee_le is null`.execute(db)
  return numAffectedRows === 1n
}

type Issue = {
  faiteLe?: Date
  /** With `faiteLe`: nothing was done, for nothing was left to do. */
  sansObjet?: boolean
  dueLe?: Date
  abandonneeLe?: Date
  derniereErreur: string | null
}

/** All that is kept of a mail that has left, or never will: whom it was for, and about what. */
const ADRESSE_ET_OBJET = sql<string>`(select coalesce(jsonb_object_agg(cle, valeur), '{}')
  from jsonb_each(case when genre in ('COURRIEL', 'COMPTE_CREE', 'INVITATION',
    'AVIS_MESSAGE', 'RESUME_MESSAGES') then charge
    else '{}' end) as e (cle, valeur)
  where cle in ('a', 'objet'))`

/** What is kept of a task that is done: of a delivery, all; it names things only. */
const CE_QUI_RESTE = sql<string>`case
  when genre = 'WEBHOOK' then charge else ${ADRESSE_ET_OBJET} end`

/**
 * Writes how a try ended, and gives the task back. The text of a mail is forgotten once it has
 * left: it may hold a temporary password. False, and nothing written, when the lease ran out and
 * another process took the task.
 */
export async function updateIssue(
  db: Db,
  { id, bail }: Pick<TachePrise, 'id' | 'bail'>,
  issue: Issue,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tache')
    .set({ ...issue, bailJusqua: null, ...(issue.faiteLe && { charge: CE_QUI_RESTE }) })
    .where('id', '=', id)
    .where('bailJusqua', '=', bail)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A task that is neither done nor in a process's hands. */
const LIBRE = sql<boolean>`faite_le is null and ${SANS_BAIL}`

/** A person may have it tried now: it was given up, put off, or dated by a clock gone wrong. */
export const estReprenable = (le: Date) => sql<boolean>`(abandonnee_le is not null
  or derniere_erreur is not null
  or due_le > ${new Date(le.getTime() + AVANCE_MAX)}::timestamptz)`

/**
 * Puts a task that was given up, or put off, back among those to be done now, its tries counted
 * anew. False, and nothing written, when it is not to be retried.
 */
export async function updateReprise(db: Db, id: number, le: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update tache
    set abandonnee_le = null, due_le = ${le}::timestamptz, essais = 0
    where id = ${id}::bigint and ${LIBRE} and not charge ? 'efface' and ${estReprenable(le)}`.execute(
    db,
  )
  annoncer()
  return numAffectedRows === 1n
}

/** Gives a task up for good: nothing of a mail's text stays. False when it is too late. */
export async function updateAbandon(db: Db, id: number, le: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update tache
    set abandonnee_le = ${le}::timestamptz,
      charge = ${ADRESSE_ET_OBJET} || '{"efface": true}'
    where id = ${id}::bigint and ${LIBRE} and abandonnee_le is null`.execute(db)
  return numAffectedRows === 1n
}

/**
 * The mail of this key says what is no longer true: unless it has left, is leaving or was given up
 * by a person, it never will leave, and nothing of its text stays.
 */
export async function updateSansObjet(db: Db, cle: string, le: Date): Promise<void> {
  await sql`update tache
    set faite_le = ${le}::timestamptz, sans_objet = true, abandonnee_le = null,
      derniere_erreur = null, charge = ${ADRESSE_ET_OBJET}
    where cle = ${cle} and ${LIBRE} and not charge ? 'efface'`.execute(db)
}

/**
 * Removes tasks done long ago; those given up stay, for a person to look at, but for deliveries,
 * and those by which an invitation knows that its mail never left.
 */
export async function deleteTachesFaites(db: Db, maintenant: Date): Promise<void> {
  await sql`delete from tache
    where (faite_le < ${maintenant}::timestamptz
        - make_interval(days => ${CONSERVATION_JOURS}::integer)
      or genre = 'WEBHOOK' and abandonnee_le < ${maintenant}::timestamptz
        - make_interval(days => ${CONSERVATION_JOURS}::integer))
    and not (genre = 'INVITATION' and sans_objet)`.execute(db)
}
