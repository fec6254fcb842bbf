import { libelleDuChamp } from '@releve/contract/journal/journal.detail.ts'
import { z } from 'zod'

// What a schema has against a value, for a person: the one place that words it. A schema that says
// its own sentence (`champ.schema.ts`) is not asked.

type Faute = z.core.$ZodRawIssue

/** What calls name that no table of fields does. */
const NOMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    password: 'Mot de passe',
    ancienMotDePasse: 'Mot de passe actuel',
    nouveauMotDePasse: 'Nouveau mot de passe',
    annee: 'Année',
    mois: 'Mois',
    modele: 'Modèle',
    structure: 'Structure',
    numero: 'Rapport',
    motif: 'Motif',
    objet: 'Objet',
    corps: 'Message',
    destinataires: 'Destinataires',
    donnees: 'Cases',
    fichier: 'Fichier',
    format: 'Format',
    page: 'Page',
    q: 'Recherche',
    taille: 'Lignes par page',
    tri: 'Tri',
    version: 'Version',
  }),
)

const libelleDe = (nom: PropertyKey | undefined): string | undefined =>
  typeof nom === 'string' ? (NOMS.get(nom) ?? libelleDuChamp(nom)) : undefined

/** The field that a path leads to: an element of a list is of its field. */
const champDe = (chemin: readonly PropertyKey[] = []): string | undefined =>
  libelleDe(chemin.findLast((pas) => typeof pas === 'string'))

const VIDE = 'renseignez ce champ.'
const FORME = 'donnez une valeur de la forme attendue.'

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'donnez un texte.',
    number: 'donnez un nombre.',
    int: 'donnez un nombre entier.',
    boolean: 'répondez par vrai ou par faux.',
    date: 'donnez une date.',
    array: 'donnez une liste.',
    file: 'choisissez un fichier.',
  }),
)

const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    email: 'donnez une adresse électronique valide. Exemple\u00a0: nom@domaine.org.',
    url: 'donnez une adresse de site complète. Exemple\u00a0: https://exemple.org.',
    date: 'donnez une date. Exemple\u00a0: 2025-03-31.',
    datetime: 'donnez une date et une heure. Exemple\u00a0: 2025-03-31T10:00:00Z.',
    time: 'donnez une heure. Exemple\u00a0: 10:00.',
  }),
)

const compter = (n: number | bigint, un: string, plusieurs = `${un}s`) =>
  `${n.toLocaleString('fr-FR')} ${Number(n) < 2 ? un : plusieurs}`

/** What is counted, beside a number: of a text, of a list, of a file. */
const UNITES: ReadonlyMap<string, [un: string, plusieurs: string]> = new Map([
  ['string', ['caractère', 'caractères']],
  ['array', ['élément', 'éléments']],
  ['set', ['élément', 'éléments']],
  ['file', ['octet', 'octets']],
])

type Borne = { origin: string; borne: number | bigint; comprise: boolean }

function direMinimum({ origin, borne, comprise }: Borne): string {
  const unite = UNITES.get(origin)
  if (unite && Number(borne) <= 1) return origin === 'string' ? VIDE : 'donnez au moins un élément.'
  if (unite) return `donnez au moins ${compter(borne, ...unite)}.`
  const dite = borne.toLocaleString('fr-FR')
  return comprise ? `donnez au moins ${dite}.` : `donnez plus de ${dite}.`
}

function direMaximum({ origin, borne, comprise }: Borne): string {
  const unite = UNITES.get(origin)
  if (unite) return `donnez au plus ${compter(borne, ...unite)}.`
  const dite = borne.toLocaleString('fr-FR')
  return comprise ? `donnez au plus ${dite}.` : `donnez moins de ${dite}.`
}

/** Names that nothing waits for, as a person knows them where they are known. */
function direEnTrop(cles: readonly string[]): string {
  const noms = cles.map((cle) => `«\u00a0${libelleDe(cle) ?? cle}\u00a0»`)
  const dits = new Intl.ListFormat('fr').format(noms)
  return noms.length > 1
    ? `retirez ${dits}, qui ne sont pas attendus ici.`
    : `retirez ${dits}, qui n’est pas attendu ici.`
}

/** What to do, beginning in lower case. */
function direFaute(faute: Faute): string {
  const { input } = faute
  const manque = input === undefined || input === null || input === ''
  switch (faute.code) {
    case 'invalid_type':
      return manque ? VIDE : (TYPES.get(faute.expected) ?? FORME)
    case 'invalid_value':
      return manque ? VIDE : 'choisissez une des valeurs proposées.'
    case 'too_small': {
      const { origin, minimum: borne, inclusive: comprise = true } = faute
      return direMinimum({ origin, borne, comprise })
    }
    case 'too_big': {
      const { origin, maximum: borne, inclusive: comprise = true } = faute
      return direMaximum({ origin, borne, comprise })
    }
    case 'invalid_format':
      return manque ? VIDE : (FORMATS.get(faute.format) ?? FORME)
    case 'not_multiple_of':
      return faute.divisor === 1
        ? 'donnez un nombre entier.'
        : `donnez un multiple de ${faute.divisor.toLocaleString('fr-FR')}.`
    case 'unrecognized_keys':
      return direEnTrop(faute.keys)
    default:
      return manque ? VIDE : FORME
  }
}

const majuscule = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1)

/** The sentence: what to do, after the name of its field where that is known. */
function direFauteDeSchema(faute: Faute): string {
  const champ = champDe(faute.path)
  const phrase = direFaute(faute)
  return champ === undefined ? majuscule(phrase) : `${champ}\u00a0: ${phrase}`
}

/** From now on, what schemas have against a value is said so. */
export function direEnFrancais(): void {
  z.config({ localeError: direFauteDeSchema })
}
