import type { Nature, Traits } from '@releve/contract/modele/modele.schema.ts'
import type { Constat, ListeVenue } from './ailleurs.ts'
import { libelleDe, ouvrirCodes } from './ailleurs.ts'
import {
  aideDe,
  codeDe,
  completer,
  idDe,
  type Metadonnees,
  nombreDe,
  nomDe,
  type Objet,
  objetDe,
  objetsDe,
  texteDe,
} from './dhis2.lecture.ts'
import type { Ventilation } from './dhis2.ventilation.ts'

/** How a type of value is said here; `change`: what is lost, as the end of a sentence. */
type Conversion = { nature: Nature; traits?: Traits; change?: string }

const TEXTE = (change: string): Conversion => ({ nature: 'texte', change })

const CONVERSIONS = new Map<string, Conversion>([
  ['INTEGER', { nature: 'entierSigne' }],
  ['INTEGER_POSITIVE', { nature: 'entier', traits: { min: 1 } }],
  ['INTEGER_NEGATIVE', { nature: 'entierSigne', traits: { max: -1 } }],
  ['INTEGER_ZERO_OR_POSITIVE', { nature: 'entier' }],
  ['NUMBER', { nature: 'decimal' }],
  ['PERCENTAGE', { nature: 'decimal', traits: { min: 0, max: 100, unite: '%' } }],
  ['UNIT_INTERVAL', { nature: 'decimal', traits: { min: 0, max: 1 } }],
  ['BOOLEAN', { nature: 'booleen' }],
  ['TRUE_ONLY', { nature: 'booleen', change: 'on pourra aussi y répondre «\u00a0Non\u00a0»' }],
  ['TEXT', { nature: 'texte' }],
  ['LONG_TEXT', { nature: 'texteLong' }],
  ['LETTER', { nature: 'texte', traits: { longueur: 1 } }],
  ['DATE', { nature: 'date' }],
  ['AGE', { nature: 'date', change: 'l’âge y est une date de naissance' }],
  ['DATETIME', TEXTE('la date et l’heure s’y écrivent en texte')],
  ['TIME', TEXTE('l’heure s’y écrit en texte')],
  ['PHONE_NUMBER', TEXTE('le numéro de téléphone s’y écrit sans être vérifié')],
  ['EMAIL', TEXTE('l’adresse électronique s’y écrit sans être vérifiée')],
  ['URL', TEXTE('l’adresse s’y écrit sans être vérifiée')],
  ['USERNAME', TEXTE('le compte s’y écrit en texte')],
  ['COORDINATE', TEXTE('les coordonnées s’y écrivent en texte')],
  ['ORGANISATION_UNIT', TEXTE('l’unité d’organisation s’y écrit en texte')],
  ['MULTI_TEXT', TEXTE('les choix multiples s’y écrivent en texte')],
])

/** What a form collects: a data element, as this data set breaks it down. */
export type Donnee = {
  id: string
  code: string
  codeLa: string
  libelle: string
  traits: Traits & { nature: Nature }
  /** Code there → code here, where the answer is chosen of a list. */
  options: Record<string, string> | null
  agregation: string
  ventilation: Ventilation
}

export type Listes = {
  venues: ListeVenue[]
  lire: (reference: Objet) => { code: string; options: Record<string, string> } | null
}

/** The lists of answers of a file, each made when a data element of the form names it. */
export function ouvrirListes(meta: Metadonnees): Listes {
  const donner = ouvrirCodes()
  const parListe = new Map<string, Objet[]>()
  for (const option of meta.liste('options')) {
    const id = idDe(objetDe(option, 'optionSet'))
    const siennes = parListe.get(id)
    if (siennes) siennes.push(option)
    else parListe.set(id, [option])
  }
  const lues = new Map<string, ReturnType<Listes['lire']>>()
  const venues: ListeVenue[] = []
  const lire = (reference: Objet) => {
    const objet = completer(meta, 'optionSets', reference)
    const siennes = objetsDe(objet, 'options').map((une) => completer(meta, 'options', une))
    const options = siennes.length > 0 ? siennes : (parListe.get(idDe(objet)) ?? [])
    if (options.length === 0) return null
    const donnerValeur = ouvrirCodes()
    const parCode = new Map<string, string>()
    const rang = (option: Objet) => nombreDe(option, 'sortOrder') ?? 0
    const valeurs = options
      .toSorted((a, b) => rang(a) - rang(b))
      .map((option) => {
        const code = donnerValeur(codeDe(option), 'V')
        for (const la of [texteDe(option, 'code'), idDe(option)])
          if (la !== '' && !parCode.has(la)) parCode.set(la, code)
        return { code, libelle: nomDe(option) }
      })
    const code = donner(codeDe(objet), 'LISTE')
    venues.push({ code, libelle: libelleDe(nomDe(objet), 120), valeurs })
    return { code, options: Object.fromEntries(parCode) }
  }
  return {
    venues,
    lire: (reference) => {
      const id = idDe(reference)
      const lue = lues.has(id) ? lues.get(id) : lire(reference)
      lues.set(id, lue ?? null)
      return lue ?? null
    },
  }
}

const citer = (texte: string) => `«\u00a0${texte}\u00a0»`

/** A data element as it is here, or null when nothing here is like it; `dire` tells what changed. */
export function lireDonnee(
  objet: Objet,
  ventilation: Ventilation,
  listes: Listes,
  dire: (constat: Constat) => void,
): Donnee | null {
  const libelle = nomDe(objet)
  const place = `Élément de donnée ${citer(libelle)}`
  const commun = {
    id: idDe(objet),
    code: codeDe(objet),
    codeLa: texteDe(objet, 'code'),
    libelle,
    // What DHIS2 sums where nothing is said.
    agregation: (texteDe(objet, 'aggregationType') || 'SUM').slice(0, 40),
    ventilation,
  }
  const aide = aideDe(objet)
  const dite = aide === undefined || aide === libelle ? {} : { aide }
  const reference = objetDe(objet, 'optionSet')
  if (idDe(reference) !== '') {
    const liste = listes.lire(reference)
    if (liste) {
      const traits = { nature: 'liste' as const, codification: liste.code, ...dite }
      return { ...commun, traits, options: liste.options }
    }
    const phrase = 'Sa liste de réponses n’est pas dans le fichier\u00a0: la réponse s’y écrit.'
    dire({ place, genre: 'CHANGE', phrase })
    return { ...commun, traits: { nature: 'texte', ...dite }, options: null }
  }
  const type = texteDe(objet, 'valueType')
  const conversion = CONVERSIONS.get(type || 'NUMBER')
  if (!conversion) {
    const phrase = `Aucune case d’ici ne reçoit ce genre de valeur (${type.slice(0, 40)}).`
    dire({ place, genre: 'LAISSE', phrase })
    return null
  }
  if (conversion.change)
    dire({ place, genre: 'CHANGE', phrase: `La case est reprise, mais ${conversion.change}.` })
  const { nature, traits = {} } = conversion
  return { ...commun, traits: { nature, ...traits, ...dite }, options: null }
}
