import { ecrireChiffres } from '@releve/contract/exact.ts'
import { estNombre, formaterValeur } from '@releve/contract/modele/affichage.ts'
import type { Lecture } from '../store/client.ts'

import { idCase } from './cases.ts'

export type Point = { ligne: number; colonne: number }

/** A rectangle of cells: where it was begun, and where it ends now. */
export type Plage = { ancre: Point; tete: Point }

export type Grille = readonly (readonly string[])[]

/** The addresses of a rectangle, row by row, whatever corner it was begun from. */
export function adressesDe(grille: Grille, { ancre, tete }: Plage): string[][] {
  const bornes = (a: number, b: number) => [Math.min(a, b), Math.max(a, b) + 1] as const
  return grille
    .slice(...bornes(ancre.ligne, tete.ligne))
    .map((adresses) => adresses.slice(...bornes(ancre.colonne, tete.colonne)))
}

const PAS: Readonly<Record<string, Point>> = {
  'Shift+ArrowUp': { ligne: -1, colonne: 0 },
  'Shift+ArrowDown': { ligne: 1, colonne: 0 },
  'Shift+ArrowLeft': { ligne: 0, colonne: -1 },
  'Shift+ArrowRight': { ligne: 0, colonne: 1 },
}

/** The rectangle that a key makes of one, kept in the table; null for another key. */
export function etendre(grille: Grille, { ancre, tete }: Plage, touche: string): Plage | null {
  const fin = { ligne: grille.length - 1, colonne: (grille[0]?.length ?? 1) - 1 }
  if (touche === 'Ctrl+a') return { ancre: { ligne: 0, colonne: 0 }, tete: fin }
  const pas = PAS[touche]
  if (!pas) return null
  const tenir = (rang: number, max: number) => Math.min(Math.max(rang, 0), max)
  return {
    ancre,
    tete: {
      ligne: tenir(tete.ligne + pas.ligne, fin.ligne),
      colonne: tenir(tete.colonne + pas.colonne, fin.colonne),
    },
  }
}

/**
 * Shows a rectangle, or none: no cell is rendered again. A table in which cells are chosen is a
 * grid for who hears it, as long as they are.
 */
export function marquer(table: HTMLElement, adresses: readonly (readonly string[])[]): void {
  for (const td of table.querySelectorAll('[aria-selected]')) td.removeAttribute('aria-selected')
  const cases = adresses.flat()
  for (const adresse of cases)
    document.getElementById(idCase(adresse))?.closest('td')?.setAttribute('aria-selected', 'true')
  for (const [nom, valeur] of [
    ['role', 'grid'],
    ['aria-multiselectable', 'true'],
  ] as const)
    if (cases.length > 0) table.setAttribute(nom, valeur)
    else table.removeAttribute(nom)
}

/** Whether a paste is a block for several cells rather than a value for one. */
export function estBloc(texte: string): boolean {
  return /[\t\n\r]/.test(texte.replace(/(\r\n|\n|\r)$/, ''))
}

/** What a copy gives to spreadsheets: texts, and a table in which numbers are numbers. */
export function copier(lecture: Lecture, adresses: readonly (readonly string[])[]) {
  const cases = adresses.map((ligne) => ligne.map((adresse) => lireCopie(lecture, adresse)))
  const texte = cases.map((ligne) => ligne.map(({ dit }) => citer(dit)).join('\t')).join('\n')
  const lignes = cases.map((ligne) => `<tr>${ligne.map(enHtml).join('')}</tr>`).join('')
  const html = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset="utf-8"><table>${lignes}</table></html>`
  return { texte, html }
}

type Copie = { dit: string; nombre: number | null }

function lireCopie(lecture: Lecture, adresse: string): Copie {
  const cellule = lecture.celluleDe(adresse)
  const { valeur, texte, erreur } = lecture.lire(adresse)
  if (!cellule || erreur !== null) return { dit: texte, nombre: null }
  if (typeof valeur === 'number')
    return { dit: ecrireChiffres(valeur).replace('.', ','), nombre: valeur }
  if (valeur !== undefined) return { dit: formaterValeur(cellule, valeur), nombre: null }
  // A partial total: what is shown, as a spreadsheet reads it.
  const partiel = estNombre(cellule.nature) ? texte.replace(/\s/g, '').replace('−', '-') : texte
  return { dit: partiel, nombre: null }
}

const citer = (texte: string) =>
  /[\t\r\n"]/.test(texte) ? `"${texte.replaceAll('"', '""')}"` : texte

const SIGNES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** LibreOffice reads `sdval`, Excel `x:num`: whatever their language, the number is this one. */
function enHtml({ dit, nombre }: Copie): string {
  const attributs =
    nombre === null
      ? ''
      : ` sdval="${ecrireChiffres(nombre)}" sdnum="1036;" x:num="${ecrireChiffres(nombre)}"`
  return `<td${attributs}>${dit.replace(/[&<>]/g, (signe) => SIGNES[signe] ?? signe)}</td>`
}
