import { type Champ, EMAIL } from '../champ.ts'
import { MOT_DE_PASSE } from '../session/session.champs.ts'
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
  password: { ...MOT_DE_PASSE, requis: 'Saisissez un mot de passe.' },
  confirmation: {
    ...MOT_DE_PASSE,
    libelle: 'Mot de passe, une seconde fois',
    requis: 'Saisissez le mot de passe une seconde fois.',
  },
} as const satisfies Record<string, Champ>

const { code, libelle, typeStructure, region, parent, responsable, capacite } = CHAMPS_STRUCTURE

/** An invitation, in the order of the screen: the structure's own, and where it is sent. */
export const CHAMPS_INVITATION = {
  code: { ...code, libelle: 'Code de la structure' },
  email: {
    ...EMAIL,
    requis: 'Saisissez l’adresse électronique à laquelle envoyer l’invitation.',
  },
  libelle: { ...libelle, libelle: 'Nom de la structure' },
  typeStructure: {
    ...typeStructure,
    libelle: 'Type de structure',
    requis: 'Choisissez le type de la structure.',
  },
  region: { ...region, requis: 'Choisissez la région de la structure.' },
  parent,
  responsable,
  capacite: { ...capacite, libelle: 'Capacité d’accueil' },
  /** Today, where nothing is said. */
  dateOuverture: { sorte: 'jour', libelle: CHAMPS_STRUCTURE.dateOuverture.libelle },
} as const satisfies Record<string, Champ>
