// What happened to a country, and when: all that the reference knows of it. Nothing here, nor in
// the files beside it, is of the platform: `pays.test.ts` holds that they import one another only.

/** `AAAA-MM-JJ`. */
export type Jour = string
/** Twelve times the year, plus the month from 0. */
export type Rang = number

/** What is dated of a structure; `parent`: a code. */
export type EtatDate = {
  typeStructure: string
  region: string
  parent: string | null
  capacite: number | null
  modeles: string[]
}
export type ChampDate = keyof EtatDate

/** Cells that a report fills. */
export type Cellules = Record<string, number>

export type Geste =
  | 'COMMENCER'
  | 'SOUMETTRE'
  | 'VALIDER'
  | 'APPROUVER'
  | 'DIFFUSER'
  | 'RENVOYER'
  /** Forced by the directorate. */
  | 'BROUILLON'
  | 'ANNULER'

type DeStructure =
  | {
      acte: 'CREER'
      structure: string
      libelle: string
      ouverture: Jour
      etat: EtatDate
      effectifs: Record<string, number>
    }
  | { acte: 'CHANGER'; structure: string; du: Rang; champs: Partial<EtatDate> }
  | {
      acte: 'CORRIGER'
      structure: string
      /** Null: since always; for ever. */
      de: Rang | null
      a: Rang | null
      champs: Partial<EtatDate>
    }
  | { acte: 'SUSPENDRE' | 'REVENIR' | 'FERMER' | 'ANNONCER'; structure: string; jour: Jour }

type DuPays =
  | { acte: 'CALENDRIER'; jourEcheance: number; joursFeries: string[] }
  | { acte: 'DEBUT'; rang: Rang }
  | {
      acte: 'MODELE'
      code: string
      version: number
      du: Rang
      /** Months in which it is expected, from 0, and how many each report covers. */
      attendus: number[]
      couverts: 1 | 3 | 6 | 12
    }
  | { acte: 'ROUVRIR'; structure: string; rang: Rang; jusqua: Jour }
  | { acte: 'TERMINER'; structure: string; rang: Rang }

export type DeFormulaire = {
  acte: 'FORMULAIRE'
  numero: string
  structure: string
  modele: string
  rang: Rang
  geste: Geste
  /** What it says from then on; absent: what it said. */
  cellules?: Cellules
  /** Brought from elsewhere. */
  repris?: true
}

/** `le`: the instant at which it was recorded, in ISO 8601; days are of UTC. */
export type Acte = { le: string } & (DeStructure | DuPays | DeFormulaire)

/** The oldest first. */
export type Journal = readonly Acte[]

/** Models that count people: their cells. What is not named is not counted. */
export type CasesDuSuivi = { effectif: string; entrees: string; sorties: string }
export const SUIVIS: Readonly<Record<string, CasesDuSuivi | null>> = {
  RMA: { effectif: 'MVT.FIN.TOT', entrees: 'MVT.ENT.TOT', sorties: 'MVT.SOR.TOT' },
  EPM: { effectif: 'EFF.TOT.TOT.TOT', entrees: 'MVT.ENT.TOT', sorties: 'MVT.SOR.TOT' },
  MUE: { effectif: 'EFF', entrees: 'ENT', sorties: 'SOR' },
  SEM: { effectif: 'EFF', entrees: 'ENT', sorties: 'SOR' },
  SMP: { effectif: 'POP.TOT.TOT', entrees: 'MVTD.ENT.TOT', sorties: 'MVTD.SOR.TOT' },
  TRIM: null,
  DEC: null,
  ANN: null,
  EBT: null,
  IAE: null,
}
