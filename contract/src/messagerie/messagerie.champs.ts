import type { Texte } from '../champ.ts'

/** What a message holds, in the order of the screen. Text is text: nothing in it is ever markup. */
export const CHAMPS_MESSAGE = {
  objet: {
    libelle: 'Objet',
    max: 200,
    requis: 'Saisissez l’objet de votre message.',
    long: 'Raccourcissez l’objet\u00a0: 200 caractères au plus.',
  },
  corps: {
    libelle: 'Message',
    max: 20_000,
    requis: 'Saisissez votre message.',
    long: 'Raccourcissez votre message\u00a0: 20\u202f000 caractères au plus.',
    nature: 'lignes',
  },
} as const satisfies Record<string, Texte>

/** Most people named one by one, and most people that a message reaches, its groups included. */
export const NOMMES_MAX = 200
export const DESTINATAIRES_MAX = 5000
export const GROUPES_MAX = 20
export const PIECES_PAR_MESSAGE = 10
