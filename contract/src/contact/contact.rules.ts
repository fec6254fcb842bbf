/** Fields of the public contact form, in the order of the screen. */
export const CHAMPS_CONTACT = ['nom', 'email', 'objet', 'message'] as const
export type ChampContact = (typeof CHAMPS_CONTACT)[number]

/** Fewest and most characters of each field. */
export const LONGUEURS_CONTACT = {
  nom: { min: 1, max: 120 },
  email: { min: 1, max: 200 },
  objet: { min: 1, max: 150 },
  message: { min: 10, max: 5000 },
} as const satisfies Record<ChampContact, { min: number; max: number }>

const LIBELLES = {
  nom: {
    court: 'Saisissez votre nom.',
    long: 'Raccourcissez votre nom : 120 caractères au plus.',
  },
  email: {
    court: 'Saisissez une adresse électronique valide. Exemple : nom@domaine.org.',
    long: 'Saisissez une adresse électronique plus courte : 200 caractères au plus.',
  },
  objet: {
    court: 'Saisissez l’objet de votre message.',
    long: 'Raccourcissez l’objet : 150 caractères au plus.',
  },
  message: {
    court: 'Saisissez votre message : 10 caractères au moins.',
    long: 'Raccourcissez votre message : 5 000 caractères au plus.',
  },
} as const satisfies Record<ChampContact, { court: string; long: string }>

const LOCALE = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const DOMAINE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i

/** Whether a text is an e-mail address that a mail server takes, written in ASCII. */
export function estEmail(texte: string): boolean {
  const arobase = texte.lastIndexOf('@')
  const locale = texte.slice(0, arobase)
  if (arobase < 1 || locale.length > 64 || texte.length > 254) return false
  return LOCALE.test(locale) && DOMAINE.test(texte.slice(arobase + 1))
}

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
export function normaliserContact(champ: ChampContact, valeur: string): string {
  return champ === 'message' ? surPlusieursLignes(valeur) : surUneLigne(valeur)
}

/** What is wrong with a field, as a French sentence that says what to type; null when all is well. */
export function fauteContact(champ: ChampContact, valeur: string): string | null {
  const texte = normaliserContact(champ, valeur)
  const { min, max } = LONGUEURS_CONTACT[champ]
  const { court, long } = LIBELLES[champ]
  if (texte.length > max) return long
  if (texte.length < min || (champ === 'email' && !estEmail(texte))) return court
  return null
}
