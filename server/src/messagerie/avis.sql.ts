import type { FrequenceAvis } from '@releve/contract/messagerie/messagerie.schema.ts'
import { sql } from 'kysely'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { insertTachesDe, insertTachesSql } from '../tache/tache.sql.ts'
import { EXPEDITEUR } from './messagerie.sql.ts'

/** How a person is told of messages, and where. */
export async function findAvis(
  db: Db,
  utilisateurId: number,
): Promise<{ frequence: FrequenceAvis; email: string | null }> {
  const { rows } = await sql<{ frequence: FrequenceAvis; email: string | null }>`
    select coalesce(a.frequence, 'JAMAIS') as frequence, u.email
    from utilisateur u left join message_avis a on a.utilisateur_id = u.id
    where u.id = ${utilisateurId}`.execute(db)
  return rows[0] ?? { frequence: 'JAMAIS', email: null }
}

/** What came before is known: a first digest does not tell of it. */
export async function updateAvis(
  db: Db,
  utilisateurId: number,
  frequence: FrequenceAvis,
): Promise<void> {
  await sql`insert into message_avis as a (utilisateur_id, frequence, dernier_id)
    select ${utilisateurId}::int, ${frequence}, coalesce((select max(message_id)
      from message_destinataire where utilisateur_id = ${utilisateurId} and not envoye), 0)
    on conflict (utilisateur_id) do update
      set frequence = excluded.frequence, dernier_id = excluded.dernier_id
      where a.frequence <> excluded.frequence`.execute(db)
}

/** Whom a notice goes to, as the screen of mails shows it. */
const A = sql`jsonb_build_object('nom', u.nom_affichable, 'email', u.email)`

/**
 * A notice for each of those whom a message reaches and who want one: a step of the statement that
 * writes it, after `message_ecrit` and `vise`.
 */
export const insertAvis = (le: unknown): Fragment =>
  insertTachesSql(
    'AVIS_MESSAGE',
    sql`select 'avis:' || m.id || ':' || u.id as cle,
        jsonb_build_object('messageId', m.id, 'utilisateurId', u.id, 'a', ${A},
          'objet', 'Relevé\u00a0: un nouveau message') as charge
      from message_ecrit m cross join vise
      join message_avis v on v.utilisateur_id = vise.id and v.frequence = 'CHAQUE'
      join utilisateur u on u.id = vise.id
      where u.email is not null`,
    le,
  )

export const LOT_RESUMES = 1000

/**
 * The day's digests, one a person and a day whatever the processes: for those who want one, and
 * have unread messages of which none has told yet. Returns how many people were looked at, at most
 * `LOT_RESUMES`.
 */
export function insertResumes(db: Db, jour: string, le: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ utilisateurId: number; depuis: number; jusqua: number }>`
      with dus as materialized (
        select v.utilisateur_id, v.dernier_id, coalesce((select max(d.message_id)
          from message_destinataire d
          where d.utilisateur_id = v.utilisateur_id and not d.envoye), 0) as jusqua
        from message_avis v
        where v.frequence = 'QUOTIDIEN' and (v.resume_le is null or v.resume_le < ${jour}::date)
        order by v.utilisateur_id limit ${sql.lit(LOT_RESUMES)} for update of v skip locked)
      update message_avis v set resume_le = ${jour}::date, dernier_id = greatest(dus.jusqua,
        dus.dernier_id)
      from dus where v.utilisateur_id = dus.utilisateur_id
      returning v.utilisateur_id, dus.dernier_id as depuis, dus.jusqua`.execute(tx)
    const selection = sql`select 'resume:' || r."utilisateurId" || ':' || ${jour} as cle,
        jsonb_build_object('utilisateurId', r."utilisateurId", 'depuis', r.depuis,
          'jusqua', r.jusqua, 'a', ${A}, 'objet', 'Relevé\u00a0: vos nouveaux messages') as charge
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r ("utilisateurId" int, depuis int, jusqua int)
      join utilisateur u on u.id = r."utilisateurId"
      where u.email is not null and u.statut = 'ACTIF' and exists (
        select from message_destinataire d where d.utilisateur_id = r."utilisateurId"
          and d.lu_le is null and not d.envoye
          and d.message_id > r.depuis and d.message_id <= r.jusqua)`
    if (rows.length > 0) await insertTachesDe(tx, 'RESUME_MESSAGES', selection, le)
    return rows.length
  })
}

/** A message of which a notice tells: nothing of its body. */
export type MessageAnnonce = { id: number; expediteur: string; objet: string }
const ANNONCE = sql`m.id, ${EXPEDITEUR} as expediteur, m.objet`

/** The message of a notice; undefined when it is read, gone, or no longer to be told of. */
export async function findAAnnoncer(
  db: Db,
  { messageId, utilisateurId }: { messageId: number; utilisateurId: number },
): Promise<MessageAnnonce | undefined> {
  const { rows } = await sql<MessageAnnonce>`select ${ANNONCE}
    from message_destinataire d join message m on m.id = d.message_id
    join utilisateur u on u.id = d.utilisateur_id and u.statut = 'ACTIF'
    join message_avis v on v.utilisateur_id = u.id and v.frequence = 'CHAQUE'
    left join utilisateur e on e.id = m.expediteur_id
    where d.message_id = ${messageId} and d.utilisateur_id = ${utilisateurId}
      and d.lu_le is null`.execute(db)
  return rows[0]
}

/** The unread messages of a digest, the latest first: some of them, and how many there are. */
export async function listAAnnoncer(
  db: Db,
  de: { utilisateurId: number; depuis: number; jusqua: number },
  nombre: number,
): Promise<{ annonces: MessageAnnonce[]; total: number }> {
  const { rows } = await sql<MessageAnnonce & { total: number }>`
    select ${ANNONCE}, count(*) over () as total
    from message_destinataire d join message m on m.id = d.message_id
    join utilisateur u on u.id = d.utilisateur_id and u.statut = 'ACTIF'
    join message_avis v on v.utilisateur_id = u.id and v.frequence = 'QUOTIDIEN'
    left join utilisateur e on e.id = m.expediteur_id
    where d.utilisateur_id = ${de.utilisateurId} and d.lu_le is null and not d.envoye
      and d.message_id > ${de.depuis} and d.message_id <= ${de.jusqua}
    order by m.id desc limit ${nombre}::bigint`.execute(db)
  return { annonces: rows, total: rows[0]?.total ?? 0 }
}
