import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import type { Reouverture } from '@releve/contract/calendrier/calendrier.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import { sql } from 'kysely'
import { versionsAttendues } from '../modele/modele.sql.ts'
import {
  cherche,
  enTout,
  type Fragment,
  type LectureEntiere,
  listPage,
  listTout,
  ordre,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { estOuverteSql } from '../structure/attendu.sql.ts'
import { duMoisSql } from '../structure/periode.sql.ts'
import { rouvertJusquaSql } from './calendrier.sql.ts'

/**
 * Until the transaction ends, no other one opens a month again, ends it, asks for more time or
 * answers: what is checked before writing stays true. Readings go on.
 */
export async function verrouillerReouvertures(db: Db): Promise<void> {
  await sql`lock table reouverture in share row exclusive mode`.execute(db)
}

const etatDe = (jour: string) => sql`case
  when o.terminee_le is not null then 'TERMINEE'
  when o.jusqua < ${jour}::date then 'ECHUE'
  else 'OUVERTE' end`

const DEPUIS = sql`from reouverture o
  join structure s on s.id = o.structure_id
  left join utilisateur a on a.id = o.rouverte_par
  left join utilisateur f on f.id = o.terminee_par`

const colonnes = (jour: string) => sql`o.id, o.rang, o.motif, ${etatDe(jour)} as etat,
  json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle) as structure,
  case when isfinite(o.jusqua) then o.jusqua end as jusqua,
  o.rouverte_le, a.nom_affichable as rouverte_par,
  o.terminee_le, f.nom_affichable as terminee_par,
  case when ${etatDe(jour)} = 'OUVERTE' then array['terminer'] else '{}'::text[] end as actions`

type Ligne = Omit<Reouverture, 'mois' | 'annee'> & { rang: number }
const enReouverture = ({ rang, ...ligne }: Ligne): Reouverture => ({ ...ligne, ...periodeDe(rang) })

/** These reopenings, the latest first. `jour`: today, in the calendar's zone. */
export async function findReouvertures(
  db: Db,
  ids: readonly number[],
  jour: string,
): Promise<Reouverture[]> {
  const { rows } = await sql<Ligne>`select ${colonnes(jour)} ${DEPUIS}
    where o.id = any(${[...ids]}::int[]) order by o.id desc`.execute(db)
  return rows.map(enReouverture)
}

const TRIS = new Map<string, Fragment | readonly Fragment[]>([
  ['structure', sql`s.libelle_tri`],
  ['mois', sql`o.rang`],
  ['jusqua', sql`o.jusqua`],
  ['rouverteLe', sql`o.rouverte_le`],
])

const CHERCHE = sql`s.libelle_tri || ' ' || lower(s.code) || ' ' || sans_accent(o.motif)`

type Filtres = Omit<QueryOf<typeof calendrierApi.listReouvertures>, 'page' | 'taille'>

function lectureDe({ etat = [], q, tri }: Filtres, jour: string): LectureEntiere {
  const conditions = cherche(q, CHERCHE)
  if (etat.length > 0) conditions.push(sql`${etatDe(jour)} = any (${etat}::text[])`)
  return {
    cle: sql`o.id`,
    colonnes: colonnes(jour),
    depuis: DEPUIS,
    conditions,
    ordre: ordre(tri, { origine: '-rouverteLe', tris: TRIS, fin: sql`o.id desc` }),
  }
}

/** All the reopenings that these filters leave, for a file. */
export async function listToutesReouvertures(
  db: Db,
  filtres: Filtres,
  jour: string,
): Promise<Tout<Reouverture>> {
  return enTout(await listTout<Ligne>(db, lectureDe(filtres, jour)), enReouverture)
}

/** A page of reopenings, the latest first unless told. */
export async function listReouvertures(
  db: Db,
  query: QueryOf<typeof calendrierApi.listReouvertures>,
  jour: string,
): Promise<Liste<Reouverture>> {
  const liste = await listPage<Ligne>(db, lectureDe(query, jour), query, 'exact')
  return { ...liste, elements: liste.elements.map(enReouverture) }
}

/** A structure, and what stands there for one month. */
export type StructureDuMois = {
  id: number
  code: string
  libelle: string
  /** Some report of that month is expected of it, or has been begun. */
  attendue: boolean
  rouvertJusqua: string | null
}

/** Whether some report of this month is expected of structure `s`, or has been begun. */
export const estAttendueSql = (rang: number) => sql<boolean>`(
  (${estOuverteSql(rang)} and exists (
    select 1 from structure_periode e join modele m on m.code = any(e.modeles)
    where e.structure_id = s.id and ${duMoisSql(sql`${rang}::int`)}
      and m.id in ${versionsAttendues(rang)})) or exists (
    select 1 from formulaire f
    where f.structure_id = s.id and f.rang = ${rang}::int and f.etat <> 'ANNULE'))`

/** How many months the reports that structure `s` is expected to make of this month cover. */
export const couvertsDuMoisSql = (rang: number) => sql<Duree[]>`array(
  select distinct m.mois_couverts from structure_periode e join modele m on m.code = any(e.modeles)
  where e.structure_id = s.id and ${duMoisSql(sql`${rang}::int`)}
    and m.id in ${versionsAttendues(rang)} order by 1)`

/** These structures for this month, by code. */
export async function listStructuresDuMois(
  db: Db,
  codes: readonly string[],
  rang: number,
): Promise<StructureDuMois[]> {
  const { rows } = await sql<StructureDuMois>`
    select s.id, s.code, s.libelle, ${estAttendueSql(rang)} as attendue,
      ${rouvertJusquaSql(sql`s.id`, sql`${rang}::int`)} as rouvert_jusqua
    from structure s where s.code = any(${[...codes]}::text[]) order by s.code`.execute(db)
  return rows
}

type Ouverture = {
  rang: number
  jusqua: string
  motif: string
  par: number
  le: Date
  /** Today, in the calendar's zone. */
  jour: string
}

/** Opens the month again for this structure; what was open for it gives way. Returns its id. */
export async function insertReouverture(
  db: Db,
  structureId: number,
  { rang, jusqua, motif, par, le, jour }: Ouverture,
): Promise<number> {
  await db
    .updateTable('reouverture')
    .set({ termineeLe: le, termineePar: par })
    .where('structureId', '=', structureId)
    .where('rang', '=', rang)
    .where('termineeLe', 'is', null)
    .where(sql<boolean>`coalesce(jusqua, 'infinity') >= ${jour}::date`)
    .execute()
  const { id } = await db
    .insertInto('reouverture')
    .values({ structureId, rang, jusqua, motif, rouverteLe: le, rouvertePar: par })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends a reopening now. */
export async function updateTerminee(
  db: Db,
  id: number,
  { par, le }: { par: number; le: Date },
): Promise<void> {
  await db
    .updateTable('reouverture')
    .set({ termineeLe: le, termineePar: par })
    .where('id', '=', id)
    .execute()
}
