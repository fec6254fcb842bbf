import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { StampedCache, stampOf } from '../platform/stamp.ts'
import { versionsEnVigueur } from './modele.sql.ts'

/** Whether some version of a model exists, and the one in force in a month. */
type Version = { modeleConnu: boolean; modeleId: number | null }
type Mois = { code: string; rang: number }

/** Under the stamp ATTENDU, which each new version changes (docs/decisions/0050). */
const versions = new StampedCache<Version>(500)
const nomDe = ({ code, rang }: Mois) => `${code} ${rang}`

async function relire(db: Db, { code, rang }: Mois): Promise<{ stamp: number; valeur: Version }> {
  const { rows } = await sql<Version & { stamp: number }>`
    select ${stampOf('ATTENDU')} as stamp,
      exists (select 1 from modele m where m.code = ${code}) as modele_connu,
      (select m.id from modele m where m.code = ${code} and m.id in ${versionsEnVigueur(rang)})
        as modele_id`.execute(db)
  if (!rows[0]) throw new Error('une lecture sans ligne')
  const { stamp, ...valeur } = rows[0]
  return { stamp, valeur }
}

/**
 * The version of a model in force in a month, under the stamp of what is expected that a statement
 * has just given. One that changes meanwhile gives a later version: whoever writes asks for the
 * stamp that he has read.
 */
export function findVersionSelon(db: Db, attendu: number, mois: Mois): Promise<Version> {
  return versions.selon(db, nomDe(mois), attendu, () => relire(db, mois))
}

/** The one that was in force when it was last looked at: what to read beside, before it is known. */
export const pressentirVersion = (db: Db, mois: Mois): number | null =>
  versions.tenue(db, nomDe(mois))?.valeur.modeleId ?? null
