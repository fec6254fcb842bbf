import type { EtatListe } from '../formulaire/formulaire.schema.ts'

/**
 * Where the report of a structure, a model and a month stands, in one letter. In lower case, it is
 * late: not received after its due date (`n`, `b`, `q`), or received after it (`s`, `v`, `a`, `d`, `r`).
 */
export const CASES = {
  '.': 'Non attendu',
  '-': 'À venir',
  N: 'Non commencé',
  n: 'Non commencé, en retard',
  B: 'Brouillon',
  b: 'Brouillon, en retard',
  /** Nothing received, begun or not, and the month no longer takes entries. */
  C: 'Clos, sans rapport reçu',
  S: 'Soumis',
  s: 'Soumis hors délai',
  V: 'Validé',
  v: 'Validé, reçu hors délai',
  A: 'Approuvé',
  a: 'Approuvé, reçu hors délai',
  D: 'Diffusé',
  d: 'Diffusé, reçu hors délai',
  R: 'À corriger',
  r: 'À corriger, reçu hors délai',
  /** Sent back by force, and never submitted: it is not received. */
  Q: 'À corriger, jamais soumis',
  q: 'À corriger, jamais soumis, en retard',
} as const
export type Case = keyof typeof CASES

/** The state that a letter tells; null: no report is expected, yet or at all, or the month is closed. */
export const ETAT_DE_CASE = {
  '.': null,
  '-': null,
  N: 'NON_COMMENCE',
  n: 'NON_COMMENCE',
  B: 'BROUILLON',
  b: 'BROUILLON',
  C: null,
  S: 'SOUMIS',
  s: 'SOUMIS',
  V: 'VALIDE',
  v: 'VALIDE',
  A: 'APPROUVE',
  a: 'APPROUVE',
  D: 'DIFFUSE',
  d: 'DIFFUSE',
  R: 'RENVOYE',
  r: 'RENVOYE',
  Q: 'RENVOYE',
  q: 'RENVOYE',
} as const satisfies Record<Case, EtatListe | null>

/** Letters of what has been received, in time or not. */
export const CASES_RECUES: readonly Case[] = ['S', 's', 'V', 'v', 'A', 'a', 'D', 'd', 'R', 'r']
/** Letters of what is due and has not been received. */
export const CASES_EN_RETARD: readonly Case[] = ['n', 'b', 'C', 'q']

/** Months of a series. */
export const MOIS_SERIE = 24

/** Why a gap cannot be computed. */
export const RAISONS = [
  'MOIS',
  'EFFECTIF',
  'PRECEDENT',
  'EFFECTIF_PRECEDENT',
  'MOUVEMENTS',
] as const
export const LIBELLES_RAISONS: Record<(typeof RAISONS)[number], string> = {
  MOIS: 'Rapport non transmis',
  EFFECTIF: 'Effectif non renseigné',
  PRECEDENT: 'Rapport précédent non transmis',
  EFFECTIF_PRECEDENT: 'Effectif du rapport précédent non renseigné',
  MOUVEMENTS: 'Entrées ou sorties non renseignées',
}
