import { Illisible, lettresDe, plier, type Rangees, texteDe } from '../platform/tableur.cases.ts'
import { CLASSEUR as T } from './classeur.textes.ts'

// The sheets of a report's workbook are read by what they say (docs/decisions/0059): a row and a
// column that are not shown tell which line and which column each was when it left. They go where
// theirs go; the names that are shown must then be those of the model.

/** How a place is called by what stands at its line's head, above it, and above its group. */
export type Noms = { deLigne: string; deColonne: string; deGroupe: string }
export type Nommer = (ligne: number, colonne: number) => Noms

/** Where the names stand: ranks from 0; `groupes` null, `libelles` under 0: there are none. */
type Bords = { titres: number; groupes: number | null; libelles: number }

/** Names places by the texts around them. The name of a group stands over its first column. */
export function nommerSelon(
  texte: (ligne: number, colonne: number) => string,
  { titres, groupes, libelles }: Bords,
): Nommer {
  const groupeDe = (colonne: number): string => {
    if (groupes === null || colonne <= libelles) return ''
    return texte(groupes, colonne) || groupeDe(colonne - 1)
  }
  return (ligne, colonne) => ({
    deLigne: libelles < 0 ? '' : texte(ligne, libelles),
    deColonne: texte(titres, colonne),
    deGroupe: groupeDe(colonne),
  })
}

/** A cell of the report: where it stood when its workbook left, what it held, and its names. */
export type Repere = Noms & { feuille: string; place: string; cle: string; tenu: string }

/** The same, and where it stands now: ranks from 0. */
export type RepereSitue = Repere & { ligne: number; colonne: number }

/** @throws Illisible for what is no place: a blank read there would erase. */
function lieuDe(place: string): { lettres: string; ligne: number } {
  const [, lettres = '', ligne = ''] = /^([A-Z]{1,3})(\d{1,5})$/.exec(place) ?? []
  if (ligne === '') throw new Illisible(T.defait(T.technique))
  return { lettres, ligne: Number(ligne) }
}

type Feuille = { nom: string; texte: (ligne: number, colonne: number) => string } & Etendue
type Etendue = { hauteur: number; largeur: number }

function feuilleDe(nom: string, rangees: Rangees): Feuille {
  const textes = rangees.map((rangee) => rangee.map(texteDe))
  return {
    nom,
    texte: (ligne, colonne) => textes[ligne]?.[colonne] ?? '',
    hauteur: textes.length,
    largeur: textes.reduce((plus, { length }) => Math.max(plus, length), 0),
  }
}

const rangs = (nombre: number): number[] => Array.from({ length: nombre }, (_, n) => n)

/** Where the row of marks and the column of marks cross. @throws Illisible when they are not there */
function coinDe({ nom, texte, hauteur, largeur }: Feuille): { ligne: number; colonne: number } {
  const coins = rangs(hauteur).flatMap((ligne) =>
    rangs(largeur).flatMap((colonne) =>
      texte(ligne, colonne) === T.coin ? [{ ligne, colonne }] : [],
    ),
  )
  const [coin] = coins
  if (!coin || coins.length > 1) throw new Illisible(T.sansReperes(nom))
  return coin
}

/** The rank of each mark; those that come twice, apart. */
function rangsDe(marques: readonly string[]): { rangs: Map<string, number>; doubles: Set<string> } {
  const doubles = new Set(marques.filter((marque, n) => marque && marques.indexOf(marque) !== n))
  return { rangs: new Map(marques.map((marque, rang) => [marque, rang])), doubles }
}

type Marques = ReturnType<typeof rangsDe>

/** Where a mark is now. `dite`: what it marks, as a sentence calls it. @throws Illisible */
function placeDe({ rangs: places, doubles }: Marques, marque: string, dite: string): number {
  if (doubles.has(marque)) throw new Illisible(T.double(dite))
  const rang = places.get(marque)
  if (rang === undefined) throw new Illisible(T.absente(dite))
  return rang
}

