import { rangDe } from '@releve/contract/mois.ts'
import { CHAMPS_DATES, type ChampDate } from '@releve/contract/structure/structure.champs.ts'
import type { PeriodeStructure, StructureLue } from '@releve/contract/structure/structure.schema.ts'

export type Moment = 'passe' | 'present' | 'avenir'

/** Where a period lies, seen from the month `rang`. */
export function momentDe({ de, a }: Pick<PeriodeStructure, 'de' | 'a'>, rang: number): Moment {
  if (a && rangDe(a) < rang) return 'passe'
  return de && rangDe(de) > rang ? 'avenir' : 'present'
}

/** The periods of what has changed, or will: what has always been so has no bound. */
export const bornees = (periodes: readonly PeriodeStructure[]) =>
  periodes.filter(({ de, a }) => de !== null || a !== null)

export const periodesDuChamp = (periodes: readonly PeriodeStructure[], champ: ChampDate) =>
  periodes.filter((une) => une.champ === champ)

export const estDate = (nom: string): nom is ChampDate => CHAMPS_DATES.some((un) => un === nom)

/** Models as the record orders them, then the others. */
function ordonner(modeles: readonly string[], selon: readonly string[]): string[] {
  const connus = selon.filter((un) => modeles.includes(un))
  return [...connus, ...modeles.filter((un) => !connus.includes(un))]
}

/** The record as it is in the month `rang`: what is dated, as its periods say it. */
export function ficheDuMois(structure: StructureLue, rang: number): StructureLue {
  const alors = structure.periodes.filter((une) => momentDe(une, rang) === 'present')
  const modeles = periodesDuChamp(alors, 'modeles').flatMap(({ valeur }) =>
    typeof valeur === 'string' ? [valeur] : [],
  )
  const autres = alors
    .filter(({ champ }) => champ !== 'modeles')
    .map(({ champ, valeur }) => [champ, valeur] as const)
  return {
    ...structure,
    ...Object.fromEntries(autres),
    modeles: ordonner(modeles, structure.modeles),
  }
}
