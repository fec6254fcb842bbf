import type { Texte } from '../champ.ts'

/** Who runs the platform: the name that it signs by, wherever it speaks. */
export const CHAMPS_ORGANISATION = {
  organisation: {
    max: 150,
    libelle: 'Nom de l’organisation',
    seul: 'Organisation',
    requis: 'Saisissez le nom de l’organisation.',
  },
  pays: { max: 80, libelle: 'Pays' },
} as const satisfies Record<string, Texte>

/** « Direction des prisons, Sénégal ». */
export const nommerOrganisation = ({
  organisation,
  pays,
}: {
  organisation: string
  pays: string
}) => [organisation, pays].filter(Boolean).join(', ')
