import { z } from 'zod'
import { faireAPart, LECTURE } from './apart.ts'
import { ErreurMetier } from './erreur.ts'
import { Illisible, type LigneTableur, plier, type Tableur } from './tableur.cases.ts'
import type { MorceauTableur } from './tableur.lecture.ts'
import type { DemandeTableur } from './tableur.worker.ts'
import type { Pour } from './tour.ts'

const TROP =
  'Le fichier est abîmé, ou trop volumineux. Ouvrez-le dans un tableur, enregistrez-le de nouveau, puis importez-le.'

const LECTEUR = new URL('./tableur.worker.ts', import.meta.url)

/** Why a file is refused, as the caller is told. */
export const illisible = (raison: string) => new ErreurMetier(new Illisible(raison).refus)

const estLigne = (lue: unknown): boolean =>
  typeof lue === 'object' && lue !== null && 'numero' in lue && 'cellules' in lue

/** What a process apart says of a spreadsheet; the lines are looked at no closer: there are 5,000. */
export const zMorceauTableur: z.ZodType<MorceauTableur> = z.union([
  z.object({ entetes: z.array(z.string()), lettres: z.array(z.string()) }),
  z.object({ lignes: z.array(z.custom<LigneTableur>(estLigne)) }),
])

/** The spreadsheet that these pieces make. */
export function tableurDe(morceaux: readonly MorceauTableur[]): Tableur {
  const lu: Tableur = { entetes: [], lettres: [], lignes: [] }
  for (const morceau of morceaux) {
    if ('lignes' in morceau) lu.lignes.push(...morceau.lignes)
    else Object.assign(lu, morceau)
  }
  return lu
}

/** @throws those of REFUS_TABLEUR, TRAVAUX_EN_COURS, SERVICE_OCCUPE */
export async function readAilleurs(
  demande: DemandeTableur,
  pour: Pour,
  limites = LECTURE,
): Promise<Tableur> {
  const interrompu = () => illisible(TROP)
  return tableurDe(
    await faireAPart(LECTEUR, demande, zMorceauTableur, { pour, limites, interrompu }),
  )
}

/**
 * Reads an XLSX workbook (the sheet `feuille`, else its first visible one) or a CSV file (`;`, `,` or tab;
 * UTF-8 or Windows-1252). The first line names the columns; cells are trimmed texts, dates
 * `AAAA-MM-JJ`; blank lines and blank cells without a heading are left out (`sansTitre`: the others).
 * In a process of its own, of which the time and the memory are counted; in its turn.
 * @throws those of REFUS_TABLEUR, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export function readTableur(
  contenu: Uint8Array,
  pour: Pour,
  { feuille }: { feuille?: string } = {},
): Promise<Tableur> {
  return readAilleurs({ contenu, feuille }, pour)
}

/** The mark of a footnote, above or below the line. */
const APPELS = /[⁰¹²³⁴-⁹₀-₉*]/g

/** A heading as two spellings of it are compared: without its footnotes either. */
const plierEntete = (entete: string): string => plier(entete.replace(APPELS, ''))

/** The headings of a file by what they are called here; one that is none keeps its name. */
function nomsDe({ entetes }: Tableur, connues: readonly string[]): Map<string, string> {
  const parPli = Map.groupBy(new Set(connues), plierEntete)
  const noms = entetes.map((entete) => {
    const pareilles = parPli.get(plierEntete(entete)) ?? []
    const [seule = entete] = pareilles.length === 1 ? pareilles : []
    return [entete, pareilles.includes(entete) ? entete : seule] as const
  })
  return new Map(noms)
}

/**
 * The same spreadsheet, its columns called as these are, whatever the case, the accents, the blanks
 * and the footnotes of its own headings. Done again, it changes nothing.
 * @throws TABLEUR_ILLISIBLE for two columns that are one of these
 */
export function renommer(tableur: Tableur, connues: readonly string[]): Tableur {
  const noms = nomsDe(tableur, connues)
  const { entetes, lignes } = tableur
  const nomDe = (entete: string): string => noms.get(entete) ?? entete
  const nommees = entetes.map(nomDe)
  const double = nommees.find((nom, rang) => nommees.indexOf(nom) !== rang)
  if (double) throw illisible(`Deux colonnes s’appellent «\u00a0${double.slice(0, 100)}\u00a0».`)
  if (nommees.every((nom, rang) => nom === entetes[rang])) return tableur
  const parNom = (cellules: Record<string, string>) =>
    Object.fromEntries(Object.entries(cellules).map(([nom, texte]) => [nomDe(nom), texte]))
  const nommer = lignes.map((ligne) => ({ ...ligne, cellules: parNom(ligne.cellules) }))
  return { ...tableur, entetes: nommees, lignes: nommer }
}
