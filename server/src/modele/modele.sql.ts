import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { ModeleDit } from '@releve/contract/modele/gestion.schema.ts'
import { zModele } from '@releve/contract/modele/modele.schema.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import { rangDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { MODELES } from '../../seed/modeles.ts'
import { listCodificationsActives } from '../codification/codification.sql.ts'
import type { Db } from '../platform/route.ts'

/** Before any month that the platform may be asked for. */
export const TOUJOURS = rangDe({ mois: 'JANUARY', annee: 2000 })

export type ModeleStocke = {
  id: number
  code: string
  version: number
  libelle: string
}

/** Ids of the versions in force in the month of rank `rang`: of each model the most recent one. */
export const versionsEnVigueur = (rang: number) => sql<number>`(
  select distinct on (v.code) v.id from modele v
  where v.en_vigueur_du <= ${rang} and (v.en_vigueur_au is null or v.en_vigueur_au >= ${rang})
  order by v.code, v.version desc)`

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
export function listModeles(db: Db): Promise<ModeleDit[]> {
  return db
    .selectFrom('modele')
    .distinctOn('code')
    .select(['id', 'code', 'libelle', 'avecEffectif', 'avecEcart'])
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute()
}

/** The definitions of these models as JSON texts, by id. */
export function listDefinitions(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; definition: string }[]> {
  return db
    .selectFrom('modele')
    .select(['id', sql<string>`definition::text`.as('definition')])
    .where('id', 'in', ids)
    .execute()
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
 * Stores the models of the seed, expanded with the base's code lists (`installerCodifications`
 * first) and checked, their sources beside them; a version that the base has is never touched, but
 * for its source if it was stored before sources were kept. `enVigueurDu`: rank of the
 * first month in which they are in force. Throws `ModeleInvalide`.
 */
export async function installerModeles(db: Db, enVigueurDu = TOUJOURS): Promise<void> {
  await installerSources(db)
  const presents = await db.selectFrom('modele').select(['code', 'version']).execute()
  const absents = MODELES.filter(
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
