import { additionner, confronter } from '@releve/contract/exact.ts'
import { lireNombre, type SigneDecimal, signeDecimal } from '@releve/contract/modele/nombre.ts'
import { type Entetes, type Legendes, reconnaitre } from './entetes.ts'

/**
 * Reads what a spreadsheet puts on the clipboard: rows separated by newlines, cells by tabs. A cell
 * that holds a newline or a tab comes between quotes, its own quotes doubled. The last newline
 * closes the last row: it opens no other.
 */
export function lireBloc(texte: string): string[][] {
  const lignes: string[][] = []
  let ligne: string[] = []
  let position = 0
  while (position <= texte.length) {
    const { valeur, fin } = lireCase(texte, position)
    ligne.push(valeur)
    if (texte[fin] === '\t') {
      position = fin + 1
      continue
    }
    lignes.push(ligne)
    ligne = []
    position = fin + (texte.startsWith('\r\n', fin) ? 2 : 1)
    if (position >= texte.length) break
  }
  return lignes
}

/** The cell that begins at `debut`, and the offset of what ends it. */
function lireCase(texte: string, debut: number): { valeur: string; fin: number } {
  if (texte[debut] === '"') {
    const cite = /^"((?:[^"]|"")*)"(?=[\t\r\n]|$)/.exec(texte.slice(debut))
    // A text that merely begins with a quote (no closing one before a separator) is read as it is.
    if (cite) return { valeur: (cite[1] ?? '').replaceAll('""', '"'), fin: debut + cite[0].length }
  }
  let fin = debut
  while (fin < texte.length && !'\t\r\n'.includes(texte.charAt(fin))) fin += 1
  return { valeur: texte.slice(debut, fin), fin }
}

/** A cell where a block lands; `null` where the grid shows a cell that is not entered. */
export type Place = string | null

export type Collage = {
  /** Cells to fill, with the text pasted into each. */
  textes: [adresse: string, texte: string][]
  /** What of the block fell on computed or read-only cells: where in the grid, and what it says. */
  ignorees: { ligne: number; colonne: number; texte: string }[]
  /** Cells of the block that fell outside the grid. */
  dehors: number
}

type Rangs = Pick<Entetes, 'lignes' | 'colonnes'>

/**
 * Lays a block on a grid, from a cell down and to the right. `depart` is the row and the column, from
 * 0, of the cell in focus. Computed rows and columns count, and what falls on them is ignored: a
 * block copied with its totals falls in place. What the block's headings say (`rangs`) comes first. A block exactly as wide (or high) as what is entered
 * from there, and that holds no totals of its own, was copied without them: it skips them.
 */
export function placerBloc(
  bloc: readonly (readonly string[])[],
  grille: readonly (readonly Place[])[],
  depart: { ligne: number; colonne: number },
  rangs: Rangs = { lignes: null, colonnes: null },
): Collage {
  const { ligne: haut, colonne: gauche } = depart
  const largeur = Math.max(0, ...bloc.map((valeurs) => valeurs.length))
  const reste = grille.slice(haut).map((places) => places.slice(gauche))
  const decaler = (places: readonly number[], de: number) => places.map((rang) => rang + de)
  const colonnes =
    rangs.colonnes ??
    decaler(rangsDe(bloc, largeur, colonnesCalculees(grille).slice(gauche)), gauche)
  const calculees = reste.map((places) => places.every((place) => place === null))
  const lignes =
    rangs.lignes ?? decaler(rangsDe(transposer(bloc, largeur), bloc.length, calculees), haut)
  const collage: Collage = { textes: [], ignorees: [], dehors: 0 }
  bloc.forEach((valeurs, i) => {
    const ligne = lignes[i] ?? grille.length
    const places = grille[ligne] ?? []
    valeurs.forEach((valeur, j) => {
      const colonne = colonnes[j] ?? places.length
      const place = places[colonne]
      if (place === undefined) collage.dehors += valeur.trim() === '' ? 0 : 1
      else if (place === null) collage.ignorees.push({ ligne, colonne, texte: valeur.trim() })
      else collage.textes.push([place, valeur.trim()])
    })
  })
  return collage
}

/** Columns of which no row is entered. */
function colonnesCalculees(grille: readonly (readonly Place[])[]): boolean[] {
  const [premiere = []] = grille
  return premiere.map((_, colonne) => grille.every((places) => places[colonne] === null))
}

const transposer = (bloc: readonly (readonly string[])[], largeur: number): string[][] =>
  Array.from({ length: largeur }, (_, j) => bloc.map((valeurs) => valeurs[j] ?? ''))

