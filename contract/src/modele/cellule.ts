import type { CodesHors, Compte, Nature, Traits, ValeurCodee } from './modele.schema.ts'
import { type Duree, moisCouvertsDe, type Rythme } from './rythme.ts'

/** The traits that are formulas. */
export const CLES_FORMULES = ['formule', 'prerempli', 'soSi', 'requisSi', 'commentaireSi'] as const
export type CleFormule = (typeof CLES_FORMULES)[number]

/** A cell, with all that is said of it by its field or by its section, row, group and column. */
export type Cellule = {
  /** `MVT.FIN.M`; for the column of a repeating table, before any row: `ACT.*.INTITULE`. */
  adresse: string
  section: string
  /** Code of the row, or id of the row of a repeating table; null for a field. */
  ligne: string | null
  groupe: string | null
  /** Code of the column, or of the field. */
  colonne: string
  /** « Mouvement des effectifs – Entrées du mois – Féminin ». */
  libelle: string
  /** Rank among the cells of the model; in a repeating table, rank of the column. */
  rang: number
  nature: Nature
  unite: string | null
  compte: Compte | null
  requis: boolean
  nd: boolean
  so: boolean
  /** Has a `soSi`: may become `SO` and read-only. */
  verrouillable: boolean
  calculee: boolean
  luSeul: boolean
  /** Months that a date may be of, ending with the form's; 0: any. */
  moisAdmis: Duree | 0
  min: number | null
  max: number | null
  longueur: number | null
  decimales: number | null
  /** `liste` only: what may be chosen. */
  codes: readonly ValeurCodee[] | null
  /** `liste` only: the list that its codes are from. */
  liste: string | null
}

type Lieu = Pick<Cellule, 'adresse' | 'section' | 'ligne' | 'groupe' | 'colonne' | 'libelle'> & {
  rang: number
}

export function creerCellule(
  lieu: Lieu,
  traits: Traits,
  modele: Rythme & { codifications: Record<string, readonly ValeurCodee[]> },
): Cellule {
  const { codifications } = modele
  const nature = traits.nature ?? 'entier'
  return {
    ...lieu,
    nature,
    unite: traits.unite ?? null,
    compte: traits.compte ?? null,
    requis: traits.requis ?? false,
    nd: traits.nd ?? false,
    so: traits.so ?? false,
    verrouillable: traits.soSi !== undefined,
    calculee: traits.formule !== undefined,
    luSeul: traits.luSeul ?? false,
    moisAdmis: traits.dansLeMois ? moisCouvertsDe(modele) : 0,
    min: traits.min ?? null,
    max: traits.max ?? null,
    longueur: traits.longueur ?? null,
    decimales: traits.decimales ?? null,
    codes: nature === 'liste' ? (codifications[traits.codification ?? ''] ?? []) : null,
    liste: nature === 'liste' ? (traits.codification ?? null) : null,
  }
}

const AUCUN: readonly string[] = []

/** Codes of a cell's list that are not offered; the same array for the same list. */
export const codesHorsMois = (
  { liste }: Cellule,
  codesHors: CodesHors | undefined,
): readonly string[] => (liste !== null && codesHors?.[liste]) || AUCUN

/** Whether the text `ND` or `SO` found in this cell is the marker, not a text that reads the same. */
export function estMarqueur(cellule: Cellule, valeur: unknown): valeur is 'ND' | 'SO' {
  if (valeur === 'ND') return cellule.nd || cellule.calculee
  return valeur === 'SO' && (cellule.so || cellule.verrouillable || cellule.calculee)
}
