import { CHIFFRES_MAX, estNombreExact, garder } from '../exact.ts'
import { Moteur } from './calcul.moteur.ts'
import { ecrireCase, effacerCase, lireCase, placeDe, toutesLesPlaces } from './calcul.place.ts'
import { type Cellule, codesHorsMois } from './cellule.ts'
import type { ModeleCompile } from './compile.schema.ts'
import type { Lecture } from './etat.ts'
import { avecJustification } from './justification.ts'
import {
  type Contexte,
  type Controle,
  type Donnees,
  type Modifications,
  ND,
  type Niveau,
  SO,
  type Valeur,
} from './modele.schema.ts'
import type { Place } from './plan.ts'

/** A code that no rule may have. */
const CALCUL = 'CALCUL'

const cleDeDebord = (adresse: string) => `${CALCUL}:${adresse}`

/** Cells whose result cannot be kept, in the order of the screen: each stops the submission. */
function debordsDe(moteur: Moteur): Controle[] {
  const { mc, debordees } = moteur
  if (debordees.size === 0) return []
  return toutesLesPlaces(mc, moteur)
    .filter(({ adresse }) => debordees.has(adresse))
    .map(({ adresse, cellule }) => ({
      cle: cleDeDebord(adresse),
      code: CALCUL,
      niveau: 'BLOQUANT',
      cellules: [adresse],
      message: `«\u00a0${cellule.libelle}\u00a0»\u00a0: le résultat a plus de ${CHIFFRES_MAX} chiffres, il ne peut pas être gardé exactement. Vérifiez les valeurs dont il est calculé.`,
      justification: null,
    }))
}

/**
 * What keeps a result from being kept, then the controls that fire, in the order of the model,
 * their messages written when first asked for.
 */
function resultatsDe(moteur: Moteur, justifications: ReadonlyMap<string, string>): Controle[] {
  const { mc, etat, verites, messages } = moteur
  const resultats = debordsDe(moteur)
  mc.controles.forEach(({ cle, code, niveau, cellules, message: ecrire }, rang) => {
    if (verites[rang] !== false) return
    const message = messages[rang] ?? ecrire(etat)
    messages[rang] = message
    const brut = { cle, code, niveau, cellules, message, justification: null }
    resultats.push(avecJustification(brut, justifications.get(cle)))
  })
  return resultats
}

/** Number of controls of that level that fire; what cannot be kept is not one of them. */
function compterDeclenches({ mc, verites }: Moteur, cherche: Niveau): number {
  return mc.controles.filter(({ niveau }, rang) => niveau === cherche && verites[rang] === false)
    .length
}

/** Why a cell keeps a form from being submitted. */
type MotifManquant = 'VIDE' | 'COMMENTAIRE'

/** Read-only at `SO`: its `soSi` is true. */
function estVerrouillee(moteur: Moteur, { tableau, cellule }: Place): boolean {
  return tableau === null && moteur.verrous[cellule.rang] === true
}

/** Must be filled before submission: says so, or its `requisSi` is true. */
function estRequise(moteur: Moteur, place: Place): boolean {
  const { cellule } = place
  if (cellule.calculee || cellule.luSeul || estVerrouillee(moteur, place)) return false
  return cellule.requis || condition(moteur, place, 'requisSi')
}

/** Needs a comment: its `commentaireSi` is true, or somebody answered ND. */
function veutCommentaire(moteur: Moteur, place: Place): boolean {
  if (estVerrouillee(moteur, place)) return false
  if (condition(moteur, place, 'commentaireSi')) return true
  const { cellule } = place
  return cellule.nd && !cellule.calculee && lireCase(moteur, place)?.valeur === ND
}

