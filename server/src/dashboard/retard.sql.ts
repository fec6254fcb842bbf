import type {
  MoisEnRetard,
  Retard,
  TotauxRetards,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { Liste } from '@releve/contract/page.ts'
import { sql } from 'kysely'
import { joursRetardSql } from '../calendrier/echeance.sql.ts'
import { type Fragment, limite, ordre, TOUTE } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { rappels } from '../relance/manquant.sql.ts'
import { duMoisSql, joindreEtatSql } from '../structure/periode.sql.ts'
import { closSql, type Demande, echeanceDuSuiviSql, enRetardSql, suiviSql } from './suivi.sql.ts'

type Page = {
  page: number
  taille: number
  tri?: string | undefined
  statut?: MoisEnRetard['statut'][] | undefined
}

/** What a structure was in a month. */
type Situation = Pick<Retard['structure'], 'typeStructure' | 'region'>

type Ligne = Omit<Retard, 'mois' | 'rappels' | 'dernierRappelLe'> & {
  mois: (Omit<MoisEnRetard, 'mois' | 'annee'> & Situation & { rang: number })[]
}

/** Told on every row: of all the groups, and of their months. */
type Totaux = { total: number; enRetard: number; horsDelai: number }
const AUCUN: Totaux = { total: 0, enRetard: 0, horsDelai: 0 }

const TRIS = new Map<string, Fragment | readonly Fragment[]>([
  ['joursRetard', [sql`g.jours_retard`, sql`g.manquants`]],
  ['manquants', [sql`g.manquants`, sql`g.jours_retard`]],
  ['structure', sql`s.libelle_tri`],
  ['region', sql`s.region`],
])

const enIso = (instant: Fragment): Fragment =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The months of a line `g` of the page, the oldest first. */
const moisSql = ({ jour, reglages }: Demande): Fragment => sql`(
  select jsonb_agg(jsonb_build_object('rang', r.rang, 'statut', r.statut, 'echeance', r.echeance,
      'joursRetard', case r.statut when 'EN_RETARD'
        then ${joursRetardSql(sql`r.echeance`, sql`${jour}::date`)}
        else ${joursRetardSql(sql`r.echeance`, sql`(f.soumis_le at time zone ${reglages.fuseau})::date`)}
        end,
      'soumisLe', ${enIso(sql`f.soumis_le`)},
      'moisCouverts', (select v.mois_couverts from modele v where v.id = r.modele_id),
      'id', f.id, 'numero', f.numero, 'etat', coalesce(f.etat, 'NON_COMMENCE'),
      'typeStructure', e.type_structure, 'region', e.region,
      'clos', r.clos, 'rappels', n.nombre, 'dernierRappelLe', ${enIso(sql`n.dernier_le`)})
    order by r.rang)
  from retards r ${joindreEtatSql(sql`r.rang`, sql`r.structure_id`)}
  left join formulaire f on f.id = r.id
  left join lateral ${rappels(sql`r.structure_id`, sql`r.modele_code`, sql`r.rang`)} n on true
  where r.structure_id = g.structure_id and r.modele_code = g.modele_code)`

/** A line shows its structure as it was in the latest of its months. */
async function listLignes(
  db: Db,
  demande: Demande,
  { statut = [], tri, ...page }: Page,
): Promise<(Ligne & Totaux)[]> {
  const statuts = statut.length > 0 ? statut : ['EN_RETARD', 'HORS_DELAI']
  const fin = sql`s.libelle_tri, s.code, g.modele_code`
  const parOrdre = ordre(tri, { origine: '-joursRetard', tris: TRIS, fin })
  const { rows } = await sql<Ligne & Totaux>`
    with ${suiviSql(demande)}, retards as materialized (
      select * from (
        select x.id, x.structure_id, x.modele_id, x.modele_code, x.rang,
          ${echeanceDuSuiviSql} as echeance, ${closSql(demande, sql`x.structure_id`)} as clos,
          case when ${enRetardSql(demande)} then 'EN_RETARD'
            when x.attendu and x.recu and x.hors_delai then 'HORS_DELAI' end as statut
        from suivi x join mois m on m.rang = x.rang
      ) q where q.statut = any(${statuts}::text[])
    ), groupes as (
      select r.structure_id, r.modele_code, max(r.rang) as dernier,
        count(*) filter (where r.statut = 'EN_RETARD') as manquants,
        count(*) filter (where r.statut = 'HORS_DELAI') as tardifs,
        coalesce(max(${joursRetardSql(sql`r.echeance`, sql`${demande.jour}::date`)})
          filter (where r.statut = 'EN_RETARD'), 0) as jours_retard
      from retards r group by 1, 2
    ), page as (
      select g.*, s.type_structure, s.region, row_number() over (order by ${parOrdre}) as place,
        count(*) over () as total, sum(g.manquants) over () as en_retard,
        sum(g.tardifs) over () as hors_delai
      from groupes g join choisies s on s.id = g.structure_id and ${duMoisSql(sql`g.dernier`, 's')}
      order by ${parOrdre} ${limite(page)}
    )
    select json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle,
        'typeStructure', g.type_structure, 'region', g.region) as structure,
      (select json_build_object('code', v.code, 'libelle', v.libelle) from modele v
        where v.code = g.modele_code order by v.version desc limit 1) as modele,
      g.manquants, g.jours_retard, ${moisSql(demande)} as mois, g.total,
      g.en_retard, g.hors_delai
    from page g join structure s on s.id = g.structure_id order by g.place`.execute(db)
  return rows
}

/** A page of the structures and models that have months late, or received late. */
export async function listRetards(
  db: Db,
  demande: Demande,
  { statut, tri, ...page }: Page,
): Promise<Liste<Retard> & { totaux: TotauxRetards }> {
  const rows = await listLignes(db, demande, { statut, tri, ...page })
  const elements = rows.map(
    ({ total: _t, enRetard: _e, horsDelai: _h, mois, ...ligne }): Retard => {
      const rappeles = mois.flatMap(({ dernierRappelLe }) => dernierRappelLe ?? [])
      return {
        ...ligne,
        rappels: mois.reduce((total, m) => total + m.rappels, 0),
        dernierRappelLe: rappeles.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? null,
        mois: mois.map(({ rang, typeStructure: _type, region: _region, ...m }) => ({
          ...m,
          ...periodeDe(rang),
        })),
      }
    },
  )
  const { total, enRetard, horsDelai } = rows[0] ?? AUCUN
  const totaux = { du: periodeDe(demande.du), au: periodeDe(demande.au), enRetard, horsDelai }
  return { elements, total, ...page, totaux }
}

/** A month late, or received late, its structure as it was then. */
export type LigneRetard = Pick<Retard, 'structure' | 'modele'> & MoisEnRetard

/** The months of all the lines, for a file. */
export async function listLignesRetards(
  db: Db,
  demande: Demande,
  filtres: Pick<Page, 'statut' | 'tri'>,
): Promise<LigneRetard[]> {
  const rows = await listLignes(db, demande, { ...TOUTE, ...filtres })
  return rows.flatMap(({ structure, modele, mois }) =>
    mois.map(({ rang, typeStructure, region, ...m }) => ({
      structure: { ...structure, typeStructure, region },
      modele,
      ...m,
      ...periodeDe(rang),
    })),
  )
}
