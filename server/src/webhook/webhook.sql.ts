import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import type {
  MotifSuspension,
  Webhook,
  WebhookVoulu,
} from '@releve/contract/webhook/webhook.schema.ts'
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

const ETAT = sql`case
  when w.suspendu_le is not null then 'SUSPENDU'
  when w.echec_depuis is not null then 'EN_ECHEC'
  else 'ACTIF' end`

const COLONNES = sql`w.id, w.nom, w.adresse, w.types,
  json_build_object('id', u.id, 'identifiant', u.identifiant,
    'nomAffichable', u.nom_affichable) as gardien,
  w.cree_le, ${ETAT} as etat, w.suspendu_le, w.motif_suspension, w.echec_depuis, w.recu_le,
  (select count(*)::integer from tache t
    where t.genre = 'WEBHOOK' and t.faite_le is null and t.abandonnee_le is null
      and (t.charge ->> 'webhook')::integer = w.id) as en_attente`

const DEPUIS = sql`from webhook w join utilisateur u on u.id = w.gardien_id`

type Filtres = Omit<QueryOf<typeof webhookApi.listWebhooks>, 'page' | 'taille'>

function lectureDe({ etat = [], q, tri }: Filtres): LectureEntiere {
  const conditions = cherche(q, sql`sans_accent(w.nom || ' ' || w.adresse)`)
  if (etat.length > 0) conditions.push(sql`${ETAT} = any(${etat}::text[])`)
  return {
    cle: sql`w.id`,
    colonnes: COLONNES,
    depuis: DEPUIS,
    conditions,
    ordre: ordre(tri, {
      origine: 'nom',
      tris: new Map([
        ['nom', sql`sans_accent(w.nom)`],
        ['adresse', sql`w.adresse`],
        ['creeLe', sql`w.cree_le`],
        ['recuLe', sql`w.recu_le`],
      ]),
      fin: sql`w.id`,
      pleins: ['creeLe'],
    }),
  }
}

/** A page of webhooks, never their secret. */
export const listWebhooks = (
  db: Db,
  query: QueryOf<typeof webhookApi.listWebhooks>,
): Promise<Liste<Webhook>> => listPage(db, lectureDe(query), query, 'exact')

/** All of those that these filters leave, for a file. */
export const listTousWebhooks = (db: Db, filtres: Filtres): Promise<Tout<Webhook>> =>
  listTout(db, lectureDe(filtres))

/** What an act or a delivery needs of one. */
export const findWebhook = (db: Db, id: number) =>
  db
    .selectFrom('webhook')
    .select(['id', 'nom', 'adresse', 'types', 'secret', 'gardienId', 'suspenduLe'])
    .where('id', '=', id)
    .executeTakeFirst()
export type WebhookCharge = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** How many there are, and the one of this name; nobody else creates nor renames one meanwhile. */
export async function tenirWebhooks(
  db: Db,
  nom: string,
): Promise<{ nombre: number; nomme?: number }> {
  await sql`lock table webhook in share row exclusive mode`.execute(db)
  const tous = await db.selectFrom('webhook').select(['id', 'nom']).execute()
  const nomme = tous.find((un) => un.nom === nom)?.id
  return { nombre: tous.length, ...(nomme !== undefined && { nomme }) }
}

/** The purpose under which a secret is sealed. */
export const USAGE_SECRET = 'webhook'

type WebhookNeuf = WebhookVoulu & { secret: Buffer; gardienId: number; creeLe: Date }

/** Gives its id. */
export async function insertWebhook(db: Db, neuf: WebhookNeuf): Promise<number> {
  const { id } = await db
    .insertInto('webhook')
    .values(neuf)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateWebhook(
  db: Db,
  id: number,
  change: Partial<WebhookVoulu> & { secret?: Buffer },
): Promise<void> {
  await db.updateTable('webhook').set(change).where('id', '=', id).execute()
}

/** Tells it nothing any more; false when it was so already. */
export async function updateSuspension(
  db: Db,
  id: number,
  { le: suspenduLe, motif: motifSuspension }: { le: Date; motif: MotifSuspension },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ suspenduLe, motifSuspension })
    .where('id', '=', id)
    .where('suspenduLe', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The same of all of them, as the base comes from a backup. Gives their names and secrets. */
export async function suspendreTousWebhooks(
  db: Db,
  le: Date,
): Promise<{ nom: string; secret: Buffer }[]> {
  await db
    .updateTable('webhook')
    .set({ suspenduLe: le, motifSuspension: 'RESTAURATION' })
    .where('suspenduLe', 'is', null)
    .execute()
  return db.selectFrom('webhook').select(['nom', 'secret']).orderBy('nom').execute()
}

/** Tells it again what happens; false when it was so already. */
export async function updateRepriseDe(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ suspenduLe: null, motifSuspension: null, echecDepuis: null })
    .where('id', '=', id)
    .where('suspenduLe', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** It has taken what it was told. */
export async function updateRecu(db: Db, id: number, le: Date): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ recuLe: le, echecDepuis: null })
    .where('id', '=', id)
    .execute()
}

/** It has not; gives since when it has not, but for it being gone. */
export async function updateEchec(db: Db, id: number, le: Date): Promise<string | undefined> {
  const { rows } = await sql<{ echecDepuis: string }>`update webhook
    set echec_depuis = coalesce(echec_depuis, ${le}::timestamptz)
    where id = ${id}::integer returning echec_depuis`.execute(db)
  return rows[0]?.echecDepuis
}

/** Its deliveries go with it; their tasks find nothing to send. */
export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Who keeps it, by mail; where he can no more, another who may manage it. */
export async function findGardien(
  db: Db,
  gardienId: number,
): Promise<{ nom: string; email: string } | undefined> {
  const { rows } = await sql<{ nom: string; email: string }>`
    select nom_affichable as nom, email from utilisateur
    where statut = 'ACTIF' and email is not null
      and roles && array['ROLE_DPPS', 'ROLE_ADMIN']::text[]
    order by id = ${gardienId}::integer desc, 'ROLE_DPPS' = any(roles) desc, id
    limit 1`.execute(db)
  return rows[0]
}
