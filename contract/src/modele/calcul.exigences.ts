import type { Moteur } from './calcul.moteur.ts'
import { lireCase } from './calcul.place.ts'
import { ND } from './modele.schema.ts'
import type { Place } from './plan.ts'

/** Why a cell keeps a form from being submitted. */
export type MotifManquant = 'VIDE' | 'COMMENTAIRE'

/** Read-only at `SO`: its `soSi` is true. */
export function estVerrouillee(moteur: Moteur, { tableau, cellule }: Place): boolean {
  return tableau === null && moteur.verrous[cellule.rang] === true
}

/** Must be filled before submission: says so, or its `requisSi` is true. */
export function estRequise(moteur: Moteur, place: Place): boolean {
  const { cellule } = place
  if (cellule.calculee || cellule.luSeul || estVerrouillee(moteur, place)) return false
  return cellule.requis || condition(moteur, place, 'requisSi')
}

/** Needs a comment: its `commentaireSi` is true, or somebody answered ND. */
export function veutCommentaire(moteur: Moteur, place: Place): boolean {
  if (estVerrouillee(moteur, place)) return false
  if (condition(moteur, place, 'commentaireSi')) return true
  const { cellule } = place
  return cellule.nd && !cellule.calculee && lireCase(moteur, place)?.valeur === ND
}

/** What is missing in a cell: its value, its comment, or nothing. */
export function motifDe(
  moteur: Moteur,
  place: Place,
  commentaires: ReadonlyMap<string, string>,
): MotifManquant | null {
  if (estRequise(moteur, place) && lireCase(moteur, place)?.valeur === undefined) return 'VIDE'
  if (!veutCommentaire(moteur, place)) return null
  return commentaires.get(place.adresse)?.trim() ? null : 'COMMENTAIRE'
}

function condition(
  moteur: Moteur,
  { cellule, tableau, ligne }: Place,
  quoi: 'requisSi' | 'commentaireSi',
): boolean {
  if (tableau === null) return moteur[quoi][cellule.rang] === true
  const lire = moteur.mc.formulesTableaux[tableau.rang]?.[cellule.rang]?.[quoi]
  const etatLigne = moteur.etat.tableaux[tableau.rang]?.lignes.get(ligne ?? '')
  if (!lire || !etatLigne) return false
  return moteur.dansLaLigne(etatLigne, () => lire(moteur.etat)) === true
}
