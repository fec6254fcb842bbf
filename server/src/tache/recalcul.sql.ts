import type { RecalculDit } from '@releve/contract/page.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/route.ts'
import { annoncer } from './reveil.ts'

/**
 * Which forms read what an act has changed; nothing said: all of them. Of a structure, those that
 * are open to entry: what was received keeps the record of then.
 */
export const zRecalcul = z.strictObject({
  structureId: z.int().optional(),
  formulaires: z.array(z.int()).optional(),
  /** Ranks of months. */
  rangs: z.array(z.int()).optional(),
  /** Code of a code list. */
  liste: z.string().optional(),
  /** Those after this id: the others are done. */
  apres: z.int().default(0),
})
export type Recalcul = z.infer<typeof zRecalcul>

/**
 * Asks, in the transaction of an act, that the forms which read what it changes be computed again.
 * From its commit to the end of the task, lists say so, and a form is computed by whoever reads it.
 */
export async function demanderRecalcul(db: Db, charge: z.input<typeof zRecalcul>): Promise<void> {
  // Without a key: what is asked again is done again, for it may have begun before this change.
  await sql`insert into tache (genre, charge)
    values ('RECALCUL', ${JSON.stringify(charge)}::jsonb)`.execute(db)
  annoncer()
}

/** Whether some forms are to be computed again, as a column of what reads them. */
export const RECALCUL_EN_COURS = sql<boolean>`exists (
  select from tache attend where attend.genre = 'RECALCUL' and attend.faite_le is null)`

/**
 * Whether they are, asked before what is counted of them: said for figures that have just become
 * right, never left unsaid of figures that are of before.
 */
export async function findRecalcul(db: Db): Promise<RecalculDit> {
  const { rows } = await sql<{ enCours: boolean }>`select ${RECALCUL_EN_COURS} as en_cours`.execute(
    db,
  )
  return rows[0]?.enCours ? { recalcul: true } : {}
}

/**
 * Says which engine computes from now on: another than the last one has all forms computed again,
 * once for all processes. What was given up is tried again.
 */
export async function demanderRecalculDuMoteur(db: Db, empreinte: string): Promise<void> {
  await sql`with change as (
      update moteur set empreinte = ${empreinte} where empreinte <> ${empreinte} returning seul)
    insert into tache (genre, charge) select 'RECALCUL', '{}' from change
    where exists (select from formulaire)`.execute(db)
  await sql`update tache set abandonnee_le = null, essais = 0, due_le = now()
    where genre = 'RECALCUL' and faite_le is null and abandonnee_le is not null`.execute(db)
  annoncer()
}
