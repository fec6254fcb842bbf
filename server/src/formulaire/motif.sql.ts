import type { Sql } from '../platform/route.ts'

const LISTE = 'MOTIF_RENVOI'

/** Whether this reason may be given today. */
export async function estMotifActif(sql: Sql, code: string): Promise<boolean> {
  const ligne = await sql
    .selectFrom('codificationValeur')
    .select('code')
    .where('codification', '=', LISTE)
    .where('code', '=', code)
    .where('actif', '=', true)
    .executeTakeFirst()
  return ligne !== undefined
}

/** The label of a reason, also of one that is no longer offered. */
export async function findLibelleMotif(sql: Sql, code: string): Promise<string> {
  const ligne = await sql
    .selectFrom('codificationValeur')
    .select('libelle')
    .where('codification', '=', LISTE)
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return ligne.libelle
}
