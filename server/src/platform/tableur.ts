import { z } from 'zod'
import { faireAPart, LECTURE } from './apart.ts'
import { ErreurMetier } from './erreur.ts'
import {
  type FeuilleLue,
  Illisible,
  type LigneTableur,
  plier,
  type Tableur,
} from './tableur.cases.ts'
import type { Choix } from './tableur.classeur.ts'
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

const zAnnexe = { annexe: z.literal(true).optional() }

/** What a process apart says of a spreadsheet; the lines are looked at no closer: there are 5,000. */
export const zMorceauTableur: z.ZodType<MorceauTableur> = z.union([
  z.object({ entetes: z.array(z.string()), lettres: z.array(z.string()), ...zAnnexe }),
  z.object({ lignes: z.array(z.custom<LigneTableur>(estLigne)), ...zAnnexe }),
])

/** The spreadsheet that these pieces make. */
export function tableurDe(morceaux: readonly MorceauTableur[]): Tableur {
  const annexe = morceaux.filter((morceau) => morceau.annexe)
  const premiere = feuilleDe(morceaux.filter((morceau) => !morceau.annexe))
  return annexe.length > 0 ? { ...premiere, annexe: feuilleDe(annexe) } : premiere
}

function feuilleDe(morceaux: readonly MorceauTableur[]): FeuilleLue {
  const lue: FeuilleLue = { entetes: [], lettres: [], lignes: [] }
  for (const morceau of morceaux) {
    if ('lignes' in morceau) lue.lignes.push(...morceau.lignes)
    else [lue.entetes, lue.lettres] = [morceau.entetes, morceau.lettres]
  }
  return lue
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
 * Reads an XLSX workbook (the sheet `feuille`, else its first visible one, and the sheet `annexe` when
 * it has one) or a CSV file (`;`, `,` or tab; UTF-8 or Windows-1252). The first line names the columns; cells are trimmed texts, dates
 * `AAAA-MM-JJ`; blank lines and blank cells without a heading are left out (`sansTitre`: the others).
 * In a process of its own, of which the time and the memory are counted; in its turn.
 * @throws those of REFUS_TABLEUR, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export function readTableur(contenu: Uint8Array, pour: Pour, choix: Choix = {}): Promise<Tableur> {
  return readAilleurs({ contenu, ...choix }, pour)
}

/** The mark of a footnote, above or below the line. */
const APPELS = /[⁰¹²³⁴-⁹₀-₉*]/g

/** A heading as two spellings of it are compared: without its footnotes either. */
const plierEntete = (entete: string): string => plier(entete.replace(APPELS, ''))

/** The headings of a file by what they are called here; one that is none keeps its name. */
function nomsDe({ entetes }: FeuilleLue, connues: readonly string[]): Map<string, string> {
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
export function renommer<Lue extends FeuilleLue>(tableur: Lue, connues: readonly string[]): Lue {
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
