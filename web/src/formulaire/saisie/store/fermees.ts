import type { Lot } from './attente.ts'
import { armerBilan, type NoyauSaisi, trouverCellule } from './noyau.ts'
import { texteChamp } from './texte.ts'

/**
 * Sets apart, to be told, what was typed in cells that the server says closed, while the form was
 * open; the rest of the lot waits again.
 * @returns whether the lot has such cells.
 */
export function ecarterFermees(noyau: NoyauSaisi, lot: Lot, cles: readonly string[]): boolean {
  const { attente } = noyau
  const fermees = cles.filter((cle) => Object.hasOwn(lot.donnees, cle))
  for (const sorte of ['donnees', 'commentaires', 'justifications'] as const) {
    for (const [cle, valeur] of Object.entries(lot[sorte])) {
      if (!attente.attend(sorte, cle)) attente.poser(sorte, cle, valeur)
    }
  }
  const ecartees = new Map(noyau.ecartees)
  for (const cle of fermees) {
    const cellule = trouverCellule(noyau, cle)
    const texte = cellule ? texteChamp(cellule, noyau.calcul.valeur(cle)) : ''
    ecartees.set(cle, noyau.textes.get(cle) ?? texte)
    attente.retirer('donnees', cle)
    noyau.fautes.delete(cle)
  }
  noyau.ecartees = ecartees
  armerBilan(noyau)
  return fermees.length > 0
}
