import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Periode } from '@releve/contract/mois.ts'
import { CODIFICATIONS } from '../codifications.ts'
import type { StructureSemee } from '../structures/structure.ts'
import { type Poids, repartir } from './alea.ts'

/** What an example month depends on. */
export type Situation = {
  structure: Pick<
    StructureSemee,
    'typeStructure' | 'capacite' | 'capaciteTheorique' | 'postesReference' | 'effectifsOuverture'
  >
  periode: Periode
  /** Cells of the month before, of the same model; null for a first month. */
  precedent: Donnees | null
  /** Same seed, same figures. */
  graine: number
}

/** The codes of a list, in their order. Throws if the list is unknown. */
export function codesDe(codification: string): string[] {
  const liste = CODIFICATIONS.find(({ code }) => code === codification)
  if (!liste) throw new Error(`Codification inconnue\u00a0: ${codification}`)
  return liste.valeurs.map(({ code }) => code)
}

/** Fills a column of a codified matrix: every code of the list, 0 where `valeurs` says nothing. */
export function poserColonne(
  donnees: Donnees,
  section: string,
  codification: string,
  colonne: string,
  valeurs: Poids,
): void {
  for (const code of codesDe(codification)) {
    donnees[`${section}.${code}.${colonne}`] = valeurs[code] ?? 0
  }
}

/** The figure of a cell, 0 when it is blank or not a figure. */
export function nombreDe(donnees: Donnees, cellule: string): number {
  const valeur = donnees[cellule]
  return typeof valeur === 'number' ? valeur : 0
}

/**
 * The stock at the beginning of the month, by column: the closing stock of the month before, or
 * the opening headcount of the structure split by weights.
 */
export function stockInitial(
  { precedent, structure }: Situation,
  modele: string,
  cellule: (colonne: string) => string,
  poids: Poids,
): Poids {
  if (!precedent) return repartir(structure.effectifsOuverture[modele] ?? 0, poids)
  return Object.fromEntries(
    Object.keys(poids).map((colonne) => [colonne, nombreDe(precedent, cellule(colonne))]),
  )
}
