import { EMAIL, type Texte } from '../champ.ts'

/** The public contact form, in the order of the screen. */
export const CHAMPS_CONTACT = {
  nom: {
    libelle: 'Votre nom',
    max: 120,
    requis: 'Saisissez votre nom.',
    long: 'Raccourcissez votre nom\u00a0: 120 caractères au plus.',
  },
  email: { ...EMAIL, libelle: 'Votre adresse électronique', requis: EMAIL.forme.faute },
  objet: {
    libelle: 'Objet',
    max: 150,
    requis: 'Saisissez l’objet de votre message.',
    long: 'Raccourcissez l’objet\u00a0: 150 caractères au plus.',
  },
  message: {
    libelle: 'Votre message',
    max: 5000,
    min: 10,
    requis: 'Saisissez votre message\u00a0: 10 caractères au moins.',
    court: 'Saisissez votre message\u00a0: 10 caractères au moins.',
    long: 'Raccourcissez votre message\u00a0: 5\u202f000 caractères au plus.',
    nature: 'lignes',
  },
} as const satisfies Record<string, Texte>
export type ChampContact = keyof typeof CHAMPS_CONTACT
