import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import type { Rapprochement } from './ailleurs/ailleurs.ts'

/**
 * Keeps what DHIS2 calls the cells of a model. Those of a conversion before stay, but for the cells
 * that are named anew: an older version may still have them.
 */
export async function insertCorrespondance(
  db: Db,
  modele: string,
  rapprochements: readonly Rapprochement[],
): Promise<void> {
  const lignes = JSON.stringify(rapprochements)
  await sql`
    insert into correspondance (modele_code, cellule, data_element, category_option_combo,
      data_element_code, category_option_combo_code, options, agregation)
    select ${modele}::text, r."cellule", r."dataElement", r."categoryOptionCombo",
      r."codeDataElement", r."codeCategoryOptionCombo", r."options", r."agregation"
    from json_to_recordset(${lignes}::json) as r ("cellule" text, "dataElement" text,
      "categoryOptionCombo" text, "codeDataElement" text, "codeCategoryOptionCombo" text,
      "options" json, "agregation" text)
    on conflict (modele_code, cellule) do update set
      data_element = excluded.data_element,
      category_option_combo = excluded.category_option_combo,
      data_element_code = excluded.data_element_code,
      category_option_combo_code = excluded.category_option_combo_code,
      options = excluded.options,
      agregation = excluded.agregation`.execute(db)
}

export async function listCorrespondance(db: Db, modele: string): Promise<Rapprochement[]> {
  return db
    .selectFrom('correspondance')
    .select([
      'cellule',
      'dataElement',
      'categoryOptionCombo',
      'dataElementCode as codeDataElement',
      'categoryOptionComboCode as codeCategoryOptionCombo',
      'options',
      'agregation',
    ])
    .where('modeleCode', '=', modele)
    .orderBy('cellule')
    .execute()
}

/** Codes of the models that come from DHIS2. */
export async function listModelesVenus(db: Db): Promise<Set<string>> {
  const lignes = await db.selectFrom('correspondance').select('modeleCode').distinct().execute()
  return new Set(lignes.map(({ modeleCode }) => modeleCode))
}

/** An organisation unit there, and the code of the structure that it becomes here. */
export type Unite = { unite: string; structureCode: string }

export async function insertUnites(db: Db, unites: readonly Unite[]): Promise<void> {
  await sql`
    insert into correspondance_structure (unite, structure_code)
    select distinct on (r."unite") r."unite", r."structureCode"
    from json_to_recordset(${JSON.stringify(unites)}::json)
      as r ("unite" text, "structureCode" text)
    order by r."unite"
    on conflict (unite) do update set structure_code = excluded.structure_code`.execute(db)
}

/** The structures that these units became, by unit; those unknown are left out. */
export async function listUnites(db: Db, unites: readonly string[]): Promise<Map<string, string>> {
  if (unites.length === 0) return new Map()
  const { rows } = await sql<Unite>`
    select unite, structure_code from correspondance_structure
    where unite = any (${[...unites]}::text[])`.execute(db)
  return new Map(rows.map(({ unite, structureCode }) => [unite, structureCode]))
}