/** What is missing in a cell: its value, its comment, or nothing. */
function motifDe(
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

/** What people wrote beside the figures: by key of control, by address. */
export type Textes = {
  justifications?: Record<string, string>
  commentaires?: Record<string, string>
}

/** Addresses whose value, partial sum, lock or requirement changed; keys of controls to show anew. */
export type Effets = { cellules: string[]; controles: string[] }

/**
 * Opens a form: computes all its cells and controls once; `changer` then computes only what
 * depends on the cells changed. Values of computed or unknown cells in `donnees` are ignored.
 */
export function ouvrirCalcul(
  mc: ModeleCompile,
  donnees: Donnees,
  contexte: Contexte,
  textes: Textes = {},
): Calcul {
  return new Calcul(mc, donnees, contexte, textes)
}

export class Calcul {
  readonly mc: ModeleCompile
  private readonly moteur: Moteur
  private readonly justifications: Map<string, string>
  private readonly commentaires: Map<string, string>

  constructor(mc: ModeleCompile, donnees: Donnees, contexte: Contexte, textes: Textes) {
    this.mc = mc
    this.moteur = new Moteur(mc, contexte)
    this.justifications = new Map(Object.entries(textes.justifications ?? {}))
    this.commentaires = new Map(Object.entries(textes.commentaires ?? {}))
    for (const [adresse, valeur] of Object.entries(donnees)) {
      const place = placeDe(mc, adresse)
      if (place && !estTraceDeVerrou(place, valeur)) ecrireCase(this.moteur, place, valeur)
    }
    this.moteur.marquerTout()
    this.moteur.propager()
    oublierSousVerrou(this.moteur)
  }

  get contexte(): Contexte {
    return this.moteur.etat.contexte
  }

  /** Formulas run since the form was opened, controls included. */
  get evaluations(): number {
    return this.moteur.evaluations
  }

  /**
   * Changes entered cells (`null` erases) and computes what depends on them. Unknown and computed
   * cells are ignored: `verifierModifications` refuses them beforehand.
   */
  changer(modifications: Modifications): Effets {
    const touchees = new Set<string>()
    const { debordees } = this.moteur
    const debordaient = new Set(debordees.size > 0 ? debordees : null)
    for (const [adresse, valeur] of Object.entries(modifications)) {
      const place = placeDe(this.mc, adresse)
      if (!place) continue
      const trace = valeur !== null && estTraceDeVerrou(place, valeur)
      if (trace && estVerrouillee(this.moteur, place)) continue
      const vues =
        valeur === null || trace
          ? effacerCase(this.moteur, place)
          : ecrireCase(this.moteur, place, valeur)
      for (const vue of vues) touchees.add(vue)
    }
    const { cellules, controles } = this.moteur.propager()
    for (const cellule of cellules) touchees.add(cellule)
    for (const adresse of debordaient)
      if (!debordees.has(adresse)) controles.add(cleDeDebord(adresse))
    for (const adresse of debordees)
      if (!debordaient.has(adresse)) controles.add(cleDeDebord(adresse))
    return { cellules: [...touchees], controles: [...controles] }
  }

  /** Value of a cell, entered or computed; null when blank or not computable. */
  valeur(adresse: string): Valeur | null {
    const place = placeDe(this.mc, adresse)
    return (place && lireCase(this.moteur, place)?.valeur) ?? null
  }

  /** Sum so far of a total that is not whole; null when it is whole, or nothing is known. */
  partiel(adresse: string): number | null {
    const place = placeDe(this.mc, adresse)
    return (place && lireCase(this.moteur, place)?.partiel) ?? null
  }

  /** Codes of a cell's list that the month of the form does not offer. */
  horsMois(cellule: Cellule): readonly string[] {
    return codesHorsMois(cellule, this.contexte.codesHors)
  }

  /** Runs a compiled formula of the model on the values as they stand; rounded as a cell would be. */
  evaluer(lire: Lecture): Valeur | undefined {
    const lu = lire(this.moteur.etat)
    return estNombreExact(lu) ? (garder(lu, null) ?? undefined) : lu
  }

  /** Ids of the rows of a repeating table that hold something, in order. */
  lignes(tableau: string): readonly string[] {
    const rang = this.mc.tableaux.findIndex(({ code }) => code === tableau)
    return this.moteur.etat.tableaux[rang]?.ids ?? []
  }

  /** Every value present, computed cells included: what is stored and exported. */
  donnees(): Donnees {
    return this.rassembler(() => true)
  }

  /** Values entered only; neither computed cells nor those locked at SO. */
  saisies(): Donnees {
    return this.rassembler(
      (place) => !place.cellule.calculee && !estVerrouillee(this.moteur, place),
    )
  }

  /** Read-only at `SO`, because its `soSi` is true. */
  verrouillee(adresse: string): boolean {
    const place = placeDe(this.mc, adresse)
    return place !== null && estVerrouillee(this.moteur, place)
  }

  verrouillees(): string[] {
    // Asked at each key: most models lock nothing.
    if (!this.moteur.verrous.includes(true)) return []
    return this.places()
      .filter((place) => estVerrouillee(this.moteur, place))
      .map(({ adresse }) => adresse)
  }

  /** Must be filled before submission, as things stand. */
  requise(adresse: string): boolean {
    const place = placeDe(this.mc, adresse)
    return place !== null && estRequise(this.moteur, place)
  }

  /** Needs a comment before submission, as things stand, whether or not it has one. */
  commentaireRequis(adresse: string): boolean {
    const place = placeDe(this.mc, adresse)
    return place !== null && veutCommentaire(this.moteur, place)
  }

  /** Sets or removes (`null`) the comment of a cell. */
  commenter(adresse: string, texte: string | null) {
    if (texte === null) this.commentaires.delete(adresse)
    else this.commentaires.set(adresse, texte)
  }

  /** Sets or removes (`null`) the justification of a control, by its key. */
  justifier(cle: string, texte: string | null) {
    if (texte === null) this.justifications.delete(cle)
    else this.justifications.set(cle, texte)
  }

  /** Controls that fire, in the order of the model. */
  resultats(): Controle[] {
    return resultatsDe(this.moteur, this.justifications)
  }

  /** Blocking controls that fire, and results that cannot be kept. */
  get erreurs(): number {
    return compterDeclenches(this.moteur, 'BLOQUANT') + this.moteur.debordees.size
  }

  /** Warnings that fire, justified or not. */
  get avertissements(): number {
    return compterDeclenches(this.moteur, 'AVERTISSEMENT')
  }

  /** Warnings that fire without a valid justification. */
  aJustifier(): Controle[] {
    return this.resultats().filter(
      ({ niveau, justification }) => niveau === 'AVERTISSEMENT' && justification === null,
    )
  }

  /** Cells to fill or to comment before submission, in the order of the screen. */
  manquants(): string[] {
    return this.places()
      .filter((place) => motifDe(this.moteur, place, this.commentaires) !== null)
      .map(({ adresse }) => adresse)
  }

  /** What is missing in a cell: its value, its comment, or nothing. */
  motifManquant(adresse: string): MotifManquant | null {
    const place = placeDe(this.mc, adresse)
    return place && motifDe(this.moteur, place, this.commentaires)
  }

  /** Share, from 0 to 1, of the required cells that are filled; 1 when none is required. */
  remplissage(): number {
    let requises = 0
    let remplies = 0
    for (const place of this.places()) {
      if (!estRequise(this.moteur, place)) continue
      requises++
      if (lireCase(this.moteur, place)?.valeur !== undefined) remplies++
    }
    return requises === 0 ? 1 : remplies / requises
  }

  private places(): readonly Place[] {
    return toutesLesPlaces(this.mc, this.moteur)
  }

  private rassembler(voulue: (place: Place) => boolean): Donnees {
    const donnees: Donnees = {}
    for (const place of this.places()) {
      const valeur = lireCase(this.moteur, place)?.valeur
      if (valeur !== undefined && voulue(place)) donnees[place.adresse] = valeur
    }
    return donnees
  }
}

/** A lock that holds wrote the `SO` under it: when it opens, the cell is blank. */
function oublierSousVerrou({ verrous, saisies }: Moteur): void {
  for (const [rang, verrou] of verrous.entries())
    if (verrou && saisies[rang] === SO) saisies[rang] = undefined
}

/** `SO` stored while the cell was locked: if the lock opens, it was never somebody's answer. */
function estTraceDeVerrou({ cellule }: Place, valeur: Valeur): boolean {
  return valeur === SO && cellule.verrouillable && !cellule.so
}
