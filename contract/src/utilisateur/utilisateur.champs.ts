import { type Champ, EMAIL, TELEPHONE } from '../champ.ts'

/** Starts with a letter or a figure; letters without accents, figures, `.`, `-`, `_`. */
const IDENTIFIANT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** What one enters of an account, whoever enters it. */
export const CHAMPS_UTILISATEUR = {
  prenoms: { max: 100 },
  nom: { max: 100, requis: 'Saisissez le nom.' },
  fonction: { max: 120 },
  telephone: TELEPHONE,
  email: { ...EMAIL, requis: 'Saisissez l’adresse électronique.' },
  identifiant: {
    min: 3,
    max: 60,
    requis: 'Saisissez l’identifiant.',
    forme: {
      est: (texte) => IDENTIFIANT.test(texte),
      faute:
        'Utilisez de 3 à 60 lettres sans accent, chiffres, points ou tirets. Exemple\u00A0: awa.diallo.',
    },
  },
} as const satisfies Record<string, Champ>
export type ChampUtilisateur = keyof typeof CHAMPS_UTILISATEUR

/** How many structures an account may report for, besides its own. */
export const AUTRES_STRUCTURES_MAX = 50
