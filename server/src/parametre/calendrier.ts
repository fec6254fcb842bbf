import { jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import {
  DEFAUTS_CALENDRIER,
  FORMES_CALENDRIER,
  type ReglagesCalendrier,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import type { Contexte, Db } from '../platform/route.ts'
import {
  findReglagesStockes,
  findTousReglages,
  type ReglagesStockes,
  valeursDe,
} from './parametre.sql.ts'

/** Settings that the life of a form depends on; `doubleRegard`: whoever validates does not approve. */
export type Reglages = ReglagesCalendrier

/** The settings of the calendar, read and changed together. */
export const CALENDRIER = { defauts: DEFAUTS_CALENDRIER, formes: FORMES_CALENDRIER }

/** The settings that the life of a form depends on, over their defaults. */
export function reglagesDe(stockes: ReglagesStockes): Reglages {
  return valeursDe(CALENDRIER, stockes)
}

/** The same under the stamp that a statement has just given: see `findReglagesStockes`. */
export async function findReglagesSelon(db: Db, stamp: number): Promise<Reglages> {
  return reglagesDe(await findReglagesStockes(db, stamp))
}

export async function findReglages(db: Db): Promise<Reglages> {
  return reglagesDe(await findTousReglages(db))
}

/** The calendar's settings, and today in its zone. */
export async function aujourdhui({
  db,
  maintenant,
}: Pick<Contexte, 'db' | 'maintenant'>): Promise<{ reglages: Reglages; jour: string }> {
  const reglages = await findReglages(db)
  return { reglages, jour: jourLocal(maintenant, reglages.fuseau) }
}
