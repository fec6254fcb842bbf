import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { ModeleDit } from '@releve/contract/modele/gestion.schema.ts'
import { zModele } from '@releve/contract/modele/modele.schema.ts'
import { moisDuMasque, type RythmeAvant } from '@releve/contract/modele/rythme.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import { rangDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { MODELES } from '../../seed/modeles.ts'
import { listCodificationsActives } from '../codification/codification.sql.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { attenduSql } from '../structure/attendu.sql.ts'

/** Before any month that the platform may be asked for. */
export const TOUJOURS = rangDe({ mois: 'JANUARY', annee: 2000 })

export type ModeleStocke = {
  id: number
  code: string
  version: number
  libelle: string
}

/** Twelve bits: every month is expected. */
const TOUS_LES_MOIS = sql.lit(4095)

/** The expected month before this one, of a form of version `v` (`reculsDe`). */
export const attenduAvantSql = (rang: Fragment): Fragment => sql`(case
  when v.mois_attendus = ${TOUS_LES_MOIS} and v.attendus_avant is null then ${rang} - 1
  else (select case when p.propre < v.en_vigueur_du and v.en_vigueur_du <= ${rang}
      and v.attendus_avant is not null then v.attendus_avant[1] else p.propre end
    from (select ${rang} - min(k) as propre from generate_series(1, 12) k
      where ${attenduSql(sql`(${rang} - k)`)}) p) end)`

/** How many months the report of a model and a month covers, by the version in force then. */
export const moisCouvertsSql = (code: Fragment, rang: Fragment): Fragment => sql`coalesce((
  select w.mois_couverts from modele w where w.code = ${code} and w.en_vigueur_du <= ${rang}
    and coalesce(w.en_vigueur_au, ${rang}) >= ${rang}
  order by w.version desc limit 1), 1)`

/** Of each model, its most recent version in force in that month. */
const vigueurDuMois = (rang: number): Fragment => sql`(
  select distinct on (m.code) m.* from modele m
  where m.en_vigueur_du <= ${rang} and (m.en_vigueur_au is null or m.en_vigueur_au >= ${rang})
  order by m.code, m.version desc) v`

/** Ids of the versions in force in the month of rank `rang`: of each model the most recent one. */
const versionsEnVigueur = (rang: number) => sql<number>`(select v.id from ${vigueurDuMois(rang)})`

/** Those of them that expect a report of that month. */
export const versionsAttendues = (rang: number) => sql<number>`(
  select v.id from ${vigueurDuMois(rang)} where ${attenduSql(sql`${rang}::int`)})`

/** The version of every model in force in the month of rank `rang`, by code. */
export function listModelesEnVigueur(db: Db, rang: number): Promise<ModeleStocke[]> {
  return db
    .selectFrom('modele')
    .select(['id', 'code', 'version', 'libelle'])
    .where('id', 'in', versionsEnVigueur(rang))
    .orderBy('code')
    .execute()
}

/** Every model, in force or no longer, by code; each as its last version names it. */
export async function listModeles(db: Db): Promise<ModeleDit[]> {
  const rows = await db
    .selectFrom('modele')
    .distinctOn('code')
    .select(['id', 'code', 'libelle', 'avecEffectif', 'avecEcart', 'moisAttendus', 'moisCouverts'])
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, moisAttendus: moisDuMasque(row.moisAttendus) }))
}

/** Every version of every model, the oldest first. */
export const listVersions = (db: Db): Promise<{ id: number; code: string; version: number }[]> =>
  db
    .selectFrom('modele')
    .select(['id', 'code', 'version'])
    .orderBy('code')
    .orderBy('version')
    .execute()

/** A version as it is stored: its definition as JSON, and what was expected before it. */
export type DefinitionLue = { id: number; definition: string; avant: RythmeAvant | null }

/** The definitions of these models, by id. */
export async function listDefinitions(db: Db, ids: readonly number[]): Promise<DefinitionLue[]> {
  const rows = await db
    .selectFrom('modele')
    .select(['id', sql<string>`definition::text`.as('definition')])
    .select(['enVigueurDu as du', 'attendusAvant as attendus', 'couvertsAvant as couverts'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, definition, du, attendus, couverts }) => ({
    id,
    definition,
    avant: attendus && couverts ? { du, attendus, couverts } : null,
  }))
}

async function installerSources(db: Db): Promise<void> {
  for (const source of MODELES)
    await db
      .updateTable('modele')
      .set({ source: JSON.stringify(source) })
      .where('code', '=', source.code)
      .where('version', '=', source.version)
      .where('source', 'is', null)
      .execute()
}

/**
 * Stores models, those of the seed unless told, expanded with the base's code lists
 * (`installerCodifications` first) and checked, their sources beside them; a version that the base
 * has is never touched, but for its source if it was stored before sources were kept.
 * `enVigueurDu`: rank of the first month in which they are in force. Throws `ModeleInvalide`.
 */
export async function installerModeles(
  db: Db,
  { sources = MODELES, enVigueurDu = TOUJOURS } = {},
): Promise<void> {
  await installerSources(db)
  const presents = await db.selectFrom('modele').select(['code', 'version']).execute()
  const absents = sources.filter(
    ({ code, version }) => !presents.some((m) => m.code === code && m.version === version),
  )
  if (absents.length === 0) return
  const listes = await listCodificationsActives(db)
  const modeles = absents.map((source) => ({
    ...zModele.parse(compilerModele(developperModele(source, listes)).modele),
    source,
  }))
  await db
    .insertInto('modele')
    .values(
      modeles.map(({ source, ...modele }) => ({
        code: modele.code,
        version: modele.version,
        libelle: modele.libelle,
        definition: JSON.stringify(modele),
        source: JSON.stringify(source),
        enVigueurDu,
      })),
    )
    .onConflict((conflit) => conflit.constraint('modele_version_unique').doNothing())
    .execute()
}
