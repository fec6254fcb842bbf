import {
  decimalesDe,
  estNombre,
  formaterNombre,
  formaterValeur,
} from '@releve/contract/modele/affichage.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Valeur } from '@releve/contract/modele/modele.schema.ts'

const estNumerique = ({ nature }: Cellule) => estNombre(nature)

/** A value as its field holds it: lists by code and dates by ISO, since native fields want them so. */
export function texteChamp(cellule: Cellule, valeur: Valeur | null): string {
  if (valeur === null) return ''
  if (typeof valeur === 'number') return formaterNombre(valeur, decimalesDe(cellule))
  if (typeof valeur === 'boolean') return valeur ? 'Oui' : 'Non'
  return valeur
}

/** A value as it is read where nothing is entered; blank is `''`. */
export function texteLecture(cellule: Cellule, valeur: Valeur | null): string {
  return valeur === null ? '' : formaterValeur(cellule, valeur)
}

/** Whether this cell takes 0 when a section is filled with zeros: a blank count or amount. */
export function prendZero(cellule: Cellule): boolean {
  return estNumerique(cellule) && !cellule.calculee && (cellule.min ?? 0) <= 0
}
