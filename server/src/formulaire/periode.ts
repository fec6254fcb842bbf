import type { Duree } from '@releve/contract/modele/rythme.ts'
import { isoDe, MOIS, type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'

/** What a report describes: the month it bears, and how many it covers, ending with that one. */
export type PeriodeCouverte = { periode: Periode; couverts: Duree }

/**
 * How DHIS2 calls what covers more than a month: by its length and its last month (1 to 12), what
 * follows the year, and how many years before that of the last month that year is.
 */
const NOMS: readonly [couverts: Duree, mois: number, suite: string, recul: 0 | 1][] = [
  [3, 3, 'Q1', 0],
  [3, 6, 'Q2', 0],
  [3, 9, 'Q3', 0],
  [3, 12, 'Q4', 0],
  [6, 6, 'S1', 0],
  [6, 12, 'S2', 0],
  [6, 9, 'AprilS1', 0],
  [6, 3, 'AprilS2', 1],
  [12, 12, '', 0],
  [12, 3, 'April', 1],
  [12, 6, 'July', 1],
  [12, 9, 'Oct', 1],
]

const numeroDe = ({ mois }: Periode): number => MOIS.indexOf(mois) + 1

/** `202503`, `2026Q3`, `2026S1`, `2026`, `2026July`; null: DHIS2 has no name for it. */
export function nomDhis2({ periode, couverts }: PeriodeCouverte): string | null {
  if (couverts === 1) return isoDe(periode).replace('-', '')
  const nom = NOMS.find(([n, mois]) => n === couverts && mois === numeroDe(periode))
  return nom ? `${periode.annee - nom[3]}${nom[2]}` : null
}

/** The period that DHIS2 so names, or a month (`2025-03`); null: none that a report may be of. */
export function lirePeriode(texte: string): PeriodeCouverte | null {
  const [, an = '', suite = ''] = /^(20\d\d|2100)(.*)$/.exec(texte) ?? []
  const annee = Number(an)
  if (annee === 0) return null
  const [, numero] = /^-?(0[1-9]|1[0-2])$/.exec(suite) ?? []
  if (numero !== undefined)
    return { periode: periodeDe(annee * 12 + Number(numero) - 1), couverts: 1 }
  const nom = NOMS.find(([, , dit]) => dit === suite)
  if (!nom) return null
  const [couverts, mois, , recul] = nom
  return { periode: periodeDe((annee + recul) * 12 + mois - 1), couverts }
}

const FREQUENCES: Record<Duree, string> = { 1: 'M', 3: 'Q', 6: 'S', 12: 'A' }

/**
 * The frequency and the time of an observation in SDMX: `2026-Q3`, `2026-S1`, `2026`; of what is no
 * calendar quarter, half or year, its first day and how long it lasts.
 */
export function periodeSdmx({ periode, couverts }: PeriodeCouverte): [string, string] {
  const frequence = FREQUENCES[couverts]
  if (couverts === 1) return [frequence, isoDe(periode)]
  const numero = numeroDe(periode)
  if (numero % couverts !== 0) {
    const premier = isoDe(periodeDe(rangDe(periode) - couverts + 1))
    return [frequence, `${premier}-01/P${couverts}M`]
  }
  const rang = couverts === 12 ? '' : `-${frequence}${numero / couverts}`
  return [frequence, `${periode.annee}${rang}`]
}

/** A week as DHIS2 writes it, whatever the day on which it begins. */
export const estSemaine = (texte: string): boolean => /^\d{4}(?:Wed|Thu|Sat|Sun|Bi)?W\d/.test(texte)
