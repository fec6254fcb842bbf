import { STRUCTURES_ACCUEIL } from './structures/accueil.ts'
import { DIRECTIONS_REGIONALES } from './structures/directions.ts'
import { STRUCTURES_PENITENTIAIRES } from './structures/penitentiaire.ts'
import type { StructureSemee } from './structures/structure.ts'

/** The 17 structures of the fictional country, parents first: they can be inserted in this order. */
export const STRUCTURES: StructureSemee[] = [
  ...DIRECTIONS_REGIONALES,
  ...STRUCTURES_ACCUEIL,
  ...STRUCTURES_PENITENTIAIRES,
]
