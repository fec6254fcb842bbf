import type { DashboardStructure } from '@releve/contract/dashboard/dashboard.schema.ts'
import { sql } from 'kysely'
import { ecartsSql, exactSql } from '../formulaire/ecart.sql.ts'
import { dansPerimetreSql, perimetreDe } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import { deCesMoisSql, duMoisSql } from '../structure/periode.sql.ts'
import type { Demande } from './suivi.sql.ts'

type Point = Omit<
  DashboardStructure['modeles'][number]['points'][number],
  'mois' | 'annee' | 'moisCouverts' | 'mediane'
> & { rang: number; modele: string }

/**
 * The figures of one structure, of these months that the agent reads; months of which it has no
 * report have no row.
 */
export async function listPoints(db: Db, demande: Demande, structureId: number): Promise<Point[]> {
  const siennes = sql`(
    select f.* from formulaire f where f.structure_id = ${structureId} and f.etat <> 'ANNULE'
      and f.rang between ${demande.du}::int and ${demande.au}::int
      and ${dansPerimetreSql(demande.agent, sql`f.structure_id`, sql`f.rang`)})`
  const { rows } = await sql<Point>`
    select e.rang, e.modele_code as modele, e.id, e.numero, e.etat, e.valeur_effectif as effectif,
      e.valeur_entrees as entrees, e.valeur_sorties as sorties, e.valeur_reference as reference,
      e.ecart, e.niveau
    from ${ecartsSql(siennes)} order by e.modele_code, e.rang`.execute(db)
  return rows
}

export type Mediane = { rang: number; modele: string; mediane: number }

/**
 * Medians of the headcounts of a structure's type, by model and month: in each, of those that were
 * then of the type that it was of. None where fewer than `seuil` structures
 * say theirs beside those that the reader sees whole, nor where one of these alone would be told:
 * the middle figure of all is somebody's, so the three or four in the middle are averaged, in whole
 * persons. None where one of these is under it either: who knows the others, of the annuaire, would
 * read it of their average, and it may be hidden there
 * (docs/decisions/0048-mediane-sans-personne.md).
 */
export async function listMedianes(
  db: Db,
  { agent, du, au }: Demande,
  id: number,
  seuil: number,
): Promise<Mediane[]> {
  const lue =
    perimetreDe(agent) === null
      ? sql`false`
      : dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`)
  const { rows } = await sql<Mediane>`
    with semblables as (
      select e.structure_id, greatest(n.du, e.du) as du, least(n.au, e.au) as au
      from structure_periode n join structure_periode e on e.type_structure = n.type_structure
        and ${deCesMoisSql(sql`n.du`, sql`n.au`)}
      where n.structure_id = ${id}
    ), dits as (
      select f.rang, f.modele_code as modele, f.valeur_effectif as effectif,
        f.structure_id <> ${id} and not ${lue} as autre,
        row_number() over (partition by f.rang, f.modele_code order by f.valeur_effectif) as place,
        count(*) over (partition by f.rang, f.modele_code) as nombre
      from formulaire f join semblables e on e.structure_id = f.structure_id
        and ${duMoisSql(sql`f.rang`)}
      where f.etat <> 'ANNULE'
        and f.rang between ${du}::int and ${au}::int and f.valeur_effectif is not null
    )
    select rang, modele, round(avg(${exactSql(sql`effectif`)}) filter (where milieu)) as mediane
    from (
      select *, place between (nombre + 1) / 2 - 1 and nombre / 2 + 2 as milieu from dits
    ) d
    group by rang, modele
    having count(*) filter (where autre) >= ${seuil}
      and count(*) filter (where autre and milieu) >= 2
      and min(effectif) filter (where milieu) >= ${seuil}`.execute(db)
  return rows
}
