import {
  type Calendrier,
  echeanceDe,
  jourLocal,
  jourVerrou,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { absentDuSql, echeanceSql, estDuSql } from '../calendrier/echeance.sql.ts'
import { findReglages, type Reglages } from '../parametre/calendrier.ts'
import type { Agent } from '../platform/agent.ts'
import { cherche, type Fragment, toutes } from '../platform/liste.ts'
import { dansRessortSql } from '../platform/perimetre.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { attenduSql, dansSesDatesSql, interromptSql } from '../structure/attendu.sql.ts'
import { deCesMoisSql, duMoisSql } from '../structure/periode.sql.ts'

/** What figures are narrowed by, within the perimeter; an empty list narrows nothing. */
export type Filtres = {
  regions?: string[] | undefined
  types?: string[] | undefined
  modeles?: string[] | undefined
  /** Code of a structure. */
  structure?: string | undefined
  /** These structures, by id. */
  ids?: readonly number[] | undefined
  q?: string | undefined
}

/** Today and the present month, in the calendar's zone. */
export type Jour = { reglages: Reglages; jour: string; courant: number }

/** Who asks; null: the platform itself, for its own watch. */
type Demandeur = Agent | null

/** What every statement of the dashboard is asked with. */
export type Demande<Qui extends Demandeur = Agent> = Jour & {
  agent: Qui
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

/** Conditions on structure `s` and a period `e` of it: who follows it then, where it is, what it is. */
export function structuresSql({
  agent,
  filtres,
}: Pick<Demande<Demandeur>, 'agent' | 'filtres'>): Fragment {
  const { regions, types, structure, ids, q } = filtres
  const conditions: Fragment[] = [dansRessortSql(agent)]
  if (un(regions)) conditions.push(sql`e.region = any(${regions}::text[])`)
  if (un(types)) conditions.push(sql`e.type_structure = any(${types}::text[])`)
  if (structure) conditions.push(sql`s.code = ${structure}`)
  if (ids) conditions.push(sql`s.id = any(${[...ids]}::int[])`)
  return toutes([...conditions, ...cherche(q, sql`s.libelle_tri`, sql`lower(s.code)`)])
}

/** Condition on a column of codes of models. */
export const modelesSql = (
  { filtres: { modeles } }: Pick<Demande, 'filtres'>,
  colonne: Fragment,
) => (un(modeles) ? sql`${colonne} = any(${modeles}::text[])` : sql`true`)

const JOURS = { premier: sql`m.premier`, dernier: sql`m.dernier` }

/**
 * The relations that the statements of the dashboard start from, after `with`. `mois`: the months;
 * `choisies`: the structures, one row for each period of theirs that is asked for and that has some
 * of these months: whatever joins it with a month joins the period of that month (`duMoisSql`);
 * `vigueur`: the models of which each month expects a report; `interrompues`: the months that structures are excused
 * from.
 */
export function departSql(demande: Demande<Demandeur>): Fragment {
  const mois = moisDe(demande.du, demande.au, demande.reglages)
  return sql`mois as materialized (
    select m.rang, m.echeance, m.verrou, p.premier, m.echeance < ${demande.jour}::date as echu,
      (p.premier + interval '1 month' - interval '1 day')::date as dernier
    from unnest(${mois.map(({ rang }) => rang)}::int[],
      ${mois.map(({ echeance }) => echeance)}::date[],
      ${mois.map(({ verrou }) => verrou)}::date[]) as m(rang, echeance, verrou)
    cross join lateral (select make_date(m.rang / 12, m.rang % 12 + 1, 1) as premier) p
  ), choisies as (
    select s.*, e.du, e.au, e.type_structure, e.region, e.parent_id, e.modeles
    from structure s join structure_periode e on e.structure_id = s.id
      and ${deCesMoisSql(sql`${demande.du}::int`, sql`${demande.au}::int`)}
    where ${structuresSql(demande)}
  ), vigueur as (
    select v.rang, v.code, v.id from (
      select distinct on (m.rang, v.code) m.rang, v.code, v.id, v.mois_attendus
      from mois m join modele v on v.en_vigueur_du <= m.rang
        and (v.en_vigueur_au is null or v.en_vigueur_au >= m.rang)
      where ${modelesSql(demande, sql`v.code`)}
      order by m.rang, v.code, v.version desc) v
    where ${attenduSql(sql`v.rang`)}
  ), interrompues as (
    select i.structure_id, m.rang from structure_interruption i
    join mois m on ${interromptSql(JOURS)}
  )`
}

/** Whether something is expected of structure `s` in month `m`: its models are the caller's affair. */
export const ouverteSql = sql`(${duMoisSql(sql`m.rang`, 's')} and ${dansSesDatesSql(JOURS)}
  and (s.id, m.rang) not in (select o.structure_id, o.rang from interrompues o))`

/** Live forms `f` of the models asked for, of months that are joined with them. */
export const nonAnnulesSql = (demande: Demande<Demandeur>): Fragment =>
  sql`f.etat <> 'ANNULE' and ${modelesSql(demande, sql`f.modele_code`)}`

/**
 * The same of the months asked for, said even where these are joined: of a year's reports taken for
 * the few hundreds that this leaves, sums hash the few structures rather than the many reports.
 */
export const presentsSql = (demande: Demande<Demandeur>): Fragment => sql`${nonAnnulesSql(demande)}
  and f.rang between ${demande.du}::int and ${demande.au}::int`

/**
 * The same relations, and `suivi`: one row a structure, a model and a month, when a report of it is
 * expected, or exists; then its columns, else nulls. Told from the index of `formulaire` alone.
 */
export const suiviSql = (demande: Demande): Fragment => sql`${departSql(demande)}, attendus as (
    select s.id as structure_id, v.code as modele_code, v.id as modele_id, m.rang
    from choisies s join mois m on ${ouverteSql}
    join vigueur v on v.rang = m.rang and v.code = any(s.modeles)
  ), presents as (
    select f.id, f.structure_id, f.modele_code, f.modele_id, f.rang, f.etat, f.recu,
      f.hors_delai, f.echeance, f.version_diffusee, f.valeur_effectif, f.valeur_entrees,
      f.valeur_sorties, f.valeur_reference
    from formulaire f join choisies s on s.id = f.structure_id and ${duMoisSql(sql`f.rang`, 's')}
    where ${presentsSql(demande)}
  ), suivi as (
    select coalesce(f.structure_id, a.structure_id) as structure_id,
      coalesce(f.modele_code, a.modele_code) as modele_code,
      coalesce(f.modele_id, a.modele_id) as modele_id, coalesce(f.rang, a.rang) as rang,
      a.structure_id is not null as attendu, f.id, f.etat, coalesce(f.recu, false) as recu,
      f.hors_delai, f.echeance, f.version_diffusee,
      f.valeur_effectif, f.valeur_entrees, f.valeur_sorties, f.valeur_reference
    from attendus a full join presents f on f.structure_id = a.structure_id
      and f.modele_code = a.modele_code and f.rang = a.rang
  )`

/** What the due date rests on of a row of month `m`. */
const dateDe = (nom: 'x' | 'f') => ({
  recu: sql.ref(`${nom}.recu`),
  gardee: sql.ref(`${nom}.echeance`),
  duMois: sql`m.echeance`,
  structureId: sql.ref(`${nom}.structure_id`),
  rang: sql`m.rang`,
})

/** The due date of row `x` of `suivi`, of month `m`. */
export const echeanceDuSuiviSql = echeanceSql(dateDe('x'))

/** Whether what this structure has not sent of month `m` is due. */
export const absentDuMoisSql = ({ jour }: Jour, structureId: Fragment): Fragment =>
  absentDuSql({ echu: sql`m.echu`, structureId, rang: sql`m.rang` }, jour)

/** That row: expected, begun or not, and due already, in vain. */
export const enRetardSql = (jour: Jour): Fragment =>
  sql`(x.attendu and not x.recu and ${absentDuMoisSql(jour, sql`x.structure_id`)})`

/** Whether form `f` of month `m` is due. */
export const formulaireDuSql = ({ jour }: Jour): Fragment => estDuSql(dateDe('f'), jour)

/** Month `m` takes entries no longer, nor was it opened again to the structure of this id. */
export const closSql = ({ jour }: Jour, structure: Fragment): Fragment => sql`(
  m.verrou <= ${jour}::date and (${structure}, m.rang) not in (
    select o.structure_id, o.rang from reouverture o
    where o.terminee_le is null and coalesce(o.jusqua, 'infinity') >= ${jour}::date))`

/** A report expected of a structure, or that exists, as a program follows it. */
export type LigneSuivie = {
  structure: string
  typeStructure: string
  region: string
  parent: string | null
  modele: string
  rang: number
  attendu: boolean
  recu: boolean
  enRetard: boolean
  horsDelai: boolean
  etat: Etat | null
  numero: string | null
  echeance: string
}

/** What is expected of these structures in these months, and what has come, by structure and month. */
export async function listLignesSuivies(db: Db, demande: Demande): Promise<LigneSuivie[]> {
  const { rows } = await sql<LigneSuivie>`
    with ${suiviSql(demande)}
    select s.code as structure, s.type_structure, s.region, q.code as parent,
      x.modele_code as modele, x.rang, x.attendu, x.recu, ${enRetardSql(demande)} as en_retard,
      coalesce(x.recu and x.hors_delai, false) as hors_delai, x.etat, f.numero,
      ${echeanceDuSuiviSql}::text as echeance
    from suivi x join mois m on m.rang = x.rang
    join choisies s on s.id = x.structure_id and ${duMoisSql(sql`x.rang`, 's')}
    left join structure q on q.id = s.parent_id
    left join formulaire f on f.id = x.id
    order by s.code, x.rang, x.modele_code`.execute(db)
  return rows
}
