import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { sql } from 'kysely'
import {
  type Fragment,
  type LectureEntiere,
  listTout,
  type Tout,
  toutes,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'

/** The last publication of a form, whatever has become of it since. */
export type ValeursDiffusees = {
  structure: string
  /** What DHIS2 calls the structure; null: nothing that is known. */
  unite: string | null
  rang: number
  /** How many months it covers. */
  couverts: Duree
  modeleId: number
  modeleVersion: number
  donnees: Donnees
  /** By cell, and by control. */
  commentaires: Record<string, string>
  justifications: Record<string, string>
}

type EtendueCherchee = {
  modele: string
  /** Ranks of the first and last months, both included. */
  du: number
  au: number
  structures: string[] | undefined
}

const DEPUIS = sql`from formulaire f
  join structure s on s.id = f.structure_id
  join formulaire_publication p on p.formulaire_id = f.id
    and p.version_diffusee = f.version_diffusee
  join modele m on m.id = p.modele_id`

function conditionsDe({ modele, du, au, structures }: EtendueCherchee): Fragment[] {
  const conditions = [
    sql`f.modele_code = ${modele}`,
    sql`f.rang between ${du}::int and ${au}::int`,
    sql`f.version_diffusee >= 1`,
  ]
  if (structures?.length) conditions.push(sql`s.code = any (${structures}::text[])`)
  return conditions
}

export type PeriodeDiffusee = Pick<ValeursDiffusees, 'rang' | 'couverts'>

/** What the published reports of a model describe. */
export async function listPeriodesDiffusees(
  db: Db,
  cherchees: EtendueCherchee,
): Promise<PeriodeDiffusee[]> {
  const { rows } = await sql<PeriodeDiffusee>`
    select distinct f.rang, m.mois_couverts as couverts ${DEPUIS}
    where ${toutes(conditionsDe(cherchees))} order by f.rang`.execute(db)
  return rows
}

/** The published values of a model, month by month, then by structure. */
export function listDiffusees(db: Db, cherchees: EtendueCherchee): Promise<Tout<ValeursDiffusees>> {
  const lecture: LectureEntiere = {
    cle: sql`f.id`,
    colonnes: sql`s.code as structure, f.rang, m.mois_couverts as couverts, p.modele_id, m.version as modele_version,
      p.donnees, p.commentaires, p.justifications,
      (select min(c.unite) from correspondance_structure c
        where c.structure_code = s.code) as unite`,
    depuis: DEPUIS,
    conditions: conditionsDe(cherchees),
    ordre: sql`f.rang, s.code, f.id`,
  }
  return listTout(db, lecture)
}
