import { nbJours, periodeDe } from '@releve/contract/mois.ts'
import type { EtatStructure, FicheStructure } from '@releve/contract/structure/structure.schema.ts'

/** Days that excuse from reporting, both included; null: it lasts. */
export type JoursInterrompus = { du: string; au: string | null }

export function decaler(jour: string, jours: number): string {
  const date = new Date(`${jour}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + jours)
  return date.toISOString().slice(0, 10)
}

/** Whether it takes the whole of that month, as `interromptSql`. */
export function interrompt({ du, au }: JoursInterrompus, rang: number): boolean {
  const periode = periodeDe(rang)
  const mois = `${String(periode.annee).padStart(4, '0')}-${String((rang % 12) + 1).padStart(2, '0')}`
  return du <= `${mois}-01` && (au === null || au >= `${mois}-${nbJours(periode)}`)
}

/** The day after a structure's closing, when it was closed and that day is not to come. */
export function finDeFermeture(
  avant: Pick<FicheStructure, 'etat' | 'dateFermeture'> | null,
  jour: string,
): string | null {
  if (avant?.etat !== 'FERMEE' || avant.dateFermeture === null) return null
  const lendemain = decaler(avant.dateFermeture, 1)
  return lendemain <= jour ? lendemain : null
}

type Passage = {
  avant: { etat: EtatStructure; dateFermeture: string | null }
  apres: { dateOuverture: string }
  interruptions: readonly JoursInterrompus[]
  aujourdhui: string
}

/**
 * The days on which a structure's state may change, both included: once open, once what lasts has
 * begun, after what is over, and never to come.
 */
export function bornesDuPassage({ avant, apres, interruptions, aujourdhui }: Passage) {
  const debuts = interruptions.map(({ du, au }) => (au === null ? du : decaler(au, 1)))
  const fermee = finDeFermeture(avant, aujourdhui)
  const du = [apres.dateOuverture, ...debuts, ...(fermee ? [fermee] : [])].reduce((a, b) =>
    a > b ? a : b,
  )
  // What begins later than today, an opening say, is in the way of no change of today.
  return { du: du < aujourdhui ? du : aujourdhui, au: aujourdhui }
}
