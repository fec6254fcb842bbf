import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import { TYPE_ESSAI } from '@releve/contract/webhook/webhook.champs.ts'
import type { Livraison } from '@releve/contract/webhook/webhook.schema.ts'
import { sql } from 'kysely'
import {
  cherche,
  type LectureEntiere,
  listPage,
  listTout,
  ordre,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { direTaches, SANS_BAIL } from '../tache/tache.sql.ts'

const ETAT = sql`case
  when t.faite_le is not null then 'LIVREE'
  when t.abandonnee_le is not null then 'ABANDONNEE'
  when t.derniere_erreur is not null then 'REPORTEE'
  else 'EN_ATTENTE' end`

/** What a task is known by. */
export const cleDe = (id: number): string => `livraison:${id}`

const COLONNES = sql`l.id, json_build_object('id', w.id, 'nom', w.nom) as webhook, l.reference,
  l.type, l.objet, ${ETAT} as etat, l.cree_le, t.essais, l.essaye_le,
  case when t.faite_le is null and t.abandonnee_le is null then t.due_le end as prochain_essai,
  t.faite_le as livre_le, t.abandonnee_le as abandonne_le, l.statut, l.reponse, l.duree_ms,
  t.derniere_erreur as erreur,
  array_remove(array[
    case when ${SANS_BAIL} then 'renvoyer' end,
    case when ${SANS_BAIL} and t.faite_le is null and t.abandonnee_le is null
      then 'abandonner' end], null) as actions`

const DEPUIS = sql`from livraison l join webhook w on w.id = l.webhook_id
  join tache t on t.cle = 'livraison:' || l.id`

type Filtres = Omit<QueryOf<typeof webhookApi.listLivraisons>, 'page' | 'taille'>

function lectureDe({ etat = [], q, tri, webhook }: Filtres): LectureEntiere {
  const texte = sql`sans_accent(concat_ws(' ', w.nom, l.type, l.objet, l.reference, l.reponse))`
  const conditions = cherche(q, texte)
  if (etat.length > 0) conditions.push(sql`${ETAT} = any(${etat}::text[])`)
  if (webhook !== undefined) conditions.push(sql`l.webhook_id = ${webhook}::integer`)
  return {
    cle: sql`l.id`,
    colonnes: COLONNES,
    depuis: DEPUIS,
    conditions,
    ordre: ordre(tri, {
      origine: '-creeLe',
      tris: new Map([
        ['creeLe', sql`l.cree_le`],
        ['webhook', sql`sans_accent(w.nom)`],
        ['type', sql`l.type`],
        ['essayeLe', sql`l.essaye_le`],
      ]),
      fin: sql`l.id desc`,
      pleins: ['creeLe'],
    }),
  }
}

/** A page of deliveries, the latest first. */
export const listLivraisons = (
  db: Db,
  query: QueryOf<typeof webhookApi.listLivraisons>,
): Promise<Liste<Livraison>> => listPage(db, lectureDe(query), query, 'borne')

/** All of those that these filters leave, for a file. */
export const listToutesLivraisons = (db: Db, filtres: Filtres): Promise<Tout<Livraison>> =>
  listTout(db, lectureDe(filtres))

/** One delivery, as it is sent. */
export const findLivraison = (db: Db, id: number) =>
  db
    .selectFrom('livraison as l')
    .innerJoin('webhook as w', 'w.id', 'l.webhookId')
    .select(['l.id', 'l.reference', 'l.type', 'l.corps', 'l.objet', 'w.nom', 'l.webhookId'])
    .where('l.id', '=', id)
    .executeTakeFirst()
export type LivraisonChargee = NonNullable<Awaited<ReturnType<typeof findLivraison>>>

/** Writes a try to this webhook, as the acts write what they tell (server/migrations/0065). */
export async function insertEssai(db: Db, webhook: number, le: Date): Promise<void> {
  await sql`select ecrire_livraison(${webhook}::integer, ${TYPE_ESSAI}, null,
    ${le}::timestamptz, '{}'::jsonb)`.execute(db)
  direTaches(1)
}

type Essai = { le: Date; statut: number | null; reponse: string | null; dureeMs: number }

/** What the last try of this delivery has given. */
export async function updateEssai(
  db: Db,
  id: number,
  { le: essayeLe, ...dit }: Essai,
): Promise<void> {
  await db
    .updateTable('livraison')
    .set({ essayeLe, ...dit })
    .where('id', '=', id)
    .execute()
}

/** Removes deliveries whose task is gone, for it ended long ago. */
export async function deleteLivraisonsAnciennes(db: Db): Promise<void> {
  await sql`delete from livraison l
    where not exists (select from tache t where t.cle = 'livraison:' || l.id)`.execute(db)
}
