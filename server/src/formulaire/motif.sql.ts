import type { Db } from '../platform/route.ts'

/** The label of a code, also of one that is no longer offered. */
export async function findLibelleCode(db: Db, liste: string, code: string): Promise<string> {
  const ligne = await db
    .selectFrom('codificationValeur')
    .select('libelle')
    .where('codification', '=', liste)
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return ligne.libelle
}

/** The label of a reason. */
export const findLibelleMotif = (db: Db, code: string): Promise<string> =>
  findLibelleCode(db, 'MOTIF_RENVOI', code)
