import type { Poids } from './alea.ts'

/** Who a type of care structure receives. Weights are out of 100, but need not be. */
export type ProfilAccueil = {
  feminin: number
  heberge: boolean
  ages: Poids
  situations: Poids
}

const ENFANCE: ProfilAccueil = {
  feminin: 44,
  heberge: true,
  ages: { A06_11: 20, A12_14: 33, A15_17: 37, A18_24: 10 },
  situations: { DANGER: 35, RUE: 25, CONFLIT: 15, ORPH: 15, DEPL: 10 },
}

const PROFILS_ACCUEIL: Record<string, ProfilAccueil> = {
  POUP: {
    feminin: 50,
    heberge: true,
    ages: { A00_02: 60, A03_05: 36, A06_11: 4 },
    situations: { ABAND: 45, ORPH: 30, DANGER: 25 },
  },
  ORPH: {
    feminin: 48,
    heberge: true,
    ages: { A03_05: 15, A06_11: 40, A12_14: 25, A15_17: 20 },
    situations: { ORPH: 65, ABAND: 20, DANGER: 15 },
  },
  CAU: {
    feminin: 52,
    heberge: true,
    ages: { A06_11: 20, A12_14: 30, A15_17: 35, A18_24: 10, A25_59: 5 },
    situations: { DANGER: 30, RUE: 25, VVBG: 20, DEPL: 15, TRAITE: 10 },
  },
  CAH: {
    feminin: 78,
    heberge: true,
    ages: { A00_02: 8, A15_17: 17, A18_24: 35, A25_59: 36, A60P: 4 },
    situations: { VVBG: 55, DEPL: 20, TRAITE: 15, AUTRE: 10 },
  },
  CADS: {
    feminin: 35,
    heberge: true,
    ages: { A18_24: 25, A25_59: 55, A60P: 20 },
    situations: { RUE: 30, DEPL: 25, AGEE: 25, AUTRE: 20 },
  },
  CSAUV: {
    feminin: 12,
    heberge: true,
    ages: { A12_14: 35, A15_17: 60, A18_24: 5 },
    situations: { CONFLIT: 60, DANGER: 30, RUE: 10 },
  },
  CRSM: {
    feminin: 12,
    heberge: true,
    ages: { A12_14: 25, A15_17: 75 },
    situations: { CONFLIT: 90, DANGER: 10 },
  },
  AEMO: {
    feminin: 38,
    heberge: false,
    ages: { A06_11: 22, A12_14: 35, A15_17: 43 },
    situations: { DANGER: 55, CONFLIT: 45 },
  },
  CSOC: {
    feminin: 62,
    heberge: false,
    ages: { A06_11: 15, A12_14: 15, A15_17: 15, A18_24: 15, A25_59: 25, A60P: 15 },
    situations: { DANGER: 30, AUTRE: 30, AGEE: 20, VVBG: 20 },
  },
}

/** Age classes of minors: what an incident counts as « dont mineurs ». */
export const AGES_MINEURS = ['A00_02', 'A03_05', 'A06_11', 'A12_14', 'A15_17']

/** The profile of a type of care structure; a children's home where nothing more precise is said. */
export function profilAccueil(type: string): ProfilAccueil {
  return PROFILS_ACCUEIL[type] ?? ENFANCE
}

/** Who a type of prison holds, and by which doors they come and go. */
export type ProfilDetention = Record<'colonnes' | 'categories' | 'entrees' | 'sorties', Poids>

const MAISON_ARRET: ProfilDetention = {
  colonnes: { HM: 88, FM: 5, HMIN: 6, FMIN: 1 },
  categories: { INC: 30, PREV: 15, ACC: 10, COND: 43, CPC: 2 },
  entrees: { MD: 75, CONDL: 12, TRF_E: 10, REINT: 3 },
  sorties: { LP: 32, FINP: 26, TRF_S: 18, RELAX: 12, LC: 6, GRACE: 4, DEC: 0.6, EVAS: 0.1 },
}

const PROFILS_DETENTION: Record<string, ProfilDetention> = {
  CPEN: {
    colonnes: { HM: 97, FM: 3, HMIN: 0, FMIN: 0 },
    categories: { COND: 97, CPC: 3 },
    entrees: { TRF_E: 80, CONDL: 15, REINT: 5 },
    sorties: { FINP: 62, LC: 18, GRACE: 10, TRF_S: 8, DEC: 2 },
  },
  CRSM: {
    colonnes: { HMIN: 88, FMIN: 12, HM: 0, FM: 0 },
    categories: { INC: 35, PREV: 25, ACC: 5, COND: 35 },
    entrees: { MD: 85, TRF_E: 15 },
    sorties: { LP: 45, FINP: 30, RELAX: 20, TRF_S: 5 },
  },
}

/** The profile of a type of prison; a remand prison where nothing more precise is said. */
export function profilDetention(type: string): ProfilDetention {
  return PROFILS_DETENTION[type] ?? MAISON_ARRET
}

/** What the staff of a type of structure does. */
export type ProfilPersonnel = { feminin: number; fonctions: Poids }

const ACCUEIL: ProfilPersonnel = {
  feminin: 58,
  fonctions: { EDUC: 30, TSOC: 14, SANTE: 9, PSY: 4, ENS: 9, ADM: 10, APPUI: 16, SECU: 8 },
}

/** Small children need many hands in the kitchen and the laundry. */
const POUPONNIERE: ProfilPersonnel = {
  feminin: 84,
  fonctions: { EDUC: 16, TSOC: 7, SANTE: 13, PSY: 2, ENS: 6, ADM: 10, APPUI: 38, SECU: 8 },
}

const PENITENTIAIRE: ProfilPersonnel = {
  feminin: 24,
  fonctions: { EDUC: 3, TSOC: 4, SANTE: 5, PSY: 2, ENS: 3, ADM: 12, APPUI: 6, SECU: 65 },
}

const DIRECTION: ProfilPersonnel = {
  feminin: 45,
  fonctions: { EDUC: 8, TSOC: 26, PSY: 4, ADM: 46, APPUI: 12, SECU: 4 },
}

/** The profile of the staff: regional office, nursery, prison, or another care structure. */
export function profilPersonnel(type: string): ProfilPersonnel {
  if (type === 'DR') return DIRECTION
  if (type === 'POUP') return POUPONNIERE
  return ['MAC', 'MA', 'CPEN'].includes(type) ? PENITENTIAIRE : ACCUEIL
}
