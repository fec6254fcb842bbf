import type { Texte } from '../champ.ts'

/** A password is kept as it was typed, blanks included. */
export const MOT_DE_PASSE = {
  libelle: 'Mot de passe',
  max: 128,
  normaliser: (valeur) => valeur,
} as const satisfies Texte

export const CHAMPS_CONNEXION = {
  identifiant: {
    libelle: 'Identifiant',
    max: 100,
    requis: "Veuillez saisir l'identifiant", // [S]
    normaliser: (valeur) => valeur.trim(),
  },
  password: { ...MOT_DE_PASSE, requis: 'Veuillez saisir le mot de passe' },
} as const satisfies Record<string, Texte>

/** One's own password, to change. */
export const CHAMPS_MOT_DE_PASSE = {
  ancien: {
    ...MOT_DE_PASSE,
    libelle: 'Mot de passe actuel',
    requis: 'Saisissez votre mot de passe actuel.',
  },
  nouveau: {
    ...MOT_DE_PASSE,
    libelle: 'Nouveau mot de passe',
    requis: 'Saisissez un nouveau mot de passe.',
  },
  confirmation: {
    ...MOT_DE_PASSE,
    libelle: 'Nouveau mot de passe, une seconde fois',
    requis: 'Saisissez le nouveau mot de passe une seconde fois.',
  },
} as const satisfies Record<string, Texte>

/** The same, where the password to replace was sent to its owner. */
export const MOT_DE_PASSE_PROVISOIRE = {
  ...MOT_DE_PASSE,
  libelle: 'Mot de passe provisoire',
  requis: 'Saisissez le mot de passe provisoire que vous avez reçu.',
} as const satisfies Texte
