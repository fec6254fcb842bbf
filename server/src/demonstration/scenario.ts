import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'

/** Where the forms of a month stand, by model; null: not started. */
type EtatsDuMois = Record<string, Etat | null>

/**
 * What a structure does, and what its figures show. Months are named by how many months back they
 * are from the current one (`recul`): 0 is the current month, 1 the one whose forms come in now.
 */
export type Scenario = {
  /** Never reports anything. */
  muette?: boolean
  /** Reports a month so many days after the due date, between the two. */
  retard?: readonly [min: number, max: number]
  /** By months back. What is not said follows `ETATS_PAR_DEFAUT`. */
  etats?: Record<number, EtatsDuMois>
  /** The figures of an opening stock that do not follow the month before. */
  rupture?: { modele: string; reculs: readonly number[]; cellule: string; ecart: number }
  /** The headcount towards which a model goes from a month on. */
  afflux?: { modele: string; recul: number; effectif: number }
  /** A figure that its structure got wrong, in a draft or in a form that goes back: what it adds. */
  faute?: { modele: string; recul: number; cellule: string; ecart: number }
  /** Months published twice, the first time with a wrong figure. */
  corrections?: readonly { modele: string; recul: number; cellule: string; ecart: number }[]
  /** Why a form goes back. */
  renvoi?: { motif: string; texte: string; cellule: string; remarque: string }
}

/** Older months are published; the last one is on its way; the current one is not started. */
export function cibleDe(scenario: Scenario, modele: string, recul: number): Etat | null {
  if (scenario.muette) return null
  const dite = scenario.etats?.[recul]?.[modele]
  if (dite !== undefined) return dite
  if (recul === 0) return null
  return recul === 1 ? 'SOUMIS' : 'DIFFUSE'
}

/** The scenarios of the seed's structures (domaine §3); the others do as they should. */
export const SCENARIOS: Record<string, Scenario> = {
  'DR-R01': { etats: { 1: { EPM: 'APPROUVE' } } },
  'DR-R02': {
    etats: { 0: { EPM: 'BROUILLON' }, 1: { EPM: 'VALIDE' } },
    faute: { modele: 'EPM', recul: 0, cellule: 'MVT.FIN.F', ecart: 1 },
  },
  'CAU-R01-01': {
    etats: { 1: { RMA: 'DIFFUSE', EPM: 'VALIDE' } },
    corrections: [{ modele: 'RMA', recul: 5, cellule: 'PREST.SANTE.ACTES', ecart: 14 }],
  },
  'POUP-R01-01': {
    etats: { 0: { RMA: 'BROUILLON' }, 1: { RMA: 'APPROUVE', EPM: 'APPROUVE' } },
    corrections: [{ modele: 'EPM', recul: 4, cellule: 'FORM_JOURS', ecart: 3 }],
  },
  'CSE-R01-01': { etats: { 0: { EPM: 'BROUILLON' }, 1: { RMA: 'VALIDE', EPM: 'VALIDE' } } },
  // Late, month after month.
  'CPOLY-R02-01': {
    retard: [2, 9],
    etats: { 1: { RMA: 'BROUILLON', EPM: null }, 2: { RMA: 'APPROUVE' } },
    faute: { modele: 'RMA', recul: 1, cellule: 'MVT.FIN.F', ecart: 1 },
  },
  // Later still: two months are on their way at once.
  'CADS-R03-01': {
    retard: [6, 16],
    etats: { 1: { RMA: null, EPM: 'BROUILLON' }, 2: { RMA: 'VALIDE', EPM: 'SOUMIS' } },
  },
  // Over-occupied since people displaced by the floods came.
  'ORPH-R02-01': { afflux: { modele: 'RMA', recul: 9, effectif: 76 } },
  // Opens the month with three women more than it closed the one before.
  'CAH-R04-01': {
    etats: { 1: { EPM: 'VALIDE' } },
    rupture: { modele: 'RMA', reculs: [1, 8], cellule: 'MVT.FIN.F', ecart: 3 },
  },
  'CSAUV-R05-01': {
    etats: { 1: { RMA: 'RENVOYE' }, 2: { EPM: 'APPROUVE' } },
    faute: { modele: 'RMA', recul: 1, cellule: 'PREST.SANTE.ACTES', ecart: 60 },
    renvoi: {
      motif: 'INCOHERENCE',
      texte:
        'Le nombre d’actes de soins paraît trop élevé au regard des mois précédents. Vérifiez-le dans le cahier de suivi, puis soumettez de nouveau le rapport.',
      cellule: 'PREST.SANTE.ACTES',
      remarque: 'Ce nombre a presque doublé en un mois\u00A0: est-ce une erreur de saisie\u202F?',
    },
  },
  // Has never reported anything.
  'CSOC-R06-01': { muette: true },
  'MAC-R01-01': {
    etats: { 1: { SMP: 'VALIDE' } },
    corrections: [{ modele: 'SMP', recul: 3, cellule: 'VIS_FAM', ecart: -40 }],
  },
  'MAC-R02-01': { etats: { 0: { SMP: 'BROUILLON' } } },
  'CPEN-R03-01': { etats: { 1: { SMP: 'APPROUVE', EPM: 'VALIDE' } } },
  'CRSM-R06-01': { etats: { 1: { RMA: 'VALIDE' } } },
}
