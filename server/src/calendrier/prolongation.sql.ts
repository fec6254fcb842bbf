import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import type { MoisClos, Prolongation } from '@releve/contract/calendrier/calendrier.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste, Ref } from '@releve/contract/page.ts'
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
import { rouvertJusquaSql } from './calendrier.sql.ts'
import { couvertsDuMoisSql, estAttendueSql } from './reouverture.sql.ts'

/** A demand as the base holds it: what its month's closing is follows from the settings. */
export type LigneProlongation = Omit<
  Prolongation,
  'mois' | 'annee' | 'clotureLe' | 'proposee' | 'actions'
> & { structure: Ref; rang: number; rouvertJusqua: string | null }

const DEPUIS = sql`from prolongation p
  join structure s on s.id = p.structure_id
  join utilisateur a on a.id = p.demandee_par
  left join utilisateur d on d.id = p.decidee_par`

const COLONNES = sql`p.id, p.rang, p.motif, p.etat,
  json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle) as structure,
  p.demandee_le, a.nom_affichable as demandee_par,
  p.decidee_le, d.nom_affichable as decidee_par, p.jusqua, p.reponse,
  ${rouvertJusquaSql(sql`p.structure_id`, sql`p.rang`)} as rouvert_jusqua`

export async function findProlongation(db: Db, id: number): Promise<LigneProlongation | undefined> {
  const { rows } = await sql<LigneProlongation>`
    select ${COLONNES} ${DEPUIS} where p.id = ${id}::integer`.execute(db)
  return rows[0]
}

const TRIS = new Map([
  ['structure', sql`s.libelle_tri`],
  ['mois', sql`p.rang`],
  ['demandeeLe', sql`p.demandee_le`],
])

const CHERCHE = sql`s.libelle_tri || ' ' || lower(s.code) || ' ' || sans_accent(p.motif)`

type Filtres = Omit<QueryOf<typeof calendrierApi.listProlongations>, 'page' | 'taille'>

function lectureDe({ etat = [], q, tri }: Filtres): LectureEntiere {
  const conditions = cherche(q, CHERCHE)
  if (etat.length > 0) conditions.push(sql`p.etat = any (${etat}::text[])`)
  const enAttente = sql`(p.etat = 'EN_ATTENTE') desc`
  const tries = ordre(tri, { origine: '-demandeeLe', tris: TRIS, fin: sql`p.id desc` })
  const parOrdre = tri ? tries : sql`${enAttente}, ${tries}`
  return { cle: sql`p.id`, colonnes: COLONNES, depuis: DEPUIS, conditions, ordre: parOrdre }
}

/** All the demands that these filters leave, for a file. */
export const listToutesProlongations = (
  db: Db,
  filtres: Filtres,
): Promise<Tout<LigneProlongation>> => listTout(db, lectureDe(filtres))

/** A page of demands: unless told, those that wait first, then the latest. */
export function listProlongations(
  db: Db,
  query: QueryOf<typeof calendrierApi.listProlongations>,
): Promise<Liste<LigneProlongation>> {
  return listPage<LigneProlongation>(db, lectureDe(query), query, 'exact')
}

/** What stands for one month of a structure, and its last demand. */
export type MoisDeStructure = {
  rang: number
  attendue: boolean
  couverts: Duree[]
  rouvertJusqua: string | null
  prolongation: MoisClos['prolongation']
}

type LigneMois = Omit<MoisDeStructure, 'prolongation'> &
  (NonNullable<MoisClos['prolongation']> | { etat: null })

/** These months of a structure, the latest first. */
export async function listMois(
  db: Db,
  structureId: number,
  rangs: readonly number[],
): Promise<MoisDeStructure[]> {
  const mois = rangs.map(
    (rang) => sql`select ${rang}::int as rang, ${estAttendueSql(rang)} as attendue,
      ${couvertsDuMoisSql(rang)} as couverts
      from structure s where s.id = ${structureId}::int`,
  )
  const { rows } = await sql<LigneMois>`
    select m.rang, m.attendue, m.couverts,
      ${rouvertJusquaSql(sql`${structureId}::int`, sql`m.rang`)} as rouvert_jusqua,
      p.etat, p.motif, p.demandee_le, p.decidee_le, p.jusqua, p.reponse
    from (${sql.join(mois, sql` union all `)}) m
    left join lateral (
      select * from prolongation p
      where p.structure_id = ${structureId}::int and p.rang = m.rang order by p.id desc limit 1
    ) p on true
    order by m.rang desc`.execute(db)
  return rows.map(({ rang, attendue, couverts, rouvertJusqua, ...demande }) => ({
    rang,
    attendue,
    couverts,
    rouvertJusqua,
    prolongation: demande.etat === null ? null : demande,
  }))
}

type Demande = { structureId: number; rang: number; motif: string; par: number; le: Date }

export async function insertProlongation(
  db: Db,
  { structureId, rang, motif, par, le }: Demande,
): Promise<number> {
  const { id } = await db
    .insertInto('prolongation')
    .values({ structureId, rang, motif, demandeePar: par, demandeeLe: le })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Decision = { par: number; le: Date } & (
  | { etat: 'ACCORDEE'; jusqua: string }
  | { etat: 'REFUSEE'; reponse: string }
)

/** Answers the demand that waits for this month of this structure, if there is one. */
export async function updateDecision(
  db: Db,
  { structureId, rang }: { structureId: number; rang: number },
  { par, le, ...decision }: Decision,
): Promise<void> {
  await db
    .updateTable('prolongation')
    .set({ ...decision, decideePar: par, decideeLe: le })
    .where('structureId', '=', structureId)
    .where('rang', '=', rang)
    .where('etat', '=', 'EN_ATTENTE')
    .execute()
}