/** Where each column of the block lands, from the focus on (or each row, of a block transposed). */
function rangsDe(
  bloc: readonly (readonly string[])[],
  taille: number,
  calcules: readonly boolean[],
): number[] {
  const tous = [...calcules.keys()]
  const saisis = tous.filter((rang) => !calcules[rang])
  const ajuste = taille === saisis.length && taille < tous.length
  return ajuste && !aDesTotaux(bloc, taille, calcules) ? saisis : tous
}

/**
 * Whether, laid as it is, the block ends on a computed column and holds on each of them the sum of
 * those before it: width alone cannot tell `BEN_M BEN_F BEN_TOT` from `BEN_M BEN_F ACTES`.
 */
function aDesTotaux(
  bloc: readonly (readonly string[])[],
  taille: number,
  calcules: readonly boolean[],
): boolean {
  if (!calcules[taille - 1]) return false
  const totaux = [...calcules.keys()].filter((rang) => calcules[rang] && rang < taille)
  const nombres = bloc.map((valeurs) => valeurs.map(nombreDe))
  const sommes = totaux.flatMap((total) => {
    const debut = total === 0 ? 0 : calcules.lastIndexOf(true, total - 1) + 1
    return nombres.map((valeurs) => {
      return { somme: sommeDe(valeurs.slice(debut, total)), dit: valeurs[total] ?? Number.NaN }
    })
  })
  const justes = sommes.every(
    ({ somme, dit }) => somme !== null && estLu(dit) && confronter(somme, dit) === 0,
  )
  return justes && sommes.some(({ somme }) => somme !== null && confronter(somme, 0) > 0)
}

/** Null where one of them is no number. */
const sommeDe = (valeurs: readonly number[]) => (valeurs.every(estLu) ? additionner(valeurs) : null)

const estLu = (valeur: number) => !Number.isNaN(valeur)

function nombreDe(texte: string): number {
  const lu = lireNombre(texte)
  if ('nombre' in lu) return lu.nombre
  return texte.trim() === '' ? 0 : Number.NaN
}

/** A paste, laid out: `entetes` are what the block says of its rows and columns. */
export type CollagePrepare = Collage & {
  entetes: Entetes
  /** Decimals and thousands are parted as in English: a comma may be either. */
  anglais: boolean
  /** The decimal signs that its figures show beyond doubt. */
  signes: ReadonlySet<SigneDecimal>
}

/** What a spreadsheet's clipboard would do to a table, from the cell in focus on. */
export function preparer(
  { texte, html }: { texte: string; html: string },
  places: readonly (readonly Place[])[],
  legendes: Legendes,
  depart: { ligne: number; colonne: number },
): CollagePrepare {
  const bloc = leverDoutes(lireBloc(texte), html)
  const entetes = reconnaitre(bloc, legendes, depart.colonne)
  const corps = bloc.slice(entetes.haut).map((valeurs) => valeurs.slice(entetes.gauche))
  const signes = new Set(corps.flat().flatMap((valeur) => signeDecimal(valeur) ?? []))
  const collage = placerBloc(corps, places, depart, entetes)
  return { ...collage, entetes, signes, anglais: signes.has('.') }
}

/**
 * Spreadsheets also copy a table of HTML, in which LibreOffice and Excel write the value of each
 * cell beside its text: where the text may be two numbers, the value tells which.
 */
function leverDoutes(bloc: string[][], html: string): string[][] {
  if (html === '' || !bloc.some((valeurs) => valeurs.some(estDouteux))) return bloc
  const dits = html
    .split(/<tr\b/i)
    .slice(1)
    .map((tr) =>
      [...tr.matchAll(/<t[dh]\b([^>]*)>/gi)].map(([, attributs = '']) => valeurDite(attributs)),
    )
  const pareils =
    dits.length === bloc.length && dits.every((une, i) => une.length === bloc[i]?.length)
  if (!pareils) return bloc
  return bloc.map((valeurs, i) =>
    valeurs.map((valeur, j) => (estDouteux(valeur) ? (dits[i]?.[j] ?? valeur) : valeur)),
  )
}

const estDouteux = (texte: string) => 'signe' in lireNombre(texte)

/** `sdval` of LibreOffice, `x:num` of Excel: the value, written so that it leaves no doubt. */
function valeurDite(attributs: string): string | undefined {
  const [, valeur] = /\b(?:sdval|x:num)="?(-?\d+(?:\.\d+)?)["\s]/i.exec(`${attributs} `) ?? []
  const dit = valeur?.replace('.', ',')
  return dit !== undefined && estDouteux(dit) ? `${dit}0` : dit
}

/** What a block says of the cells of a table that are not entered. */
export const ditesDe = (
  grille: readonly (readonly string[])[],
  { ignorees }: Pick<Collage, 'ignorees'>,
): [adresse: string, texte: string][] =>
  ignorees.flatMap(({ ligne, colonne, texte }) => {
    const adresse = grille[ligne]?.[colonne]
    return adresse === undefined ? [] : [[adresse, texte]]
  })
