import { lireNombre } from '@releve/contract/modele/nombre.ts'
import { plier } from '@releve/contract/plier.ts'

/** What a table calls its rows and its columns, as a spreadsheet may repeat it. */
export type Legendes = {
  lignes: readonly string[]
  colonnes: readonly Legende[]
  /** Every cell is a figure: a row or a column of texts is none of them. */
  chiffres: boolean
}
export type Legende = { groupe: string | null; libelle: string; unite?: string | undefined }

/** What the first rows and the first column of a block say: they are not pasted. */
export type Entetes = {
  haut: number
  gauche: number
  /** For each row and column of the rest, its place in the table, null for none; else null: by rank. */
  lignes: Places | null
  colonnes: Places | null
}
type Places = readonly (number | null)[]
type Bloc = readonly (readonly string[])[]

/** Case, accents and punctuation apart: what passes by another program rarely keeps them. */
const simplifier = (texte: string) =>
  plier(texte)
    .replace(/[^\p{L}\p{N}<>≤≥+%]+/gu, ' ')
    .trim()

const estValeur = (texte: string) =>
  /^(nd|so)$/i.test(texte.trim()) || !('faux' in lireNombre(texte.replace(/%\s*$/, '')))

/**
 * Looks for headings in a block: one row of them, or two where columns are grouped, and a column of
 * labels. Those of the table say where what follows goes, in whatever order; others are set aside.
 * @param colonne the column in focus, from 0: of two columns of one name, the one from there on.
 */
export function reconnaitre(bloc: Bloc, table: Legendes, colonne: number): Entetes {
  const groupee = table.colonnes.some(({ groupe }) => groupe !== null)
  const essais = (groupee ? [0, 1, 2] : [0, 1]).flatMap((haut) =>
    [0, 1].map((gauche) => essayer(bloc, table, { haut, gauche, colonne })),
  )
  const { entetes } = essais.reduce((meilleur, un) => (un.vaut > meilleur.vaut ? un : meilleur))
  return entetes
}

type Essai = { haut: number; gauche: number; colonne: number }

/** What it is worth to read the block so: 2 for headings of the table, 1 for texts over figures. */
function essayer(bloc: Bloc, table: Legendes, { haut, gauche, colonne }: Essai) {
  const noms = haut === 0 ? null : nomsDesColonnes(bloc.slice(0, haut), gauche)
  const libelles = gauche === 0 ? null : bloc.slice(haut).map(([premier = '']) => premier)
  const colonnes = noms && apparier(noms, clesDesColonnes(table.colonnes, haut), colonne)
  const lignes =
    libelles &&
    apparier(
      libelles,
      table.lignes.map((nom) => [simplifier(nom)]),
      0,
    )
  const reste = bloc.slice(haut).map((valeurs) => valeurs.slice(gauche))
  const surChiffres = table.chiffres && reste.some((valeurs) => valeurs.some(estValeur))
  const valoir = (dits: readonly string[] | null, places: Places | null) => {
    if (dits === null) return 0
    if (places !== null) return 2
    return surChiffres && dits.some(estEcrit) && !dits.some(estValeur) ? 1 : -4
  }
  const vaut = valoir(haut === 2 && !colonnes ? [''] : noms, colonnes) + valoir(libelles, lignes)
  return { vaut, entetes: { haut, gauche, lignes, colonnes } }
}

const estEcrit = (texte: string) => simplifier(texte) !== ''

/** The headings of the columns; under merged groups, the name of the group comes before. */
function nomsDesColonnes(tetes: Bloc, gauche: number): string[] {
  const [premiere = [], seconde] = tetes.map((valeurs) => valeurs.slice(gauche))
  if (!seconde) return [...premiere]
  let groupe = ''
  return seconde.map((libelle, rang) => {
    groupe = premiere[rang]?.trim() || groupe
    return estEcrit(libelle) ? `${groupe} ${libelle}` : ''
  })
}

function clesDesColonnes(colonnes: readonly Legende[], haut: number): string[][] {
  return colonnes.map(({ groupe, libelle, unite }) => {
    const seuls = [libelle, ...(unite ? [`${libelle} ${unite}`, `${libelle} en ${unite}`] : [])]
    const longs = seuls.map((nom) => `${groupe ?? ''} ${nom}`)
    return (haut === 2 ? longs : [...seuls, ...longs]).map(simplifier)
  })
}

/**
 * The place of each name among those of the table; null when they are not its headings: less than
 * half of them, or a figure among the others. Of equal names, the first free one from `depart` on.
 */
function apparier(
  noms: readonly string[],
  cles: readonly (readonly string[])[],
  depart: number,
): Places | null {
  const libres = new Set(cles.keys())
  const places = noms.map(simplifier).map((nom) => {
    const candidats = [...libres].filter((rang) => nom !== '' && cles[rang]?.includes(nom))
    const rang = candidats.find((un) => un >= depart) ?? candidats[0] ?? null
    if (rang !== null) libres.delete(rang)
    return rang
  })
  const ecrits = [...noms.entries()].filter(([, nom]) => estEcrit(nom))
  const connus = ecrits.filter(([rang]) => places[rang] !== null)
  const enLettres = connus.some(([, nom]) => /\p{L}/u.test(nom))
  const autres = ecrits.filter(([rang]) => places[rang] === null)
  const assez = 2 * connus.length >= ecrits.length && !autres.some(([, nom]) => estValeur(nom))
  return enLettres && assez ? places : null
}
