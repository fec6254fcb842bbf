import { compilerModele } from '@releve/contract/modele/compile.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import { rangDe } from '@releve/contract/mois.ts'
import type { Ref } from '@releve/contract/page.ts'
import { sql as texte } from 'kysely'
import { MODELES } from '../../seed/modeles.ts'
import { listCodificationsActives } from '../codification/codification.sql.ts'
import type { Sql } from '../platform/route.ts'

/** Before any month that the platform may be asked for. */
const TOUJOURS = rangDe({ mois: 'JANUARY', annee: 2000 })

export type ModeleStocke = {
  id: number
  code: string
  version: number
  libelle: string
}

/** Ids of the versions in force in the month of rank `rang`: of each model the most recent one. */
export const versionsEnVigueur = (rang: number) => texte<number>`(
  select distinct on (v.code) v.id from modele v
  where v.en_vigueur_du <= ${rang} and (v.en_vigueur_au is null or v.en_vigueur_au >= ${rang})
  order by v.code, v.version desc)`

/** The version of every model in force in the month of rank `rang`, by code. */
export function listModelesEnVigueur(sql: Sql, rang: number): Promise<ModeleStocke[]> {
  return sql
    .selectFrom('modele')
    .select(['id', 'code', 'version', 'libelle'])
    .where('id', 'in', versionsEnVigueur(rang))
    .orderBy('code')
    .execute()
}

/** Every model, in force or no longer, by code; each as its last version names it. */
export function listModeles(sql: Sql): Promise<Ref[]> {
  return sql
    .selectFrom('modele')
    .distinctOn('code')
    .select(['id', 'code', 'libelle'])
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute()
}

/** The definitions of these models as JSON texts, by id. */
export function listDefinitions(
  sql: Sql,
  ids: readonly number[],
): Promise<{ id: number; definition: string }[]> {
  return sql
    .selectFrom('modele')
    .select(['id', texte<string>`definition::text`.as('definition')])
    .where('id', 'in', ids)
    .execute()
}

/**
 * Stores the models of the seed, expanded with the base's code lists (`installerCodifications`
 * first) and checked; a version that the base has is never touched. `enVigueurDu`: rank of the
 * first month in which they are in force. Throws `ModeleInvalide`.
 */
export async function installerModeles(sql: Sql, enVigueurDu = TOUJOURS): Promise<void> {
  const presents = await sql.selectFrom('modele').select(['code', 'version']).execute()
  const absents = MODELES.filter(
    ({ code, version }) => !presents.some((m) => m.code === code && m.version === version),
  )
  if (absents.length === 0) return
  const listes = await listCodificationsActives(sql)
  const modeles = absents.map((source) => compilerModele(developperModele(source, listes)).modele)
  await sql
    .insertInto('modele')
    .values(
      modeles.map((modele) => ({
        code: modele.code,
        version: modele.version,
        libelle: modele.libelle,
        definition: JSON.stringify(modele),
        enVigueurDu,
      })),
    )
    .onConflict((conflit) => conflit.constraint('modele_version_unique').doNothing())
    .execute()
}
