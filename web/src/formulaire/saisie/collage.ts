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

/** Whether a paste is a block for several cells rather than a value for one. */
export function estBloc(texte: string): boolean {
  return /[\t\n\r]/.test(texte.replace(/(\r\n|\n|\r)$/, ''))
}

/** A cell where a block lands; `null` where the grid shows a cell that is not entered. */
export type Place = string | null

export type Collage = {
  /** Cells to fill, with the text pasted into each. */
  textes: [adresse: string, texte: string][]
  /** Cells of the block that fell on computed or read-only cells. */
  ignorees: number
  /** Cells of the block that fell outside the grid. */
  dehors: number
}

/**
 * Lays a block on a grid, from a cell down and to the right. Every column shown counts, computed
 * ones too: a block copied with its totals falls in place, and its totals are ignored.
 * `depart` is the row and the column, from 0, of the cell in focus.
 */
export function placerBloc(
  bloc: readonly (readonly string[])[],
  grille: readonly (readonly Place[])[],
  depart: { ligne: number; colonne: number },
): Collage {
  const collage: Collage = { textes: [], ignorees: 0, dehors: 0 }
  bloc.forEach((valeurs, i) => {
    const places = grille[depart.ligne + i]
    valeurs.forEach((valeur, j) => {
      const place = places?.[depart.colonne + j]
      if (place === undefined) collage.dehors += valeur.trim() === '' ? 0 : 1
      else if (place === null) collage.ignorees += 1
      else collage.textes.push([place, valeur.trim()])
    })
  })
  return collage
}
