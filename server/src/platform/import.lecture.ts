import { isDeepStrictEqual } from 'node:util'
import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { z } from 'zod'
import { codeSchema } from './erreur.ts'
import type { Lecture } from './import.colonnes.ts'
import type { LigneTableur } from './tableur.cases.ts'

/** A column as it is read. */
export type ColonneLue = { entete: string; lecture?: Lecture<string> }

/** What the lines of a spreadsheet make, and of what. */
export type Modele<Avant, Fiche extends object> = {
  /** The heading of what a line is about. */
  cle: string
  /** That of the screen, field by field. */
  schema: { shape: Record<keyof Fiche & string, z.ZodType> }
  /** What a new thing has of a field in fault. */
  vierge: Fiche
  /** What it has of a column that the file has not, when that is something. */
  nouvelle?: Partial<Fiche>
  /** A thing as one enters it. */
  ficheDe: (avant: Avant) => Fiche
  normaliser: (fiche: Fiche) => Fiche
}

/**
 * A line as read: the thing that it designates (null: a new one), and the record that it makes of
 * it; of a field in fault, what the thing already has, or nothing.
 */
export type Ligne<Avant, Fiche> = {
  numero: number
  cle: string
  avant: Avant | null
  fiche: Fiche
  fautifs: ReadonlySet<string>
  /** Why it makes none; the path of each is its column's heading. */
  details: Detail[]
  cellules: LigneTableur['cellules']
}

/** What is said of the cells that no heading names: dropped, they would be lost in silence. */
export function fautesSansTitre({ numero, sansTitre }: LigneTableur): Detail[] {
  const code = 'COLONNE_SANS_TITRE'
  return sansTitre.map((colonne) => {
    const libelle = libelleErreur(code, { case: `${colonne}${numero}` })
    return { chemin: colonne, code, libelle }
  })
}

const zodVersDetail = (chemin: string, faute: z.core.$ZodIssue, conseil?: string) => ({
  chemin,
  code: codeSchema(faute),
  libelle: conseil ?? faute.message,
})

type Champs = Map<string, unknown>

/** The cells over what the thing already has: a column that is not there changes nothing. */
function remplir(
  { cellules }: LigneTableur,
  colonnes: readonly ColonneLue[],
  shape: Record<string, z.ZodType>,
  depart: object,
): { champs: Champs; details: Detail[] } {
  const champs: Champs = new Map(Object.entries(depart))
  const details: Detail[] = []
  for (const { entete: chemin, lecture } of colonnes) {
    const cellule = cellules[chemin]?.toWellFormed()
    if (!lecture || cellule === undefined || (cellule === '' && lecture.muette)) continue
    const { champ, cle, lire, attendu = '' } = lecture
    const lu = lire(cellule)
    if (lu === undefined) {
      details.push({ chemin, code: 'VALEUR_ILLISIBLE', libelle: attendu })
      if (cle === undefined) champs.delete(champ)
    } else if (cle === undefined) champs.set(champ, lu)
    else {
      const { [cle]: _, ...autres } = { ...Object(champs.get(champ)) }
      const [faute] =
        lu === null ? [] : (shape[champ]?.safeParse({ [cle]: lu }).error?.issues ?? [])
      if (faute) details.push(zodVersDetail(chemin, faute))
      else champs.set(champ, lu === null ? autres : { ...autres, [cle]: lu })
    }
  }
  return { champs, details }
}

/** The columns that a new thing cannot do without, and that say nothing. */
const fautesDeManque = (colonnes: readonly ColonneLue[], champs: Champs): Detail[] =>
  colonnes
    .filter(({ lecture }) => lecture?.requise && !champs.get(lecture.champ))
    .map(({ entete: chemin }) => ({
      chemin,
      code: 'REQUIS',
      libelle: `Remplissez la colonne «\u00a0${chemin}\u00a0».`,
    }))

/** Each field by itself, so that the fault of one does not hide those of the others. */
function lireChamps(
  shape: Record<string, z.ZodType>,
  champs: Champs,
  colonnes: readonly ColonneLue[],
) {
  const lectures = Object.entries(shape).map(([champ, schema]) => {
    const { data, error } = schema.safeParse(champs.get(champ))
    return { champ, data, faute: error?.issues[0] }
  })
  const lus = lectures.filter(({ faute }) => !faute).map(({ champ, data }) => [champ, data])
  const fautes = lectures.flatMap(({ champ, faute }) => {
    // One fault of a field is enough: it is to be written again.
    if (!faute) return []
    const colonne = colonnes.find(({ lecture }) => lecture?.champ === champ)
    return [
      { champ, detail: zodVersDetail(colonne?.entete ?? champ, faute, colonne?.lecture?.conseil) },
    ]
  })
  return { lus: Object.fromEntries(lus) as object, fautes }
}

/** Reads one line by itself: its cells, then each field of the record. `avant`: what it is about. */
export function readLigne<Avant, Fiche extends object>(
  { cle: entete, schema, vierge, nouvelle, normaliser, ficheDe }: Modele<Avant, Fiche>,
  ligne: LigneTableur,
  colonnes: readonly ColonneLue[],
  avant: Avant | null,
): Ligne<Avant, Fiche> {
  const { numero, cellules } = ligne
  const cle = cellules[entete] ?? ''
  const lue = { numero, cellules, cle, avant }
  const depart = avant ? ficheDe(avant) : null
  const { champs, details } = remplir(ligne, colonnes, schema.shape, depart ?? nouvelle ?? {})
  // Found whatever its spelling: the key itself is not to be changed.
  const clef = colonnes.find((colonne) => colonne.entete === entete)?.lecture?.champ
  if (depart && clef) champs.set(clef, Reflect.get(depart, clef))
  const perdues = fautesSansTitre(ligne)
  // As entered, whatever its types: it is only compared.
  const saisie = Object.fromEntries(champs) as Fiche
  // What nobody touches is not judged: a thing may be as no screen would let it, and stay so.
  if (depart && details.length === 0) {
    const pareille = normaliser(depart)
    if (isDeepStrictEqual(normaliser(saisie), pareille)) {
      return { ...lue, fiche: pareille, fautifs: new Set(), details: perdues }
    }
  }
  const illisibles = new Set(details.map(({ chemin }) => chemin))
  const manques = fautesDeManque(colonnes, champs).filter(({ chemin }) => !illisibles.has(chemin))
  const { lus, fautes } = lireChamps(schema.shape, champs, colonnes)
  const dites = [...perdues, ...details, ...manques]
  const connues = new Set(dites.map(({ chemin }) => chemin))
  const autres = fautes.map(({ detail }) => detail).filter(({ chemin }) => !connues.has(chemin))
  const perdus = colonnes.flatMap(({ entete: titre, lecture }) =>
    lecture && lecture.cle === undefined && connues.has(titre) ? [lecture.champ] : [],
  )
  const fautifs = new Set([...fautes.map(({ champ }) => champ), ...perdus])
  const gardes = [...fautifs].map((champ) => [champ, Reflect.get(depart ?? vierge, champ)])
  const fiche = normaliser({ ...vierge, ...lus, ...Object.fromEntries(gardes) })
  return { ...lue, fiche, fautifs, details: [...dites, ...autres] }
}
