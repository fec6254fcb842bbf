import type { Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Modele, Niveau, Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { EtatEnregistrement } from './enregistreur.ts'

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
  commentaire: string
  commentaireRequis: boolean
  remarques: readonly Remarque[]
}

/** Something to mend, justify or know before submitting. */
export type Probleme = {
  cle: string
  sorte: 'invalide' | 'manquante' | 'commentaire' | Niveau
  section: string
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
}

export type Bilan = {
  problemes: readonly Probleme[]
  sections: ReadonlyMap<string, BilanSection>
  requises: number
  remplies: number
  /** Wrong values, blocking controls, missing comments. */
  erreurs: number
  /** All that forbids submission: errors, and sections with required cells still blank. */
  bloquants: number
  /** Warnings that still wait for a justification. */
  aJustifier: number
}

type Abonnement = (rappel: () => void) => () => void

/** One form open on the screen: its cells, each with its own subscribers. */
export type Saisie = {
  modele: Modele
  /** Whether figures may be entered at all. */
  ouverte: boolean
  celluleDe: (adresse: string) => Cellule | undefined
  lire: (adresse: string) => EtatCellule
  abonner: (adresse: string, rappel: () => void) => () => void
  lignes: (section: string) => readonly string[]
  abonnerLignes: (section: string, rappel: () => void) => () => void
  lireBilan: () => Bilan
  abonnerBilan: Abonnement
  /** Value of the previous month, as shown; null when there is none. */
  precedent: (adresse: string) => string | null
  /** « En février 2025 : », said before it. */
  libellePrecedent: string
  anneePrecedente: (adresse: string) => string | null

  taper: (adresse: string, texte: string) => void
  /** The field is left: a valid figure is set in its French form. */
  quitter: (adresse: string) => void
  poser: (textes: readonly (readonly [adresse: string, texte: string])[]) => void
  reprendre: (adresse: string) => void
  commenter: (adresse: string, texte: string) => void
  justifier: (cle: string, texte: string) => void
  /** Number of cells filled. */
  mettreAZero: (section: string | null) => number
  ajouterLigne: (section: string) => string | null
  supprimerLigne: (section: string, ligne: string) => void

  enregistrement: () => EtatEnregistrement
  abonnerEnregistrement: Abonnement
  active: () => string | null
  abonnerActive: Abonnement
  activer: (adresse: string) => void
}
