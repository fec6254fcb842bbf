import { formatDate } from '../ui/format.ts'

/** Until when a month may be entered. */
export const textesEtatsCloture = {
  PROCHE: (jour: string) => `La saisie de ce mois se ferme à la fin du ${formatDate(jour)}.`,
  CLOSE: (jour: string) => `La saisie de ce mois est close depuis la fin du ${formatDate(jour)}.`,
  ROUVERTE: (jour: string) => `Ce mois est rouvert jusqu’au ${formatDate(jour)} compris.`,
  suite: 'Demander une prolongation',
} as const
