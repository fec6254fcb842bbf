import type { Db } from '../platform/route.ts'

type Ligne = {
  le: Date
  utilisateurId: number | null
  action: string
  objet?: string
  detail?: object
}

/** Puts a line as it is, in any shape: one of before, or of an action that no family has. */
export async function poserLigne(db: Db, { detail = {}, ...ligne }: Ligne): Promise<void> {
  await db
    .insertInto('journal')
    .values({ ...ligne, detail: JSON.stringify(detail) })
    .execute()
}
