import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { exempleEbt } from './exemple/ebt.ts'
import { exempleEpm } from './exemple/epm.ts'
import { exempleIae } from './exemple/iae.ts'
import { exempleRma } from './exemple/rma.ts'
import type { Situation } from './exemple/situation.ts'
import { exempleSmp } from './exemple/smp.ts'
import { STRUCTURES } from './structures.ts'

export type { Situation } from './exemple/situation.ts'

const EXEMPLES = {
  RMA: exempleRma,
  EPM: exempleEpm,
  SMP: exempleSmp,
  EBT: exempleEbt,
  IAE: exempleIae,
}

/** The models of the seed, those of the demonstration with them: each has an example. */
export type CodeModele = keyof typeof EXEMPLES

/** A structure of the seed for each model. */
const STRUCTURES_TYPES: Record<CodeModele, string> = {
  RMA: 'CAU-R01-01',
  EPM: 'CAU-R01-01',
  SMP: 'MAC-R01-01',
  EBT: 'DR-R01',
  IAE: 'MAC-R01-01',
}

/** Whether a model has an example. */
export function estCodeModele(code: string): code is CodeModele {
  return Object.hasOwn(EXEMPLES, code)
}

/**
 * A whole month on which no control fires: the cells that a person enters, neither the computed
 * ones nor those that are only read. Give it the cells of the month before as `precedent` to chain
 * months. By default: a first month, March 2025, of a structure of the seed.
 */
export function exempleCoherent(modele: CodeModele, situation: Partial<Situation> = {}): Donnees {
  return EXEMPLES[modele]({
    structure: situation.structure ?? structureType(modele),
    periode: situation.periode ?? { mois: 'MARCH', annee: 2025 },
    precedent: situation.precedent ?? null,
    graine: situation.graine ?? 1,
  })
}

function structureType(modele: CodeModele) {
  const code = STRUCTURES_TYPES[modele]
  const structure = STRUCTURES.find((candidate) => candidate.code === code)
  if (!structure) throw new Error(`Structure absente des structures semées\u00a0: ${code}`)
  return structure
}
