import type { Sql } from '../platform/route.ts'

type Ligne = {
  le: Date
  /** Who acted, or whose account it is; null when nobody is known. */
  utilisateurId: number | null
  action: string
  objet?: string | null
  /** Never a password, a token, nor a name typed that is no account's. */
  detail?: Record<string, unknown>
}

/** Writes one line of the security journal, which is append-only. */
export async function insertJournal(sql: Sql, { detail = {}, ...ligne }: Ligne): Promise<void> {
  await sql
    .insertInto('journal')
    .values({ ...ligne, detail: JSON.stringify(detail) })
    .execute()
}
