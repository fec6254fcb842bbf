import { sql, type Updateable } from 'kysely'
import type { Tables } from '../platform/base/tables.ts'
import type { Db } from '../platform/route.ts'
import { ENVIRONS_FRAIS, type FormulaireCharge } from './formulaire.sql.ts'

/** The models of a month's forms, by id. */
export async function listModelesDuMois(db: Db, rang: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct modele_id as id from formulaire where rang = ${rang}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The ids of a month's forms whose results no longer hold, from those after `apres` on; `cadres`:
 * what the forms of each model are computed with now. The structure's figures are not looked at.
 */
export async function listPerimes(
  db: Db,
  rang: number,
  cadres: readonly { modeleId: number; luAvec: string }[],
  { apres, limite }: { apres: number; limite: number },
): Promise<number[]> {
  const modeles = cadres.map(({ modeleId }) => modeleId)
  const lus = cadres.map(({ luAvec }) => luAvec)
  const { rows } = await sql<{ id: number }>`
    select f.id from formulaire f
    join unnest(${modeles}::int[], ${lus}::text[]) as c(modele_id, lu_avec)
      on c.modele_id = f.modele_id
    where f.rang = ${rang} and f.etat <> 'ANNULE' and f.id > ${apres}
      and (f.resultats is null or f.lu_avec <> c.lu_avec or not ${ENVIRONS_FRAIS})
    order by f.id limit ${limite}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes what a form was computed to say, if nobody has written the form since it was read. */
export async function updateResultats(
  db: Db,
  { id, version }: Pick<FormulaireCharge, 'id' | 'version'>,
  colonnes: Updateable<Tables['formulaire']>,
): Promise<void> {
  await db
    .updateTable('formulaire')
    .set(colonnes)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}
