import { CODIFICATIONS_ACCUEIL } from './codifications/accueil.ts'
import type { CodificationSemee } from './codifications/codification.ts'
import { CODIFICATIONS_COLLECTE } from './codifications/collecte.ts'
import { CODIFICATIONS_PENITENTIAIRE } from './codifications/penitentiaire.ts'
import { CODIFICATIONS_PERSONNEL } from './codifications/personnel.ts'
import { CODIFICATIONS_STRUCTURE } from './codifications/structure.ts'

/** Every code list that an empty base receives. Codes are never reused with another meaning. */
export const CODIFICATIONS: CodificationSemee[] = [
  ...CODIFICATIONS_STRUCTURE,
  ...CODIFICATIONS_ACCUEIL,
  ...CODIFICATIONS_PERSONNEL,
  ...CODIFICATIONS_PENITENTIAIRE,
  ...CODIFICATIONS_COLLECTE,
]
