import { surUneLigne } from '../contact/contact.rules.ts'
import { controlerMotDePasse } from '../utilisateur/motDePasse.ts'

/** What an invited person fills in, in the order of the screen. */
export const CHAMPS_INSCRIPTION = [
  'prenoms',
  'nom',
  'fonction',
  'telephone',
  'identifiant',
  'password',
] as const
export type ChampInscription = (typeof CHAMPS_INSCRIPTION)[number]
export type Inscription = Record<ChampInscription, string>

/** Most characters of each field. */
export const LONGUEURS_INSCRIPTION = {
  prenoms: 100,
  nom: 100,
  fonction: 100,
  telephone: 30,
  identifiant: 60,
  password: 128,
} as const satisfies Record<ChampInscription, number>

const IDENTIFIANT_MIN = 3
/** Letters and figures, with dots, hyphens or underscores between them: it is dictated, and typed. */
const IDENTIFIANT = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/i
const TELEPHONE = /^\+?[0-9](?:[ .()/-]*[0-9]){5,19}$/

const LIBELLES = {
  prenoms: 'Saisissez vos prénoms.',
  nom: 'Saisissez votre nom.',
  telephone:
    'Saisissez un numéro de téléphone, avec des chiffres et des espaces. Exemple : +221 33 800 00 00.',
  identifiant: 'Saisissez l’identifiant que vous utiliserez pour vous connecter.',
  identifiantForme:
    'Utilisez des lettres sans accent et des chiffres, séparés au besoin par un point, un tiret ou un trait bas. Exemple : awa.diallo.',
  identifiantCourt: 'Utilisez au moins 3 caractères.',
  password: 'Saisissez un mot de passe.',
} as const

/** A field as it is kept: on one line, without spaces around; a password is never touched. */
export function normaliserInscription(champ: ChampInscription, valeur: string): string {
  return champ === 'password' ? valeur : surUneLigne(valeur.replace(/\s+/g, ' '))
}

function fauteIdentifiant(identifiant: string): string | null {
  if (!identifiant) return LIBELLES.identifiant
  if (!IDENTIFIANT.test(identifiant)) return LIBELLES.identifiantForme
  return identifiant.length < IDENTIFIANT_MIN ? LIBELLES.identifiantCourt : null
}

function fauteForme(champ: ChampInscription, valeur: string): string | null {
  switch (champ) {
    case 'identifiant':
      return fauteIdentifiant(valeur)
    case 'telephone':
      return valeur && !TELEPHONE.test(valeur) ? LIBELLES.telephone : null
    case 'fonction':
      return null
    case 'prenoms':
    case 'nom':
    case 'password':
      return valeur ? null : LIBELLES[champ]
  }
}

/**
 * What is wrong with a field, as a French sentence that says what to type; null when all is well.
 * Of a password it says only that it is there, and not too long: see `raisonsInscription`.
 */
export function fauteInscription(champ: ChampInscription, valeur: string): string | null {
  const texte = normaliserInscription(champ, valeur)
  const maximum = LONGUEURS_INSCRIPTION[champ]
  if (texte.length > maximum) return `Utilisez au plus ${maximum} caractères.`
  return fauteForme(champ, texte)
}

/** Everything that the password still lacks, for this person of an invited structure. */
export function raisonsInscription(inscription: Inscription, email: string): string[] {
  const { password, identifiant, nom, prenoms } = inscription
  return controlerMotDePasse(password, {
    roles: ['ROLE_STRUCTURE'],
    identifiant,
    nom,
    prenoms,
    email,
  })
}
