import type { SuiviRelances } from '@releve/contract/relance/relance.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'

type Suspension = NonNullable<SuiviRelances['suspension']>

/** The suspension of a structure that holds today; undefined: its reminders leave. */
export async function findSuspension(
  db: Db,
  structureId: number,
  jour: string,
): Promise<Suspension | undefined> {
  const { rows } = await sql<Suspension>`
    select x.jusqua::text as jusqua, x.motif, x.le, a.nom_affichable as par
    from relance_suspension x join utilisateur a on a.id = x.par
    where x.structure_id = ${structureId} and x.terminee_le is null and x.jusqua >= ${jour}::date
    `.execute(db)
  return rows[0]
}

/** Ends the structure's suspension, past or not. */
export async function updateFin(
  db: Db,
  structureId: number,
  { par, le }: { par: number; le: Date },
): Promise<void> {
  await db
    .updateTable('relanceSuspension')
    .set({ termineeLe: le, termineePar: par })
    .where('structureId', '=', structureId)
    .where('termineeLe', 'is', null)
    .execute()
}

type SuspensionVoulue = { jusqua: string; motif: string; par: number; le: Date }

/** Suspends the structure's reminders; the suspension that it had gives way. */
export async function insertSuspension(
  db: Db,
  structureId: number,
  voulue: SuspensionVoulue,
): Promise<void> {
  // Two people at once: the second waits here, then ends what the first has written.
  await sql`select from structure where id = ${structureId} for update`.execute(db)
  await updateFin(db, structureId, voulue)
  await db
    .insertInto('relanceSuspension')
    .values({ structureId, ...voulue })
    .execute()
}
