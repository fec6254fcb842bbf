import type {
  Annuaire,
  CelluleAnnuaire,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { ecrireChiffres } from '@releve/contract/exact.ts'
import { ecrireTableur } from '../../platform/tableur.ecriture.ts'
import { chapitresDe } from './chapitres.ts'
import { type ColonneEcrite, colonnesDe, marqueDe, valeurDe } from './chiffre.ts'

/** Columns of every data file, before those of its table. */
export const CLES = [
  'LIGNE_CODE',
  'LIGNE_LIBELLE',
  'LIGNE_NIVEAU',
  'LIGNE_SORTE',
  'LIGNE_PARTIELS',
] as const

/** Numbers as French spreadsheets read them. */
const ecrit = (valeur: string | number | null): string | null =>
  typeof valeur === 'number' ? ecrireChiffres(valeur).replace('.', ',') : valeur

/** The codes of the columns whose figure is partial: a mark beside it would make it a text. */
const partielsDe = (cellules: readonly CelluleAnnuaire[], colonnes: readonly ColonneEcrite[]) =>
  colonnes
    .filter((colonne) => {
      const cellule = cellules[colonne.rang]
      return cellule !== undefined && marqueDe(cellule, colonne) !== ''
    })
    .map(({ code }) => code)
    .join(' ')

/**
 * A table as a program reads it: a row each, its codes as headings, figures without their spaces
 * (decimal comma), the signs of absence and of secrecy as they are; partial ones are named.
 */
export function csvDe(tableau: TableauAnnuaire, annee: number): Promise<Buffer> {
  const colonnes = colonnesDe(tableau, annee)
  const lignes = tableau.lignes.map(({ code, libelle, niveau, sorte, cellules }) => [
    code,
    libelle,
    String(niveau),
    sorte,
    partielsDe(cellules, colonnes),
    ...colonnes.map((colonne) => {
      const cellule = cellules[colonne.rang]
      return cellule ? ecrit(valeurDe(cellule, colonne)) : null
    }),
  ])
  const entetes = [...CLES, ...colonnes.map(({ code }) => code)]
  const tableur = { feuille: tableau.code, colonnes: entetes.map((entete) => ({ entete })), lignes }
  return ecrireTableur(tableur, 'csv')
}

/** The tables of an annuaire, in order. */
export const tableauxDe = (annuaire: Annuaire): TableauAnnuaire[] =>
  chapitresDe(annuaire).flatMap(({ tableaux }) => tableaux)

/**
 * The content as JSON, without what is of its reader or of its life since it was frozen: the same
 * frozen annuaire is the same file.
 */
export function jsonDe(annuaire: Annuaire): Buffer {
  const { actions: _, sommaire: _s, version: __, etat: ___, publieLe: ____, ...reste } = annuaire
  const { preuve: _p, masques: _m, ...contenu } = reste
  return Buffer.from(`${JSON.stringify(contenu, null, 1)}\n`)
}
