import { ETATS_RECUS } from '@releve/contract/formulaire/formulaire.rules.ts'
import { MOIS_PASSES } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { sql } from 'kysely'
import { figer } from '../platform/base/fige.ts'
import type { Db } from '../platform/route.ts'
import { contenuDuMois, type FormulaireCharge } from './formulaire.sql.ts'

type Textes = Record<string, string>

/** What a month before a report said: its value (docs/conception.md, 3), and the words with it. */
export type MoisPasse = {
  rang: number
  /** How many months the report of it covers, by its own version. */
  couverts: Duree
  donnees: Donnees
  justifications: Textes
  commentaires: Textes
}

const RECU = contenuDuMois(ETATS_RECUS)
const COUVERTS = sql`(select m.mois_couverts from modele m where m.id = f.modele_id)`

type FormulaireVise = Pick<FormulaireCharge, 'structureId' | 'modeleCode' | 'rang'>

/** The months received before a report, the oldest first, by the index of the structure's month. */
export async function listMoisPasses(db: Db, visee: FormulaireVise): Promise<MoisPasse[]> {
  return lireMois(db, visee)
}

const lireMois = figer<MoisPasse, FormulaireVise>(
  ({ structureId, modeleCode, rang }) => sql`
    select f.rang, ${COUVERTS} as couverts, ${RECU.donnees} as donnees,
      ${RECU.justifications} as justifications,
      ${RECU.commentaires} as commentaires
    from formulaire f ${RECU.jointure}
    where f.structure_id = ${structureId} and f.modele_code = ${modeleCode}
      and f.rang between ${rang}::int - ${sql.lit(MOIS_PASSES)} and ${rang}::int - 1
      and f.etat <> 'ANNULE' and (${RECU.present} or p.formulaire_id is not null)
    order by f.rang`,
)

export type RaisonsDuMois = Pick<MoisPasse, 'rang' | 'couverts' | 'justifications'> & {
  pour: number
}

/** What was justified in the months before each of these reports (`pour`), the oldest first. */
export async function listRaisonsPassees(db: Db, ids: readonly number[]): Promise<RaisonsDuMois[]> {
  if (ids.length === 0) return []
  return lireRaisons(db, { ids: [...ids] })
}

const lireRaisons = figer<RaisonsDuMois, { ids: number[] }>(
  ({ ids }) => sql`
    select vu.id as pour, f.rang, ${COUVERTS} as couverts, ${RECU.justifications} as justifications
    from formulaire vu
    join formulaire f on f.structure_id = vu.structure_id and f.modele_code = vu.modele_code
      and f.rang between vu.rang - ${sql.lit(MOIS_PASSES)} and vu.rang - 1 and f.etat <> 'ANNULE'
    ${RECU.jointure}
    where vu.id = any(${ids}::int[]) and (${RECU.present} or p.formulaire_id is not null)
    order by f.rang`,
)
