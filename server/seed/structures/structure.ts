import { blancDe } from '@releve/contract/champs.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'

/** A structure as the seed gives it: its parent is a code, the base gives ids and versions. */
export type StructureSemee = Omit<Structure, 'id' | 'parent' | 'urlLogo' | 'version'> & {
  parent: string | null
}

type Propre = Pick<
  StructureSemee,
  | 'code'
  | 'libelle'
  | 'typeStructure'
  | 'region'
  | 'responsable'
  | 'adresse'
  | 'latitude'
  | 'longitude'
  | 'postesReference'
  | 'effectifsOuverture'
  | 'modeles'
  | 'dateOuverture'
> &
  Partial<StructureSemee>

/** Regions that have a regional office: the parent of the structures that stand in them. */
const DIRECTIONS: Record<string, string> = { R01: 'DR-R01', R02: 'DR-R02', R03: 'DR-R03' }

/**
 * Completes a structure of the fictional country: public and active unless said otherwise, under
 * the regional office of its region, with an e-mail of a reserved domain and a telephone number
 * under a country prefix (999) that is not assigned.
 */
export function structure(rang: number, propre: Propre): StructureSemee {
  return {
    ...blancDe(CHAMPS_STRUCTURE),
    statutStructure: 'PUBLIC',
    parent: DIRECTIONS[propre.region] ?? null,
    telephone: `+999 20 00 00 ${String(rang).padStart(2, '0')}`,
    email: `${propre.code.toLowerCase()}@example.org`,
    etat: 'ACTIVE',
    ...propre,
  }
}

/** Reference posts by staff category, from « hors catégorie » to E. */
export function postes(
  HC: number,
  A: number,
  B: number,
  C: number,
  D: number,
  E: number,
): Record<string, number> {
  return { HC, A, B, C, D, E }
}
