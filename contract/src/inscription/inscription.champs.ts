import { type Champ, EMAIL } from '../champ.ts'
import { CHAMPS_STRUCTURE } from '../structure/structure.champs.ts'
import { CHAMPS_UTILISATEUR } from '../utilisateur/utilisateur.champs.ts'

const { prenoms, nom, fonction, telephone, identifiant } = CHAMPS_UTILISATEUR

/**
 * What an invited person fills in, in the order of the screen. Of the password it is said here only
 * that it is there, and not too long: see `raisonsInscription`.
 */
export const CHAMPS_INSCRIPTION = {
  prenoms: { ...prenoms, requis: 'Saisissez vos prénoms.' },
  nom: { ...nom, requis: 'Saisissez votre nom.' },
  fonction,
  telephone,
  identifiant: {
    ...identifiant,
    requis: 'Saisissez l’identifiant que vous utiliserez pour vous connecter.',
  },
  password: { max: 128, requis: 'Saisissez un mot de passe.', normaliser: (valeur) => valeur },
} as const satisfies Record<string, Champ>
export type ChampInscription = keyof typeof CHAMPS_INSCRIPTION

/** The texts of an invitation: the structure's own, and where it is sent. */
export const CHAMPS_INVITATION = {
  code: CHAMPS_STRUCTURE.code,
  email: {
    ...EMAIL,
    requis: 'Saisissez l’adresse électronique à laquelle envoyer l’invitation.',
  },
  libelle: CHAMPS_STRUCTURE.libelle,
  responsable: CHAMPS_STRUCTURE.responsable,
} as const satisfies Record<string, Champ>
