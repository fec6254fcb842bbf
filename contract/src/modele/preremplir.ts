import { type Calcul, ouvrirCalcul } from './calcul.ts'
import type { ModeleCompile } from './compile.schema.ts'
import type { Contexte, Donnees } from './modele.schema.ts'
import { verifierNature } from './verification.ts'

/** The values with which a new form of this model and month starts. */
export function preremplir(mc: ModeleCompile, contexte: Contexte): Donnees {
  return preremplirVide(ouvrirCalcul(mc, {}, contexte))
}

/**
 * Puts in a blank form the values with which it starts, and gives them: those of `prerempli`, in
 * the order of the cells, each seeing the ones before. What does not fit its cell (a negative
 * figure of last month's) is left blank. Cells that `soSi` locks are not there: they are `SO` as
 * soon as the form is opened.
 */
export function preremplirVide(calcul: Calcul): Donnees {
  const { mc, contexte } = calcul
  for (const [adresse, cellule] of mc.cellules) {
    const prerempli = mc.formules[cellule.rang]?.prerempli
    if (!prerempli || cellule.calculee) continue
    const valeur = calcul.evaluer(prerempli.lire)
    if (valeur !== undefined && !verifierNature(cellule, valeur, contexte))
      calcul.changer({ [adresse]: valeur })
  }
  return calcul.saisies()
}
