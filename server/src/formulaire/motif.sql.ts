import type { Db } from '../platform/route.ts'

const LISTE = 'MOTIF_RENVOI'

/** The label of a reason, also of one that is no longer offered. */
export async function findLibelleMotif(db: Db, code: string): Promise<string> {
  const ligne = await db
    .selectFrom('codificationValeur')
    .select('libelle')
    .where('codification', '=', LISTE)
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return ligne.libelle
}
