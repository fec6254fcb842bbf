import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import { sql, type Updateable } from 'kysely'
import type { Tables } from '../platform/base/tables.ts'
import type { Db } from '../platform/route.ts'
import type { Recalcul } from '../tache/recalcul.sql.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'

/**
 * Counts a change of what the forms of a structure read of one another. Whoever is beginning a form
 * there meanwhile finds another count, and reads again; or holds this row first, and his form is
 * seen by what is pushed next.
 */
export async function compterMois(tx: Db, structureId: number): Promise<void> {
  await sql`insert into structure_calcul (structure_id, n) values (${structureId}, 1)
    on conflict (structure_id) do update set n = structure_calcul.n + 1`.execute(tx)
}

/**
 * Locks the record of a structure against changes until the end of the transaction: a form that
 * opens again follows that record, and whoever changes it afterwards must find the form open.
 */
export async function tenirFiche(tx: Db, structureId: number): Promise<void> {
  await sql`select from structure where id = ${structureId} for share`.execute(tx)
}

/** The live forms of its structure, but itself. */
export async function listAutres(
  db: Db,
  { id, structureId }: Pick<FormulaireCharge, 'id' | 'structureId'>,
): Promise<{ id: number; modeleId: number; rang: number }[]> {
  const { rows } = await sql<{ id: number; modeleId: number; rang: number }>`
    select id, modele_id, rang from formulaire
    where structure_id = ${structureId} and id <> ${id} and etat <> 'ANNULE'
    order by id`.execute(db)
  return rows
}

/** Locks those of these forms that nobody is writing. */
export async function prendreLibres(tx: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from formulaire where id = any(${[...ids]}::int[])
    order by id for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The next forms that a task asks for, in the order of their ids, at most `limite`. */
export async function listARecalculer(
  db: Db,
  { structureId, formulaires, rangs, apres }: Recalcul,
  modeles: readonly number[] | null,
  limite: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from formulaire f
    where id > ${apres} and etat <> 'ANNULE'
      and ${
        structureId === undefined
          ? sql`true`
          : sql`structure_id = ${structureId} and etat = any(${[...ETATS_OUVERTS]}::text[])`
      }
      and ${formulaires === undefined ? sql`true` : sql`id = any(${formulaires}::int[])`}
      and ${rangs === undefined ? sql`true` : sql`rang = any(${rangs}::int[])`}
      and ${modeles === null ? sql`true` : sql`modele_id = any(${[...modeles]}::int[])`}
    order by id limit ${limite}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes what a form is computed to say: whoever has read it before reads it again. */
export async function updateResultats(
  db: Db,
  id: number,
  colonnes: Updateable<Tables['formulaire']>,
): Promise<void> {
  await db
    .updateTable('formulaire')
    .set(colonnes)
    .set((eb) => ({ calcul: eb('calcul', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
