import type { DroitNomme } from '../utilisateur/droits.ts'
import type { Etat } from './formulaire.schema.ts'

/** An act that moves a form from one state to the next. */
export type ActeTransition = 'soumettre' | 'valider' | 'approuver' | 'diffuser' | 'renvoyer'

type Transition = {
  de: readonly Etat[]
  vers: Etat
  droit: DroitNomme
  /** From these states, another right than `droit`. */
  droitDepuis?: Partial<Record<Etat, DroitNomme>>
}

/** The one table of transitions. */
export const TRANSITIONS: Record<ActeTransition, Transition> = {
  soumettre: { de: ['BROUILLON', 'RENVOYE'], vers: 'SOUMIS', droit: 'formulaire.soumettre' },
  valider: { de: ['SOUMIS'], vers: 'VALIDE', droit: 'formulaire.valider' },
  approuver: { de: ['VALIDE'], vers: 'APPROUVE', droit: 'formulaire.approuver' },
  diffuser: { de: ['APPROUVE'], vers: 'DIFFUSE', droit: 'formulaire.diffuser' },
  renvoyer: {
    de: ['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE'],
    vers: 'RENVOYE',
    droit: 'formulaire.renvoyer',
    // What was approved is taken back by whoever may approve.
    droitDepuis: { APPROUVE: 'formulaire.approuver', DIFFUSE: 'formulaire.approuver' },
  },
}

/** In the order of a form's life. */
export const ACTES_TRANSITION = Object.keys(TRANSITIONS) as readonly ActeTransition[]

/** The right that moving a form of this state takes. */
export function droitDe(acte: ActeTransition, etat: Etat): DroitNomme {
  const { droit, droitDepuis } = TRANSITIONS[acte]
  return droitDepuis?.[etat] ?? droit
}

/** States in which the structure enters figures. */
export const ETATS_OUVERTS: readonly Etat[] = ['BROUILLON', 'RENVOYE']
/** States whose current content is the month's value, for every rule and table. */
export const ETATS_RECUS: readonly Etat[] = ['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE']
/** States that `changerEtat` reaches only with a complete and coherent form. */
export const ETATS_CONTROLES: readonly Etat[] = ['SOUMIS', 'VALIDE', 'APPROUVE']

/**
 * States to which DPPS may force a form, given its state, its publications and the four-eyes
 * setting. DIFFUSE is left by `renvoyer` only, and reached only to drop an unpublished draft;
 * ANNULE is final.
 */
export function etatsForcables(
  etat: Etat,
  versionDiffusee: number,
  doubleRegard: boolean,
): readonly Etat[] {
  if (etat === 'ANNULE' || etat === 'DIFFUSE') return []
  const cibles: Etat[] = ['BROUILLON', 'SOUMIS', 'VALIDE', 'RENVOYE']
  if (!doubleRegard) cibles.push('APPROUVE')
  if (versionDiffusee > 0) cibles.push('DIFFUSE')
  if (versionDiffusee === 0 && ETATS_OUVERTS.includes(etat)) cibles.push('ANNULE')
  return cibles.filter((cible) => cible !== etat)
}
