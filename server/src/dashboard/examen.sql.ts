import type { AExaminer } from '@releve/contract/dashboard/dashboard.schema.ts'
import { sql } from 'kysely'
import { ecartsSql, sommeSql } from '../formulaire/ecart.sql.ts'
import { type Fragment, limite, ordre } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { duMoisSql } from '../structure/periode.sql.ts'
import { type Demande, modelesSql, structuresSql } from './suivi.sql.ts'

type EtatAExaminer = 'SOUMIS' | 'VALIDE' | 'APPROUVE'

/** What a form that waits has beside its summary. */
export type LigneExamen = Pick<
  AExaminer,
  | 'structure'
  | 'poids'
  | 'effectifPrecedent'
  | 'ecart'
  | 'ecartPourcent'
  | 'niveau'
  | 'joursAttente'
> & { id: number }

export type PageExamens = {
  page: number
  taille: number
  tri?: string | undefined
  etats?: EtatAExaminer[] | undefined
}

/** When the form `e` came to the state in which it is. */
const depuisSql = sql`(select max(h.le) from formulaire_historique h
  where h.formulaire_id = e.id and h.vers = e.etat and h.de is distinct from h.vers)`

const TRIS = new Map<string, Fragment | readonly Fragment[]>([
  ['poids', sql`e.valeur_effectif / nullif(n.effectif, 0)`],
  ['ecart', sql`abs(e.ecart)`],
  // Not among the columns of the index: a save changes it.
  ['avertissements', sql`(select g.avertissements from formulaire g where g.id = e.id)`],
  ['attente', sql`-extract(epoch from ${depuisSql})`],
  ['structure', sql`e.libelle_tri`],
  ['periode', sql`e.rang`],
])

/** A page of the forms that wait for the central directorate, and how many wait in each state. */
export async function listExamens(
  db: Db,
  demande: Pick<Demande, 'agent' | 'filtres' | 'jour' | 'reglages'>,
  { etats = [], tri, ...page }: PageExamens,
): Promise<{ lignes: LigneExamen[]; etats: Record<EtatAExaminer, number> }> {
  const voulus = etats.length > 0 ? etats : ['SOUMIS', 'VALIDE', 'APPROUVE']
  const parOrdre = ordre(tri, { origine: '-poids', tris: TRIS, fin: sql`e.rang, e.id` })
  const { rows } = await sql<{
    lignes: LigneExamen[] | null
    etats: Record<string, number> | null
  }>`
    with attente as materialized (
      select f.id, f.structure_id, f.modele_id, f.modele_code, f.rang, f.etat, f.version_diffusee,
        f.valeur_effectif, f.valeur_entrees, f.valeur_sorties, e.type_structure, e.region,
        s.libelle_tri
      from formulaire f join structure s on s.id = f.structure_id
      join structure_periode e on e.structure_id = s.id and ${duMoisSql(sql`f.rang`)}
      where f.etat in ('SOUMIS', 'VALIDE', 'APPROUVE') and ${structuresSql(demande)}
        and ${modelesSql(demande, sql`f.modele_code`)}
    ), nation as (
      select f.modele_code, f.rang, ${sommeSql('f.valeur_effectif')}::float8 as effectif from formulaire f
      -- An array, looked up month by month: joined, every form of every year would be read.
      where f.etat <> 'ANNULE' and f.rang = any(array(select distinct a.rang from attente a))
      group by 1, 2
    ), page as (
      select e.*, e.valeur_effectif / nullif(n.effectif, 0) as poids,
        row_number() over (order by ${parOrdre}) as place
      from ${ecartsSql(sql`(select * from attente a where a.etat = any(${voulus}::text[]))`)}
      join nation n on n.modele_code = e.modele_code and n.rang = e.rang
      order by ${parOrdre} ${limite(page)}
    )
    select (
      select json_agg(json_build_object('id', e.id, 'poids', e.poids,
        'structure', json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle,
          'typeStructure', e.type_structure, 'region', e.region),
        'effectifPrecedent', e.precedent, 'ecart', e.ecart, 'ecartPourcent', e.ecart_pourcent,
        'niveau', e.niveau, 'joursAttente', greatest(0, ${demande.jour}::date
          - (${depuisSql} at time zone ${demande.reglages.fuseau})::date)) order by e.place)
      from page e join structure s on s.id = e.structure_id) as lignes,
      (select json_object_agg(q.etat, q.nombre) from (
        select etat, count(*) as nombre from attente group by 1) q) as etats`.execute(db)
  const { lignes, etats: comptes } = rows[0] ?? {}
  const nombreDe = (etat: EtatAExaminer) => comptes?.[etat] ?? 0
  return {
    lignes: lignes ?? [],
    etats: {
      SOUMIS: nombreDe('SOUMIS'),
      VALIDE: nombreDe('VALIDE'),
      APPROUVE: nombreDe('APPROUVE'),
    },
  }
}

export type CaseVoulue = { structure: string; modele: string; rang: number }

/** Ids of the live forms of these cells of the matrix. */
export async function listIdsDeCases(db: Db, cases: readonly CaseVoulue[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from unnest(${cases.map(({ structure }) => structure)}::text[],
      ${cases.map(({ modele }) => modele)}::text[], ${cases.map(({ rang }) => rang)}::int[])
      as c(structure, modele, rang)
    join structure s on s.code = c.structure
    join formulaire f on f.structure_id = s.id and f.modele_code = c.modele and f.rang = c.rang
      and f.etat <> 'ANNULE'`.execute(db)
  return rows.map(({ id }) => id)
}
