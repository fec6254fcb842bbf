import type { Moteur } from './calcul.moteur.ts'
import type { ModeleCompile } from './compile.schema.ts'
import type { LigneEtat, PeutEtre } from './etat.ts'
import { type Donnees, LIGNE_ID, type Valeur } from './modele.schema.ts'
import type { Place, Tableau } from './plan.ts'

export function placeDe(mc: ModeleCompile, adresse: string): Place | null {
  const cellule = mc.cellules.get(adresse)
  if (cellule) return { adresse, cellule, tableau: null, ligne: null }
  const [code, ligne = '', colonne = '', ...reste] = adresse.split('.')
  const tableau = mc.tableaux.find((candidat) => candidat.code === code)
  const prototype = tableau?.parCode.get(colonne)
  if (!tableau || !prototype || reste.length > 0 || !LIGNE_ID.test(ligne)) return null
  return { adresse, cellule: prototype, tableau, ligne }
}

/** The places of a model whose forms all have the same. */
const fixes = new WeakMap<ModeleCompile, readonly Place[]>()

/** Every place of a form, rows that exist included, in the order of the screen. */
export function toutesLesPlaces(mc: ModeleCompile, moteur: Moteur): readonly Place[] {
  if (mc.tableaux.length > 0) return etalerPlaces(mc, moteur)
  const connues = fixes.get(mc) ?? etalerPlaces(mc, moteur)
  fixes.set(mc, connues)
  return connues
}

function etalerPlaces(mc: ModeleCompile, { etat }: Moteur): Place[] {
  return mc.parcours.flatMap((partie): readonly Place[] => {
    if ('places' in partie) return partie.places
    const { tableau } = partie
    return (etat.tableaux[tableau.rang]?.ids ?? []).flatMap((ligne) =>
      tableau.colonnes.map((cellule) => ({
        adresse: `${tableau.code}.${ligne}.${cellule.colonne}`,
        cellule,
        tableau,
        ligne,
      })),
    )
  })
}

export function lireCase(
  { etat }: Moteur,
  { cellule, tableau, ligne }: Place,
): { valeur: PeutEtre<Valeur>; partiel: PeutEtre<number> } | null {
  const { rang } = cellule
  const source = tableau ? etat.tableaux[tableau.rang]?.lignes.get(ligne ?? '') : etat
  return source ? { valeur: source.valeurs[rang], partiel: source.partiels[rang] } : null
}

/** Puts a value in an entered cell, and marks what must be evaluated. Answers the cells touched. */
export function ecrireCase(moteur: Moteur, place: Place, valeur: Valeur): string[] {
  const { cellule, tableau, ligne, adresse } = place
  if (cellule.calculee) return []
  if (!tableau || ligne === null) {
    moteur.saisies[cellule.rang] = valeur
    moteur.marquer(cellule.rang, 'toutes')
    return []
  }
  const etatLigne = ouvrirLigne(moteur, tableau, ligne)
  if (etatLigne.valeurs[cellule.rang] === valeur) return []
  etatLigne.valeurs[cellule.rang] = valeur
  marquerCase(moteur, place, ligne)
  return [adresse]
}

/** Erases an entered cell; a row of which nothing entered is left disappears. */
export function effacerCase(moteur: Moteur, place: Place): string[] {
  const { cellule, tableau, ligne, adresse } = place
  if (cellule.calculee) return []
  if (!tableau || ligne === null) {
    moteur.saisies[cellule.rang] = undefined
    moteur.marquer(cellule.rang, 'toutes')
    return []
  }
  const etat = moteur.etat.tableaux[tableau.rang]
  const etatLigne = etat?.lignes.get(ligne)
  if (!etat || !etatLigne || etatLigne.valeurs[cellule.rang] === undefined) return []
  etatLigne.valeurs[cellule.rang] = undefined
  marquerCase(moteur, place, ligne)
  const reste = tableau.colonnes.some(
    ({ rang, calculee }) => !calculee && etatLigne.valeurs[rang] !== undefined,
  )
  if (reste) return [adresse]
  etat.lignes.delete(ligne)
  etat.ids.splice(etat.ids.indexOf(ligne), 1)
  marquerColonnes(moteur, tableau)
  const effacees = tableau.colonnes.map(({ colonne }) => `${tableau.code}.${ligne}.${colonne}`)
  for (const effacee of effacees) moteur.debordees.delete(effacee)
  return effacees
}

function ouvrirLigne(moteur: Moteur, tableau: Tableau, ligne: string): LigneEtat {
  const etat = moteur.etat.tableaux[tableau.rang]
  const existante = etat?.lignes.get(ligne)
  if (existante) return existante
  const nouvelle: LigneEtat = {
    valeurs: new Array(tableau.colonnes.length).fill(undefined),
    partiels: new Array(tableau.colonnes.length).fill(undefined),
  }
  etat?.lignes.set(ligne, nouvelle)
  etat?.ids.push(ligne)
  etat?.ids.sort(comparerLignes)
  marquerColonnes(moteur, tableau)
  for (const { rang, calculee } of tableau.colonnes)
    if (calculee) moteur.marquer(idColonne(moteur, tableau, rang), ligne)
  return nouvelle
}

/** Shorter first, then alphabetical: « 2 » before « 10 », the same on both sides and in the base. */
function comparerLignes(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}

/** The rows of a repeating table that hold something, in the order in which they were added. */
export function lignesTenues(donnees: Donnees, tableau: string): string[] {
  const parties = Object.keys(donnees).map((adresse) => adresse.split('.'))
  const ids = parties.flatMap(([code, id]) => (code === tableau && id !== undefined ? [id] : []))
  return [...new Set(ids)].sort(comparerLignes)
}

/** A row that comes or goes changes whatever ranges over any column. */
function marquerColonnes(moteur: Moteur, tableau: Tableau) {
  for (const { rang } of tableau.colonnes) {
    const id = idColonne(moteur, tableau, rang)
    for (const { vers, memeLigne } of moteur.mc.dependants[id] ?? [])
      if (!memeLigne) moteur.marquer(vers, 'toutes')
  }
}

function marquerCase(moteur: Moteur, { tableau, cellule }: Place, ligne: string) {
  if (tableau) moteur.marquerDependants(idColonne(moteur, tableau, cellule.rang), ligne)
}

/** Id of the node of a column: after the cells, table by table. */
function idColonne({ mc }: Moteur, tableau: Tableau, rang: number): number {
  let id = mc.formules.length
  for (let i = 0; i < tableau.rang; i++) id += mc.formulesTableaux[i]?.length ?? 0
  return id + rang
}
