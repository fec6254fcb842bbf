import type { Duree } from '@releve/contract/modele/rythme.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { StampedCache, stampOf } from '../platform/stamp.ts'
import { versionsAttendues } from './modele.sql.ts'

/** Whether some version of a model exists, and the one that expects a report of a month. */
export type VersionAttendue = {
  modeleConnu: boolean
  modeleId: number | null
  /** How many months a report of it covers. */
  moisCouverts: Duree
}
type Mois = { code: string; rang: number }

/** Under the stamp ATTENDU, which each new version changes (docs/decisions/0050). */
const versions = new StampedCache<VersionAttendue>(500)
const nomDe = ({ code, rang }: Mois) => `${code} ${rang}`

async function relire(
  db: Db,
  { code, rang }: Mois,
): Promise<{ stamp: number; valeur: VersionAttendue }> {
  const { rows } = await sql<VersionAttendue & { stamp: number }>`
    select ${stampOf('ATTENDU')} as stamp,
      exists (select 1 from modele m where m.code = ${code}) as modele_connu,
      m.id as modele_id, coalesce(m.mois_couverts, 1) as mois_couverts
    from (select 1) une left join modele m
      on m.code = ${code} and m.id in ${versionsAttendues(rang)}`.execute(db)
  if (!rows[0]) throw new Error('une lecture sans ligne')
  const { stamp, ...valeur } = rows[0]
  return { stamp, valeur }
}

/**
 * The version of a model that expects a report of a month, under the stamp of what is expected that
 * a statement has just given. One that changes meanwhile gives a later version: whoever writes asks
 * for the stamp that he has read.
 */
export function findVersionSelon(db: Db, attendu: number, mois: Mois): Promise<VersionAttendue> {
  return versions.selon(db, nomDe(mois), attendu, () => relire(db, mois))
}

/** The one that did when it was last looked at: what to read beside, before it is known. */
export const pressentirVersion = (db: Db, mois: Mois): number | null =>
  versions.tenue(db, nomDe(mois))?.valeur.modeleId ?? null
