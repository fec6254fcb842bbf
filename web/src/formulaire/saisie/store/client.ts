import type { Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Modele, Niveau, Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { Lectures } from '@releve/contract/modele/saisie.ts'

/** The face of the store: all that the screen, the grid and the acts may know of it (0083). Types alone. */

export type Abonnement = (rappel: () => void) => () => void

/** What one reads of a form on the screen, entered or not: its cells, each with its subscribers. */
export type Lecture = {
  modele: Modele
  celluleDe: (adresse: string) => Cellule | undefined
  lire: (adresse: string) => EtatCellule
  abonner: (adresse: string, rappel: () => void) => () => void
  /** What stands around its text: what a key in the cell changes seldom. */
  encadrer: (adresse: string) => CadreCellule
  abonnerCadre: (adresse: string, rappel: () => void) => () => void
  lignes: (section: string) => readonly string[]
  abonnerLignes: (section: string, rappel: () => void) => () => void
  lireBilan: () => Bilan
  abonnerBilan: Abonnement
  /** Value of the previous month, as shown; null when there is none. */
  precedent: (adresse: string) => string | null
  /** « février 2025 », of which they are; empty where there is none. */
  periodePrecedente: string
  /** « févr. », said before it where its cell is blank; empty where there is none. */
  brefPrecedent: string
  /** « En février 2025 : », said before it. */
  libellePrecedent: string
  anneePrecedente: (adresse: string) => string | null
  /** The cell looked at. */
  active: () => string | null
  abonnerActive: Abonnement
  activer: (adresse: string) => void
  /** From now on, cells say what is unusual in them. */
  juger: (juger: Juger) => void
  /** Where others are, by cell: their initials. */
  marquerPresents: (presents: ReadonlyMap<string, string>) => void
  /** What has changed since the submission before: on its cells, counted, and walked through. */
  marquerChangees: (changees: ReadonlyMap<string, ValeurAnterieure>) => void
  /** The next cell where something waits, or the one before, from the cell looked at; then round. */
  probleme: (sens: 1 | -1) => string | null
  /** The first cell to fill; where none is, the first where something waits, or that may be entered. */
  premiere: () => string | null
  /** Whether rows may come and go in this table; told by `abonnerLignes`. */
  tableauOuvert: (section: string) => boolean
  /** What was typed in cells that are closed, by cell; told by `abonnerBilan`. */
  ecartees: () => ReadonlyMap<string, string>
  oublierEcartees: () => void
}

/** A value out of what its cell is as a rule: above (1) or below (-1), and the sentence that says it. */
export type ValeurInhabituelle = { sens: 1 | -1; dit: string }

/** Tells what is unusual; the same object each time for a cell and a side. */
export type Juger = (cellule: Cellule, valeur: Valeur | undefined) => ValeurInhabituelle | null

/** What a cell was when its form was submitted before: as it is written there, and the sentence. */
export type ValeurAnterieure = { avant: string; dit: string }

/** All that one cell shows; a new object only when something in it changed. */
export type EtatCellule = {
  /** What the field holds: as typed, valid or not. */
  texte: string
  valeur: Valeur | undefined
  /** Why the text is not a value, or why the server refused it, in French. */
  erreur: string | null
  requise: boolean
  /** Not entered: computed, read-only, `SO` by rule, or the form is closed. */
  fermee: boolean
  /** A total while a cell is blank. */
  partiel: boolean
  /** Worst level of the controls that point at it. */
  niveau: Niveau | null
  messages: readonly string[]
  /** Once the past of the form is known, and its field is left: information, never a fault. */
  inhabituelle: ValeurInhabituelle | null
  commentaire: string
  commentaireRequis: boolean
  remarques: readonly Remarque[]
  /** Codes of its list that may not be chosen in this month; the one that it holds may be of them. */
  horsMois: readonly string[]
  /** Initials of those who are entering it elsewhere. */
  presents: string
  /** For who reads it once submitted again: it is no longer what was submitted before. */
  changee: ValeurAnterieure | null
}

/** All that one cell shows around what a key changes of it: a new object only when something of it changed. */
export type CadreCellule = Omit<EtatCellule, 'texte' | 'valeur' | 'partiel'>

/** Where a gesture was undone or done again, and in how many cells it still held. */
export type Retour = { cellule: string; cases: number }

export type Sorte = 'refusee' | 'remplacee' | 'videe' | 'remplie' | 'inchangee'

/** What a text would do to a cell, before it is typed there. Texts are as one reads them. */
export type Examen = {
  adresse: string
  sorte: Sorte
  /** `''` for a blank. */
  avant: string
  apres: string
  /** Why it is refused: it would stay as it is typed, to be corrected. */
  erreur: string | null
  /** Figures that have two readings. */
  lectures: Lectures | null
}

export type Textes = readonly (readonly [adresse: string, texte: string])[]

/** A figure that a block brings of a cell that is not entered, and ours once the block is laid. */
export type Ecart = { adresse: string; dit: string; calcule: string }

export type EtatEnregistrement =
  | { sorte: 'repos' | 'attente' | 'envoi' | 'conflit' }
  /** `libelle`: what the server said, when it could be reached. */
  | { sorte: 'interrompu'; libelle?: string }
  | { sorte: 'enregistre'; le: Date }
  | { sorte: 'refuse'; libelle: string }

/** Something to mend, justify or know before submitting. */
export type Probleme = {
  cle: string
  sorte: 'invalide' | 'manquante' | 'commentaire' | 'remarque' | Niveau
  /** Those of its cells, each of which shows it. */
  sections: readonly string[]
  /** The first is where a click leads; none for a control that reads no cell of the screen. */
  cellules: readonly string[]
  message: string
  /** AVERTISSEMENT only: the key of its justification, and whether it still waits for one. */
  justification?: Demande
}

/** `perimee`: written for other figures, to be confirmed or written anew. */
export type Demande = { cle: string; texte: string; attendue: boolean; perimee: boolean }

export type BilanSection = {
  requises: number
  remplies: number
  erreurs: number
  avertissements: number
  /** Remarks on its cells that wait for a correction, or an answer. */
  remarques: number
  /** Cells that are no longer what was submitted before, for who reviews. */
  changees: number
}

export type Bilan = {
  problemes: readonly Probleme[]
  sections: ReadonlyMap<string, BilanSection>
  requises: number
  remplies: number
  /** Wrong values, blocking controls, missing comments. */
  erreurs: number
  /** Remarks of a form sent back that wait for a correction, or an answer. */
  aTraiter: number
  /** All that forbids submission: errors, remarks, and sections with required cells still blank. */
  bloquants: number
  /** Warnings that still wait for a justification. */
  aJustifier: number
}

export type Gestes = {
  taper: (adresse: string, texte: string) => void
  /** The field is left: a valid figure is set in its French form. */
  quitter: (adresse: string) => void
  /** What others put in a cell cannot be shown there: somebody types in it, over what it held. */
  surprendre: (adresse: string) => void
  poser: (textes: Textes) => void
  /** Takes the previous month's value. */
  reprendre: (adresse: string) => void
  commenter: (adresse: string, texte: string) => void
  justifier: (cle: string, texte: string) => void
  /** Number of cells filled. */
  mettreAZero: (section: string | null) => number
  ajouterLigne: (section: string) => string | null
  supprimerLigne: (section: string, ligne: string) => void
  /** Undoes the last gesture on figures, saved or not; null when there is none. */
  annuler: () => Retour | null
  refaire: () => Retour | null
  /** Gives back its text to the cell where one types. */
  abandonner: (adresse: string) => void
}

/** What one may type in a form, and what becomes of it. A form without it is only read. */
export type Entree = Gestes & {
  /** What these texts would do to their cells; nothing is done. */
  examiner: (textes: Textes, virgule: boolean) => Examen[]
  /** Where what is said of cells that are not entered differs from what these texts make of them. */
  comparer: (textes: Textes, dites: Textes) => Ecart[]
  enregistrement: () => EtatEnregistrement
  abonnerEnregistrement: Abonnement
  /**
   * Changes of an earlier visit were found in this browser, and are not all saved yet; what is told
   * to `abonnerEnregistrement` may change it.
   */
  retrouvees: () => boolean
  /** The version that the server last answered. */
  version: () => number
  /** Saves now. True when nothing waits any more. */
  vider: () => Promise<boolean>
}

/** One cell that two people changed: the value typed here, and the one that the server holds. */
export type Conflit = {
  adresse: string
  mienne: Valeur | null
  /** When mine was typed; null when that is not known. */
  tapeLe: Date | null
  leur: Valeur | null
  /** Who saved the other, and when: « vous », from another window. */
  auteur: string
  le: string | null
}

/**
 * What the server does not hold yet, kept in this browser so that a reload, a crash or a power cut
 * loses nothing: texts as they were typed, valid or not, by cell. `version` is the version of the
 * form they were typed over, so that the server still sees the conflicts.
 */
export type Reliquat = {
  version: number
  textes: Record<string, string>
  commentaires: Record<string, string | null>
  justifications: Record<string, string | null>
}

export type Ouverture = {
  lecture: Lecture
  /** Null when the form is only read. */
  entree: Entree | null
  /** The form is closed, and this browser holds changes that were never saved. */
  abandonnees: Reliquat | null
  oublier: () => void
  conflits: readonly Conflit[]
  trancher: (leurs: readonly string[]) => void
}
