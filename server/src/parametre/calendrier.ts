import {
  type Calendrier,
  jourLocal,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import {
  DEFAUTS_CALENDRIER,
  DEFAUTS_DEBUT,
  type DebutCollecte,
  FORMES_CALENDRIER,
  FORMES_DEBUT,
  type ReglagesCalendrier,
  zEcheances,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import type { Organisation } from '@releve/contract/parametre/parametre.api.ts'
import type { Contexte, Db } from '../platform/route.ts'
import {
  findReglagesStockes,
  findTousReglages,
  ORGANISATION,
  type ReglagesStockes,
  valeursDe,
} from './parametre.sql.ts'

/**
 * Settings that the life of a form depends on, the start of the collection, the due dates that
 * are kept, and who receives it; `doubleRegard`: whoever validates does not approve.
 */
export type Reglages = ReglagesCalendrier &
  DebutCollecte &
  Organisation &
  Pick<Calendrier, 'echeances'>

/** The settings of the calendar, read and changed together. */
export const CALENDRIER = { defauts: DEFAUTS_CALENDRIER, formes: FORMES_CALENDRIER }

/** The start of the collection: changed apart, by an act that tells what it changes. */
export const DEBUT = { defauts: DEFAUTS_DEBUT, formes: FORMES_DEBUT }

/** All of them, with what a change keeps. */
const REGLAGES = {
  defauts: {
    ...DEFAUTS_CALENDRIER,
    ...DEFAUTS_DEBUT,
    ...ORGANISATION.defauts,
    echeances: {},
  },
  formes: { ...FORMES_CALENDRIER, ...FORMES_DEBUT, ...ORGANISATION.formes, echeances: zEcheances },
}

/** The settings that the life of a form depends on, over their defaults. */
export function reglagesDe(stockes: ReglagesStockes): Reglages {
  return valeursDe(REGLAGES, stockes)
}

/** The same under the stamp that a statement has just given: see `findReglagesStockes`. */
export async function findReglagesSelon(db: Db, stamp: number): Promise<Reglages> {
  return reglagesDe(await findReglagesStockes(db, stamp))
}

export async function findReglages(db: Db): Promise<Reglages> {
  return reglagesDe(await findTousReglages(db))
}

/** The rank of the month that it is, where the platform is used. */
export async function moisCourant({ db, maintenant }: Pick<Contexte, 'db' | 'maintenant'>) {
  return rangCourant(maintenant, (await findReglages(db)).fuseau)
}

/** The calendar's settings, and today in its zone. */
export async function aujourdhui({
  db,
  maintenant,
}: Pick<Contexte, 'db' | 'maintenant'>): Promise<{ reglages: Reglages; jour: string }> {
  const reglages = await findReglages(db)
  return { reglages, jour: jourLocal(maintenant, reglages.fuseau) }
}
