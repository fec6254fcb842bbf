import type { Texte } from '../champ.ts'

/** A code as it is sent: people copy it with its spaces. */
const sansEspaces = (code: string): string => code.replace(/\s+/g, '')

/** What an application of authentication shows. */
export const CODE_APPLICATION = {
  libelle: 'Code de vérification',
  max: 20,
  requis: 'Saisissez le code de vérification.',
  normaliser: sansEspaces,
  forme: {
    est: (code) => /^\d{6}$/.test(code),
    faute: 'Le code compte six chiffres. Vérifiez-le dans votre application.',
  },
} as const satisfies Texte

/** One of those kept for the day when the application is lost. */
export const CODE_RECUPERATION = {
  libelle: 'Code de récupération',
  max: 60,
  requis: 'Saisissez un code de récupération.',
  normaliser: sansEspaces,
} as const satisfies Texte
