import {
  echeanceDe,
  jourLocal,
  jourVerrou,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { ReglagesRelances } from '@releve/contract/relance/relance.rules.ts'
import {
  DEFAUTS_OUVERTURE,
  DEFAUTS_RELANCES,
  FORMES_OUVERTURE,
  FORMES_RELANCES,
} from '@releve/contract/relance/relance.schema.ts'
import { sql } from 'kysely'
import { rouvertJusquaSql } from '../calendrier/calendrier.sql.ts'
import { echeanceSql } from '../calendrier/echeance.sql.ts'
import { moisCouvertsSql, versionsAttendues } from '../modele/modele.sql.ts'
import { type Reglages, reglagesDe } from '../parametre/calendrier.ts'
import { findTousReglages, valeursDe } from '../parametre/parametre.sql.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { estOuverteSql } from '../structure/attendu.sql.ts'
import { joindreEtatSql } from '../structure/periode.sql.ts'

/** The settings of reminders, read and changed together. */
export const RELANCES = { defauts: DEFAUTS_RELANCES, formes: FORMES_RELANCES }

/** Whether the calendar's reminders may leave: said once, by who has looked at the first ones. */
export const OUVERTURE = { defauts: DEFAUTS_OUVERTURE, formes: FORMES_OUVERTURE }

/** What decides of a reminder: the settings of the calendar and its own, and today in its zone. */
export type Cadre = {
  reglages: Reglages & ReglagesRelances & typeof DEFAUTS_OUVERTURE
  jour: string
  courant: number
}

/** How many months the report that each line names covers; 1 where it names none. */
export async function listCouverts(
  db: Db,
  lignes: readonly { modele: string | null; rang: number | null }[],
): Promise<Duree[]> {
  const { rows } = await sql<{ couverts: Duree }>`
    select ${moisCouvertsSql(sql`l.modele`, sql`l.rang`)} as couverts
    from unnest(${lignes.map(({ modele }) => modele)}::text[],
        ${lignes.map(({ rang }) => rang)}::int[])
      with ordinality as l(modele, rang, place)
    order by l.place`.execute(db)
  return rows.map(({ couverts }) => couverts)
}

export async function findCadre(db: Db, maintenant: Date): Promise<Cadre> {
  const stockes = await findTousReglages(db)
  const reglages = {
    ...reglagesDe(stockes),
    ...valeursDe(RELANCES, stockes),
    ...valeursDe(OUVERTURE, stockes),
  }
  const { fuseau } = reglages
  return {
    reglages,
    jour: jourLocal(maintenant, fuseau),
    courant: rangCourant(maintenant, fuseau),
  }
}

/** A report that is expected, that may be entered, and that has not been received. */
export type Manquant = {
  structureId: number
  structureCode: string
  structureLibelle: string
  modele: string
  rang: number
  /** How many months that report covers. */
  moisCouverts: Duree
  formulaireId: number | null
  numero: string | null
  echeance: string
  /** How many times it was reminded, and the last day on which it was. */
  nombre: number
  dernier: string | null
  /** Until when its structure is not reminded. */
  suspendue: string | null
}

/**
 * How many times the report of a structure, a model and a month (rank) was reminded, and when last:
 * `nombre`, `dernier` (its day, where the platform is), `dernier_le` (the instant); null: never. To
 * be joined laterally, where those three are columns: `left join lateral ${rappels(…)} r on true`.
 */
export const rappels = (structureId: Fragment, modeleCode: Fragment, rang: Fragment): Fragment =>
  sql`(select count(*)::int as nombre, max(x.jour)::text as dernier, max(x.le) as dernier_le
    from relance x where x.structure_id = ${structureId} and x.modele_code = ${modeleCode}
      and x.rang = ${rang})`

/** The months that are open to entry, the current one included. */
export function moisOuverts({ reglages, courant, jour }: Cadre): number[] {
  const rangs = Array.from({ length: reglages.moisVerrou + 1 }, (_, recul) => courant - recul)
  return rangs.filter((rang) => jour < jourVerrou(periodeDe(rang), reglages))
}

/** Older months that are open again today, for some structure. */
async function listRouverts(db: Db, jour: string, avant: number): Promise<number[]> {
  const { rows } = await sql<{ rang: number }>`
    select distinct o.rang from reouverture o
    where o.terminee_le is null and coalesce(o.jusqua, 'infinity') >= ${jour}::date
      and o.rang < ${avant}::int
    order by o.rang`.execute(db)
  return rows.map(({ rang }) => rang)
}

/** Until when structure `s` is not reminded; null: it is. */
const suspendueSql = (jour: string) => sql<string | null>`(
  select x.jusqua from relance_suspension x
  where x.structure_id = s.id and x.terminee_le is null and x.jusqua >= ${jour}::date)`

/** What is missing of one month; `rouvert`: of those alone to which it is open again. */
function manquantsDuMois(
  { reglages, jour }: Cadre,
  rang: number,
  { structures, rouvert }: { structures: Fragment; rouvert: boolean },
): Fragment {
  const [structureId, rangSql] = [sql`s.id`, sql`${rang}::int`]
  const rouvertJusqua = rouvertJusquaSql(structureId, rangSql)
  const echeance = echeanceSql({
    recu: sql`f.recu`,
    gardee: sql`f.echeance`,
    duMois: sql`${echeanceDe(periodeDe(rang), reglages)}::date`,
    structureId,
    rang: rangSql,
  })
  return sql`
    select s.id as structure_id, s.code as structure_code, s.libelle as structure_libelle,
      s.libelle_tri, m.code as modele, ${rang}::int as rang,
      m.mois_couverts, f.id as formulaire_id, f.numero,
      ${echeance}::text as echeance,
      r.nombre, r.dernier,
      ${suspendueSql(jour)}::text as suspendue
    from structure s ${joindreEtatSql(rangSql)}
    join modele m on m.code = any(e.modeles) and m.id in ${versionsAttendues(rang)}
    left join formulaire f on f.structure_id = s.id and f.modele_code = m.code
      and f.rang = ${rang}::int and f.etat <> 'ANNULE'
    left join lateral ${rappels(sql`s.id`, sql`m.code`, rangSql)} r on true
    where s.etat = 'ACTIVE' and ${structures} and ${estOuverteSql(rang)}
      and not coalesce(f.recu, false)
      and (${!rouvert}::boolean or ${rouvertJusqua}::date >= ${jour}::date)`
}

/**
 * What is missing today, by structure, the oldest first: the reports that active structures owe for
 * a month open to entry and that are not received. `ids`: of these structures; null, of all of them.
 */
export async function listManquants(
  db: Db,
  cadre: Cadre,
  ids: readonly number[] | null,
): Promise<Manquant[]> {
  const ouverts = moisOuverts(cadre)
  const rouverts = await listRouverts(db, cadre.jour, Math.min(...ouverts))
  const structures = ids === null ? sql`true` : sql`s.id = any(${[...ids]}::int[])`
  const mois = [
    ...rouverts.map((rang) => manquantsDuMois(cadre, rang, { structures, rouvert: true })),
    ...ouverts.map((rang) => manquantsDuMois(cadre, rang, { structures, rouvert: false })),
  ]
  const { rows } = await sql<Manquant>`
    select structure_id, structure_code, structure_libelle, modele, rang, mois_couverts,
      formulaire_id, numero,
      echeance, nombre, dernier, suspendue
    from (${sql.join(mois, sql` union all `)}) x
    order by libelle_tri, structure_id, rang, modele`.execute(db)
  return rows
}

/** A structure that a selection names. */
export type StructureNommee = {
  id: number
  code: string
  libelle: string
  etat: string
  suspendue: string | null
}

/** These structures, by code. */
export async function listNommees(
  db: Db,
  codes: readonly string[],
  jour: string,
): Promise<StructureNommee[]> {
  const { rows } = await sql<StructureNommee>`
    select s.id, s.code, s.libelle, s.etat, ${suspendueSql(jour)}::text as suspendue
    from structure s where s.code = any(${[...new Set(codes)]}::text[])`.execute(db)
  return rows
}

/** Somebody who answers for a structure, and may be written to. */
export type Personne = {
  structureId: number
  id: number
  nomAffichable: string
  email: string | null
}

/** The people who report for these structures, as theirs or as another one. */
export async function listGens(db: Db, ids: readonly number[]): Promise<Personne[]> {
  const { rows } = await sql<Personne>`
    select x.structure_id, u.id, u.nom_affichable, u.email
    from (
      select u.structure_id, u.id from utilisateur u where u.structure_id = any(${[...ids]}::int[])
      union
      select a.structure_id, a.utilisateur_id from utilisateur_structure a
      where a.structure_id = any(${[...ids]}::int[])
    ) x join utilisateur u on u.id = x.id
    where u.statut = 'ACTIF' and 'ROLE_STRUCTURE' = any(u.roles)
    order by u.nom_tri, u.id, x.structure_id`.execute(db)
  return rows
}
