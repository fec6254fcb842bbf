import {
  SANS_VENTILATION,
  VENTILATION_DEFAUT,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { listCorrespondance } from '../modele/correspondance.sql.ts'

// How a cell is called by other systems (docs/decisions/0042). A model that comes from DHIS2 keeps the
// identifiers that it had there; any other has names that follow from its own, the same for ever.

/** A cell, and what DHIS2 calls it. */
export type Rapprochement = Awaited<ReturnType<typeof listCorrespondance>>[number]

/** Whether a figure is said to have no breakdown: by that name, by its identifier, or by nothing. */
export const estSansVentilation = (dite: string): boolean =>
  dite === '' || dite === SANS_VENTILATION || dite === VENTILATION_DEFAUT

/** `RMA.MVT.FIN.M`: the code of a data element, for a model that has no other name for its cells. */
const elementDe = (modele: string, cellule: string): string => `${modele}.${cellule}`

/** The cell of such a code; null: it is none of this model's. */
export function celluleDe(modele: string, element: string): string | null {
  return element.startsWith(`${modele}.`) ? element.slice(modele.length + 1) : null
}

/** What DHIS2 calls a cell of a model that does not come from it. */
export const deriver = (modele: string, cellule: string): Rapprochement => ({
  cellule,
  dataElement: elementDe(modele, cellule),
  categoryOptionCombo: SANS_VENTILATION,
  codeDataElement: '',
  codeCategoryOptionCombo: '',
  options: null,
  agregation: 'SUM',
})

/** `RMA!RA04:M`: what was answered to a control. No code of a cell has this sign. */
export const elementDuControle = (modele: string, cle: string): string => `${modele}!${cle}`

/** The control of such a code; null: it is none of this model's. */
export const controleDe = (modele: string, element: string): string | null =>
  element.startsWith(`${modele}!`) ? element.slice(modele.length + 1) : null

/** `MVT-FIN-M`: an address as a code of SDMX, which takes no dot; no code of ours has a dash. */
export const indicateurDe = (cellule: string): string => cellule.replaceAll('.', '-')

const SANS_CHIFFRE: ReadonlySet<Cellule['nature']> = new Set([
  'date',
  'liste',
  'booleen',
  'texte',
  'texteLong',
])

/** What SDMX is given: figures, those that are computed too. */
export const estIndicateur = ({ nature }: Cellule): boolean => !SANS_CHIFFRE.has(nature)
