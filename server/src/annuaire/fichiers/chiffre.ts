import { estAComparer, formaterFixe } from '@releve/contract/annuaire/affichage.ts'
import {
  type CelluleAnnuaire,
  type Chiffre,
  type ColonneAnnuaire,
  SIGNE_SECRET,
  SIGNES_ABSENCES,
  type TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { ABSENT } from '@releve/contract/modele/affichage.ts'
import { FICHIERS as T } from './fichiers.textes.ts'

/** A figure, the sign of its absence, or `s`. */
export function texteDeChiffre(chiffre: Chiffre, decimales = 0): string {
  if (chiffre.sorte === 'valeur') return formaterFixe(chiffre.valeur, decimales)
  return chiffre.sorte === 'secret' ? SIGNE_SECRET : SIGNES_ABSENCES[chiffre.raison]
}

/** What a column of a file takes of a cell of the content. */
type Part = 'valeur' | 'avant' | 'variation' | 'comparee'

/**
 * A column of a file: those of the content, with the year before and the variation beside some, and
 * how much of the figure that compares, where it is not all.
 */
export type ColonneEcrite = {
  /** `TOT`, `TOT_N1`, `TOT_VAR`, `TOT_PART`. */
  code: string
  libelle: string
  groupe: string | undefined
  unite: string
  sorte: ColonneAnnuaire['sorte']
  decimales: number
  part: Part
  /** Rank of the cell that it reads. */
  rang: number
  variation: ColonneAnnuaire['variation']
}

function etendre(
  colonne: ColonneAnnuaire,
  rang: number,
  { tableau, annee }: { tableau: TableauAnnuaire; annee: number },
): ColonneEcrite[] {
  const { code, libelle, groupe, sorte, decimales, variation } = colonne
  const unite = sorte === 'texte' ? '' : (colonne.unite ?? tableau.unite)
  const dite = { code, libelle, groupe, unite, sorte, decimales, rang, variation }
  const valeur: ColonneEcrite = { ...dite, part: 'valeur' }
  if (!estAComparer(tableau, rang)) return [valeur]
  return [
    valeur,
    { ...dite, code: `${code}_N1`, libelle: T.avantDe(libelle, annee - 1), part: 'avant' },
    {
      ...dite,
      code: `${code}_VAR`,
      libelle: T.variationDe(libelle),
      unite: variation === 'POINTS' ? T.points : '%',
      decimales: 1,
      part: 'variation',
    },
    ...(estComparee(tableau, rang)
      ? [
          {
            ...dite,
            code: `${code}_PART`,
            libelle: T.partDe(libelle, tableau.partDe),
            unite: '%',
            decimales: 1,
            part: 'comparee' as const,
          },
        ]
      : []),
  ]
}

/** Whether some figure of this column is compared in part only. */
const estComparee = ({ lignes }: TableauAnnuaire, rang: number): boolean =>
  lignes.some(({ cellules }) => {
    const cellule = cellules[rang]
    return cellule !== undefined && cellule.sorte !== 'texte' && (cellule.part ?? 100) < 100
  })

/** The columns of a table as files write them, after the one of row labels. */
export function colonnesDe(tableau: TableauAnnuaire, annee: number): ColonneEcrite[] {
  return tableau.colonnes.flatMap((colonne, rang) => etendre(colonne, rang, { tableau, annee }))
}

/** Of a cell, what a column takes: a text, a figure, or nothing where a comparison means nothing. */
function lire(cellule: CelluleAnnuaire, part: Part): string | Chiffre | null {
  if (cellule.sorte === 'texte') return part === 'valeur' ? cellule.texte : null
  if (part === 'valeur') return cellule
  if (part === 'avant') return cellule.nMoins1 ?? null
  if (part === 'comparee')
    return cellule.part === undefined ? null : { sorte: 'valeur', valeur: cellule.part }
  if (cellule.variation === undefined) return null
  if (cellule.sansVariation === 'SECRET') return { sorte: 'secret' }
  // Whatever the content says: it would give the hidden figure away.
  if ([cellule.sorte, cellule.nMoins1?.sorte].includes('secret')) return { sorte: 'secret' }
  if (cellule.variation === null) return { sorte: 'absent', raison: 'NON_CALCULABLE' }
  return { sorte: 'valeur', valeur: cellule.variation }
}

/** Whether some of the forms counted do not give this figure. */
const estPartielle = (cellule: CelluleAnnuaire): boolean =>
  cellule.sorte === 'valeur' && cellule.partiel === true

/** The same as a person reads it: a variation has its sign, a partial figure its mark. */
export function texteDe(cellule: CelluleAnnuaire, colonne: ColonneEcrite): string {
  const { part, decimales } = colonne
  const lu = lire(cellule, part)
  if (lu === null) return ''
  if (typeof lu === 'string') return lu
  const texte = texteDeChiffre(lu, decimales)
  if (part === 'valeur') return texte + marqueDe(cellule, colonne)
  return part === 'variation' && lu.sorte === 'valeur' && lu.valeur > 0 ? `+${texte}` : texte
}

/** The mark of a figure that some of the forms counted do not give; nothing for any other. */
export const marqueDe = (cellule: CelluleAnnuaire, { part }: ColonneEcrite): string =>
  part === 'valeur' && estPartielle(cellule) ? T.partiel : ''

/** The same as a program reads it: a number, or the sign of its absence; null for nothing. */
export function valeurDe(
  cellule: CelluleAnnuaire,
  { part }: ColonneEcrite,
): string | number | null {
  const lu = lire(cellule, part)
  if (lu === null || typeof lu === 'string') return lu
  return lu.sorte === 'valeur' ? lu.valeur : texteDeChiffre(lu)
}

/** The signs that stand in a table for figures or beside them, and what each means, in a fixed order. */
export function signesDe({ lignes }: Pick<TableauAnnuaire, 'lignes'>): [string, string][] {
  const vus = new Set<string>()
  let sansVariation = false
  const noter = (chiffre: Chiffre) => {
    if (chiffre.sorte !== 'valeur') vus.add(texteDeChiffre(chiffre))
  }
  for (const { cellules } of lignes) {
    for (const cellule of cellules) {
      if (cellule.sorte === 'texte') continue
      noter(cellule)
      if (estPartielle(cellule)) vus.add(T.partiel)
      if (cellule.nMoins1) noter(cellule.nMoins1)
      if (cellule.sansVariation === 'SECRET') vus.add(SIGNE_SECRET)
      else if (cellule.variation === null) vus.add(ABSENT)
      if (cellule.sansVariation !== undefined) sansVariation = true
    }
  }
  const signes = [...Object.entries(T.signes), [T.partiel, T.estPartiel] as const]
  return signes.flatMap(([signe, dit]): [string, string][] => {
    if (!vus.has(signe)) return []
    return [[signe, signe === ABSENT && sansVariation ? T.sansVariation : dit]]
  })
}
