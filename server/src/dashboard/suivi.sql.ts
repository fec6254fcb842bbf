import {
  type Calendrier,
  echeanceDe,
  jourLocal,
  jourVerrou,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { estOuverteDesSql, findReglages, type Reglages } from '../calendrier/calendrier.sql.ts'
import { dansPerimetreSql } from '../formulaire/formulaire.rights.ts'
import type { Agent } from '../platform/agent.ts'
import { cherche, type Fragment, toutes } from '../platform/liste.ts'
import type { Contexte } from '../platform/route.ts'

/** What figures are narrowed by, within the perimeter; an empty list narrows nothing. */
export type Filtres = {
  regions?: string[] | undefined
  types?: string[] | undefined
  modeles?: string[] | undefined
  /** Code of a structure. */
  structure?: string | undefined
  q?: string | undefined
}

/** Today and the present month, in the calendar's zone. */
export type Jour = { reglages: Reglages; jour: string; courant: number }

/** What every statement of the dashboard is asked with. */
export type Demande = Jour & {
  agent: Agent
  filtres: Filtres
  /** Ranks of the first and last months. */
  du: number
  au: number
}

export async function aujourdhui({
  db,
  maintenant,
}: Pick<Contexte, 'db' | 'maintenant'>): Promise<Jour> {
  const reglages = await findReglages(db)
  const { fuseau } = reglages
  return {
    reglages,
    jour: jourLocal(maintenant, fuseau),
    courant: rangCourant(maintenant, fuseau),
  }
}

/** A month of the calendar: its rank, the day it is due, the first day it takes entries no longer. */
export type MoisCalendrier = { rang: number; echeance: string; verrou: string }

export function moisDe(du: number, au: number, calendrier: Calendrier): MoisCalendrier[] {
  return Array.from({ length: Math.max(0, au - du + 1) }, (_, i) => {
    const periode = periodeDe(du + i)
    return {
      rang: du + i,
      echeance: echeanceDe(periode, calendrier),
      verrou: jourVerrou(periode, calendrier),
    }
  })
}

const un = (liste: string[] | undefined): liste is string[] => (liste?.length ?? 0) > 0

/** Conditions on structure `s`. */
export function structuresSql({ agent, filtres }: Pick<Demande, 'agent' | 'filtres'>): Fragment {
  const { regions, types, structure, q } = filtres
  const conditions: Fragment[] = [dansPerimetreSql(agent, sql`s.id`)]
  if (un(regions)) conditions.push(sql`s.region = any(${regions}::text[])`)
  if (un(types)) conditions.push(sql`s.type_structure = any(${types}::text[])`)
  if (structure) conditions.push(sql`s.code = ${structure}`)
  return toutes([...conditions, ...cherche(q, sql`s.libelle_tri`, sql`lower(s.code)`)])
}

/** Condition on a column of codes of models. */
export const modelesSql = (
  { filtres: { modeles } }: Pick<Demande, 'filtres'>,
  colonne: Fragment,
) => (un(modeles) ? sql`${colonne} = any(${modeles}::text[])` : sql`true`)

/**
 * The relations that the statements of the dashboard start from, after `with`. `mois`: the months.
 * `choisies`: the structures. `suivi`: one row a structure, a model and a month, when a report of it
 * is expected, or exists; then its columns, else nulls. Told from the index of `formulaire` alone.
 */
export function suiviSql(demande: Demande): Fragment {
  const mois = moisDe(demande.du, demande.au, demande.reglages)
  return sql`mois as (
    select m.rang, m.echeance, m.verrou, make_date(m.rang / 12, m.rang % 12 + 1, 1) as premier,
      m.echeance < ${demande.jour}::date as echu
    from unnest(${mois.map(({ rang }) => rang)}::int[],
      ${mois.map(({ echeance }) => echeance)}::date[],
      ${mois.map(({ verrou }) => verrou)}::date[]) as m(rang, echeance, verrou)
  ), choisies as (
    select s.* from structure s where ${structuresSql(demande)}
  ), vigueur as (
    select distinct m.rang, v.code from mois m join modele v on v.en_vigueur_du <= m.rang
      and (v.en_vigueur_au is null or v.en_vigueur_au >= m.rang)
    where ${modelesSql(demande, sql`v.code`)}
  ), attendus as (
    select s.id as structure_id, v.code as modele_code, m.rang
    from choisies s join mois m on ${estOuverteDesSql(sql`m.premier`)}
    join vigueur v on v.rang = m.rang and v.code = any(s.modeles)
  ), presents as (
    select f.id, f.structure_id, f.modele_code, f.rang, f.etat, f.recu, f.hors_delai, f.echeance,
      f.version_diffusee, f.valeur_effectif, f.valeur_entrees, f.valeur_sorties, f.valeur_reference
    from formulaire f join choisies s on s.id = f.structure_id
    where f.rang between ${demande.du}::int and ${demande.au}::int and f.etat <> 'ANNULE'
      and ${modelesSql(demande, sql`f.modele_code`)}
  ), suivi as (
    select coalesce(f.structure_id, a.structure_id) as structure_id,
      coalesce(f.modele_code, a.modele_code) as modele_code, coalesce(f.rang, a.rang) as rang,
      a.structure_id is not null as attendu, f.id, f.etat, coalesce(f.recu, false) as recu,
      f.hors_delai, f.echeance, f.version_diffusee,
      f.valeur_effectif, f.valeur_entrees, f.valeur_sorties, f.valeur_reference
    from attendus a full join presents f on f.structure_id = a.structure_id
      and f.modele_code = a.modele_code and f.rang = a.rang
  )`
}

/** Row `x` of `suivi`, of month `m`: expected, begun or not, and due already, in vain. */
export const enRetardSql = ({ jour, courant }: Jour): Fragment => sql`(x.attendu and not x.recu
  and x.rang <= ${courant}::int and coalesce(x.echeance, m.echeance) < ${jour}::date)`

/** Of the same row: its month takes entries no longer, nor was it opened again. */
export const closSql = ({ jour }: Jour): Fragment => sql`(m.verrou <= ${jour}::date
  and (x.structure_id, x.rang) not in (
    select o.structure_id, o.rang from reouverture o
    where o.terminee_le is null and coalesce(o.jusqua, 'infinity') >= ${jour}::date))`