/** What was written where nothing is read would be lost in silence. @throws Illisible */
function refuserAjouts(
  { nom, texte }: Feuille,
  { lignes, colonnes }: { lignes: readonly string[]; colonnes: readonly string[] },
  situes: readonly RepereSitue[],
): void {
  const [aLire, aCote] = [
    new Set(situes.map(({ colonne }) => colonne)),
    new Set(situes.map(({ ligne }) => ligne)),
  ]
  for (const [ligne, marque] of lignes.entries())
    if (marque === '' && [...aLire].some((colonne) => texte(ligne, colonne) !== ''))
      throw new Illisible(T.ligneAjoutee(nom, ligne + 1))
  for (const [colonne, marque] of colonnes.entries())
    if (marque === '' && [...aCote].some((ligne) => texte(ligne, colonne) !== ''))
      throw new Illisible(T.colonneAjoutee(nom, lettresDe(colonne)))
}

/** @throws Illisible for a row or a column whose name is another's: its marks did not follow it */
function verifierNoms(nom: string, { deLigne, deColonne, deGroupe }: Repere, lus: Noms): void {
  const autre = (attendu: string, lu: string) => attendu !== '' && plier(attendu) !== plier(lu)
  if (autre(deLigne, lus.deLigne)) throw new Illisible(T.autreLigne(nom, deLigne, lus.deLigne))
  const [colonne, lue] = [nomDeColonne({ deColonne, deGroupe }), nomDeColonne(lus)]
  if (autre(deColonne, lus.deColonne) || autre(deGroupe, lus.deGroupe))
    throw new Illisible(T.autreColonne(nom, colonne, lue))
}

const nomDeColonne = ({ deColonne, deGroupe }: Pick<Noms, 'deColonne' | 'deGroupe'>): string =>
  [deGroupe, deColonne].filter(Boolean).join(', ')

/** The headings' line, and their groups' above it, as they stood when the workbook left. */
const [LIGNE_TITRES, LIGNE_GROUPES] = [3, 3]
/** Under the groups. */
const LIGNE_SOUS_GROUPES = 4
const COLONNE_LIBELLES = 'B'

/**
 * Where the cells of a sheet stand now, followed by the marks of their rows and columns.
 * @throws Illisible, which names the row or the column that is missing, there twice, added, or
 * called otherwise than in the model
 */
export function situer(nom: string, rangees: Rangees, reperes: readonly Repere[]): RepereSitue[] {
  const feuille = feuilleDe(nom, rangees)
  const { texte, hauteur, largeur } = feuille
  const coin = coinDe(feuille)
  const lignes = rangs(hauteur).map((ligne) => texte(ligne, coin.colonne))
  const colonnes = rangs(largeur).map((colonne) => texte(coin.ligne, colonne))
  const [parLigne, parColonne] = [rangsDe(lignes), rangsDe(colonnes)]
  const ligneDe = (n: number, dite: string) => placeDe(parLigne, T.repereLigne(n), dite)
  const colonneDe = (lettres: string, dite: string) =>
    placeDe(parColonne, T.repereColonne(lettres), dite)
  const situes = reperes.map((repere): RepereSitue => {
    const { lettres, ligne } = lieuDe(repere.place)
    const deLigne = T.laLigne(nom, repere.deLigne || T.repereLigne(ligne))
    const deColonne = T.laColonne(nom, nomDeColonne(repere) || T.repereColonne(lettres))
    return { ...repere, ligne: ligneDe(ligne, deLigne), colonne: colonneDe(lettres, deColonne) }
  })
  refuserAjouts(feuille, { lignes, colonnes }, situes)
  const groupee = reperes.some(({ deGroupe }) => deGroupe !== '')
  const titres = (n: number) => ligneDe(n, T.laLigne(nom, T.titres))
  const nommee = reperes.some(({ deLigne }) => deLigne !== '')
  const nommer = nommerSelon(texte, {
    titres: titres(groupee ? LIGNE_SOUS_GROUPES : LIGNE_TITRES),
    groupes: groupee ? titres(LIGNE_GROUPES) : null,
    libelles: nommee ? colonneDe(COLONNE_LIBELLES, T.laColonne(nom, T.libelles)) : -1,
  })
  for (const situe of situes) verifierNoms(nom, situe, nommer(situe.ligne, situe.colonne))
  return situes
}
