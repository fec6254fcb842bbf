/**
 * What one enters in a field, said once: the server's schemas (`champ.schema.ts`), the screens, the
 * imports and the journal read the same table. Pure, and without zod: the browser has no need of it
 * for this.
 */
export type Champ = Texte | Nombre | Jour | Choix

type TextesDuChamp = {
  /** What it is called on its form. */
  libelle: string
  /** What it is called away from its form, in the journal say; absent: the same. */
  seul?: string
  /** What its column is called in a spreadsheet; absent: as away from its form. */
  colonne?: string
  /** What is said of a blank; absent: it may stay blank. */
  requis?: string
}

/** A text that one types. */
export type Texte = TextesDuChamp & {
  sorte?: never
  /** Most characters, of what is kept. */
  max: number
  /** Fewest characters; without `requis`, a blank stays allowed. */
  min?: number
  /** What is said of a text too short, where the blank has a sentence of its own. */
  court?: string
  /** What is said of a text too long; absent: a sentence that gives the length. */
  long?: string
  /** What else the text must be, and what is said otherwise. */
  forme?: { est: (texte: string) => boolean; faute: string }
  /** How it is written, and with which keyboard; absent: on one line. */
  nature?: 'lignes' | 'telephone' | 'email' | 'site'
  /** What is kept of a blank that is allowed; absent: null. */
  rien?: ''
  /** What is kept of what was typed; absent: on one line, or several, without what hides. */
  normaliser?: (valeur: string) => string
}

/** Bounds of a number, both included, and what is said of anything else. */
export type Bornes = { min: number; max: number; entier: boolean; faute: string }

/** A number that one types. */
export type Nombre = TextesDuChamp &
  Bornes & {
    sorte: 'nombre'
    /** One for each key of something else: a category, a model. */
    parCle?: true
  }
/** A day, `AAAA-MM-JJ`. */
export type Jour = TextesDuChamp & { sorte: 'jour' }
/** What one chooses among what there is: one thing, several, yes or no. */
export type Choix = TextesDuChamp & { sorte: 'choix' }

/** What a field is called away from its form. */
export const libelleSeul = ({ libelle, seul = libelle }: Champ): string => seul

/** Marks that turn the writing around: a name could hide another one behind them. */
const RETOURNEMENTS = /[\u202A-\u202E\u2066-\u2069]/g
const COMMANDES = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/**
 * A text on one line: no line break survives, so that it can stand in a header of a mail. An accent
 * written as a sign of its own joins its letter, so that a search finds it.
 */
export function surUneLigne(texte: string): string {
  return texte
    .normalize('NFC')
    .replace(RETOURNEMENTS, '')
    .replace(COMMANDES, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A text of several lines, without other control characters. */
export function surPlusieursLignes(texte: string): string {
  return texte
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(RETOURNEMENTS, '')
    .replace(COMMANDES, (signe) => (signe === '\n' || signe === '\t' ? signe : ' '))
    .trim()
}

/** What a field keeps of what was typed in it. */
export function normaliserChamp({ normaliser, nature }: Texte, valeur: string): string {
  if (normaliser) return normaliser(valeur)
  return nature === 'lignes' ? surPlusieursLignes(valeur) : surUneLigne(valeur)
}

/** What is wrong with a value, and the French sentence that says what to do. */
export type FauteDeSaisie = { nature: 'too_small' | 'too_big' | 'invalid_format'; phrase: string }

/** What is wrong with a text; null when all is well. */
export function examinerChamp(champ: Texte, valeur: string): FauteDeSaisie | null {
  const { max, min = 0, requis, forme } = champ
  const texte = normaliserChamp(champ, valeur)
  if (texte === '') return requis === undefined ? null : { nature: 'too_small', phrase: requis }
  if (texte.length > max) {
    return { nature: 'too_big', phrase: champ.long ?? `Utilisez au plus ${max} caractères.` }
  }
  if (texte.length < min) {
    return { nature: 'too_small', phrase: champ.court ?? `Utilisez au moins ${min} caractères.` }
  }
  return !forme || forme.est(texte) ? null : { nature: 'invalid_format', phrase: forme.faute }
}

/** The same as a sentence alone. */
export const fauteChamp = (champ: Texte, valeur: string): string | null =>
  examinerChamp(champ, valeur)?.phrase ?? null

const LOCALE = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const DOMAINE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i

/** Whether a text is an e-mail address that a mail server takes, written in ASCII. */
export function estEmail(texte: string): boolean {
  const arobase = texte.lastIndexOf('@')
  const locale = texte.slice(0, arobase)
  if (arobase < 1 || locale.length > 64 || texte.length > 254) return false
  return LOCALE.test(locale) && DOMAINE.test(texte.slice(arobase + 1))
}

const EMAIL_VALIDE = 'Saisissez une adresse électronique valide. Exemple\u00a0: nom@domaine.org.'

/** An e-mail address, the same everywhere. */
export const EMAIL = {
  libelle: 'Adresse électronique',
  colonne: 'Courriel',
  nature: 'email',
  max: 200,
  long: 'Saisissez une adresse électronique plus courte\u00a0: 200 caractères au plus.',
  forme: { est: estEmail, faute: EMAIL_VALIDE },
} as const satisfies Texte

/** Three digits at least, with what people write between them, two numbers or an extension. */
const estTelephone = (texte: string): boolean =>
  /^[\d\s()./+-]+(?:poste \d+)?$/i.test(texte) && texte.replace(/\D/g, '').length >= 3

/** A telephone number, or two of them, the same everywhere. */
export const TELEPHONE = {
  libelle: 'Téléphone',
  nature: 'telephone',
  max: 40,
  forme: {
    est: estTelephone,
    faute:
      'Saisissez un numéro de téléphone, avec des chiffres et des espaces. Exemple\u00a0: +000\u00a000\u00a000\u00a000\u00a000.',
  },
} as const satisfies Texte

/** What is wrong with a number; `undefined`: what was typed is none; null (nothing entered) is right. */
export function fauteNombre(
  { min, max, entier, faute }: Bornes,
  valeur: number | null | undefined,
): string | null {
  if (valeur === null) return null
  if (valeur === undefined || !(valeur >= min && valeur <= max)) return faute
  return entier && !Number.isInteger(valeur) ? faute : null
}

/** How many there are of something: people, places, posts. */
export const DENOMBREMENT = {
  min: 0,
  max: 1_000_000,
  entier: true,
  faute: 'Saisissez un nombre entier, de 0 à 1\u202f000\u202f000. Exemple\u00a0: 42.',
} as const satisfies Bornes

const JOUR = /^(?:19|20)\d{2}-\d{2}-\d{2}$|^2100-\d{2}-\d{2}$/
const JOUR_VALIDE = 'Donnez une date, entre 1900 et 2100. Exemple\u00a0: 2025-03-31.'

/** What is wrong with a day that one enters, `AAAA-MM-JJ`; null for one that exists, 1900 to 2100. */
export function fauteJour(jour: string): string | null {
  const instant = Date.parse(`${jour}T00:00:00Z`)
  if (!JOUR.test(jour) || Number.isNaN(instant)) return JOUR_VALIDE
  return new Date(instant).toISOString().startsWith(jour) ? null : JOUR_VALIDE
}
