import type { Texte } from '../champ.ts'
import { MOT_DE_PASSE } from '../session/session.champs.ts'
import { CODE_APPLICATION, CODE_RECUPERATION } from '../session/verification.champs.ts'

/** What proves that one is oneself, before one's second factor is set up or changes. */
export const CHAMPS_PREUVE = {
  password: { ...MOT_DE_PASSE, requis: 'Saisissez votre mot de passe.' },
  /** Of the application, or one kept for the day when it is lost. */
  code: {
    ...CODE_RECUPERATION,
    libelle: 'Code de l’application, ou code de récupération',
    requis: 'Saisissez un code.',
  },
} as const satisfies Record<string, Texte>

/** The first code of a second factor, which activates it. */
export const CHAMPS_ACTIVATION = {
  code: {
    ...CODE_APPLICATION,
    libelle: 'Code affiché par l’application',
    requis: CODE_APPLICATION.forme.faute,
  },
} as const satisfies Record<string, Texte>
