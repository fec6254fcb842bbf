import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import type { Rapport } from './rapports.ts'

/** A report that is not cancelled: whether it is received, and open to entry. */
export type RapportSuivi = Rapport & { recu: boolean; ouvert: boolean }

/** Those of a structure, the latest month first. */
export async function listRapportsSuivis(db: Db, structureId: number): Promise<RapportSuivi[]> {
  const { rows } = await sql<RapportSuivi>`
    select f.numero, f.modele_code as modele, f.rang, f.recu,
      f.etat = any (${[...ETATS_OUVERTS]}::text[]) as ouvert
    from formulaire f where f.structure_id = ${structureId} and f.etat <> 'ANNULE'
    order by f.rang desc, f.numero`.execute(db)
  return rows
}

/** A stretch of months in which some version of a model is in force; `au` null: it lasts. */
export type EnVigueur = { modele: string; du: number; au: number | null }

export async function listEnVigueur(db: Db): Promise<EnVigueur[]> {
  return db
    .selectFrom('modele')
    .select(['code as modele', 'enVigueurDu as du', 'enVigueurAu as au'])
    .execute()
}

/** Years whose directory has a frozen edition, and those whose last edition is none. */
export async function listAnnees(
  db: Db,
): Promise<{ annee: number; figee: boolean; ouverte: boolean }[]> {
  const { rows } = await sql<{ annee: number; figee: boolean; ouverte: boolean }>`
    select annee, bool_or(etat <> 'PROVISOIRE') as figee,
      (array_agg(etat order by edition desc))[1] = 'PROVISOIRE' as ouverte
    from annuaire group by annee order by annee`.execute(db)
  return rows
}
