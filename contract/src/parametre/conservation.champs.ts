import type { Champ } from '../champ.ts'

/** Least and greatest number of months that the journal, or a message, may be kept (decision 0011). */
const MIN = 6
const MAX = 120
const FAUTE = `Saisissez un nombre entier de ${MIN} à ${MAX}.`
const MOIS = {
  sorte: 'nombre',
  min: MIN,
  max: MAX,
  entier: true,
  faute: FAUTE,
  requis: FAUTE,
} as const

export const CHAMPS_CONSERVATION = {
  conservationJournalMois: {
    ...MOIS,
    libelle: 'Conservation du journal, en mois',
    seul: 'Conservation du journal (mois)',
  },
  conservationMessagesMois: {
    ...MOIS,
    libelle: 'Conservation des messages, en mois',
    seul: 'Conservation des messages (mois)',
  },
} as const satisfies Record<string, Champ>

const DERNIER_DU_MOIS = (annee: number, mois: number) => new Date(Date.UTC(annee, mois + 1, 0))

/**
 * The day before which a journal kept so many months loses its lines, as `AAAA-MM-JJ`: the same day,
 * that many months before `jour`, or the last of its month where there is no such day.
 */
export function limiteConservation(jour: string, mois: number): string {
  const [annee = 0, rang = 1, quantieme = 1] = jour.split('-').map(Number)
  const dernier = DERNIER_DU_MOIS(annee, rang - 1 - mois)
  dernier.setUTCDate(Math.min(quantieme, dernier.getUTCDate()))
  return dernier.toISOString().slice(0, 10)
}
