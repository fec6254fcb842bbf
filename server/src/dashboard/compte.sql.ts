import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { type Demande, departSql, ouverteSql, presentsSql } from './suivi.sql.ts'

/** Reports counted, and their figures added, of one group. */
export type Compte = {
  /** What the group is of; null: of all of them. */
  rang: number | null
  etat: EtatListe | null
  region: string | null
  typeStructure: string | null
  modele: string | null
  /** Of months that are past their due date; null: of all months. */
  echu: boolean | null
  /** Reports that exist, or are expected in a month that has begun. */
  nombre: number
  attendus: number
  recus: number
  aTemps: number
  enRetard: number
  effectif: number | null
  entrees: number | null
  sorties: number | null
  declares: number
  /** Received and validated once, their delays added, in days; received and sent back once. */
  valides: number
  delai: number | null
  renvoyes: number
}

/** Whether the form `f` of structure `s` and month `m` is expected. */
const attenduSql = sql`(f.modele_code = any(s.modeles) and ${ouverteSql}
  and (f.rang, f.modele_code) in (select v.rang, v.code from vigueur v))`

/**
 * Counts what is followed, by month and state, by month and model, and by region, type and model
 * where `detail` asks for it. Reports expected are those of months that have begun, and what is
 * received counts where it is expected. Forms are counted on one side, what is expected on the
 * other, at the finest: no form is ever looked for.
 */
export async function listComptes(
  db: Db,
  demande: Demande,
  { detail }: { detail: boolean },
): Promise<Compte[]> {
  const region = detail ? sql`s.region` : sql`''::text`
  const type = detail ? sql`s.type_structure` : sql`''::text`
  const { rows } = await sql<Compte>`
    with ${departSql(demande)}, presents as (
      select f.rang, f.etat, ${region} as region, ${type} as type_structure,
        f.modele_code as modele, count(*) as nombre,
        count(*) filter (where q.attendu) as attendus,
        count(*) filter (where q.attendu and f.recu) as recus,
        count(*) filter (where q.attendu and f.recu and not f.hors_delai) as a_temps,
        count(*) filter (where q.attendu and not f.recu and f.echeance < ${demande.jour}::date)
          as en_retard,
        sum(f.valeur_effectif) as effectif, sum(f.valeur_entrees) as entrees,
        sum(f.valeur_sorties) as sorties, count(f.valeur_effectif) as declares,
        count(f.delai_validation) filter (where q.attendu and f.recu) as valides,
        sum(f.delai_validation) filter (where q.attendu and f.recu) as delai,
        count(*) filter (where q.attendu and f.recu and f.renvoye) as renvoyes
      from formulaire f join choisies s on s.id = f.structure_id join mois m on m.rang = f.rang
      cross join lateral (select ${attenduSql} as attendu offset 0) q
      where ${presentsSql(demande)} and f.rang <= ${demande.courant}::int
      group by 1, 2, 3, 4, 5
    ), ouvertes as (
      select m.rang, ${region} as region, ${type} as type_structure, s.modeles, count(*) as nombre
      from choisies s join mois m on ${ouverteSql}
      where m.rang <= ${demande.courant}::int
      group by 1, 2, 3, 4
    ), attendus as (
      select o.rang, o.region, o.type_structure, v.code as modele, sum(o.nombre) as nombre
      from ouvertes o join vigueur v on v.rang = o.rang and v.code = any(o.modeles)
      group by 1, 2, 3, 4
    ), fins as (
      select rang, etat, region, type_structure, modele, nombre, attendus, recus, a_temps,
        en_retard, effectif, entrees, sorties, declares, valides, delai, renvoyes
      from presents
      union all
      -- Expected, and not begun.
      select a.rang, 'NON_COMMENCE', a.region, a.type_structure, a.modele, r.nombre, r.nombre, 0, 0,
        case when m.echu then r.nombre else 0 end, null, null, null, 0,
        0, null, 0
      from attendus a join mois m on m.rang = a.rang
      left join (
        select rang, region, type_structure, modele, sum(attendus) as nombre
        from presents group by 1, 2, 3, 4
      ) p on p.rang = a.rang and p.modele = a.modele
        and p.region = a.region
        and p.type_structure = a.type_structure
      cross join lateral (select a.nombre - coalesce(p.nombre, 0) as nombre) r
      where r.nombre > 0
    )
    select f.rang, f.etat, m.echu, f.region, f.type_structure, f.modele, sum(f.nombre) as nombre,
      sum(f.attendus) as attendus, sum(f.recus) as recus, sum(f.a_temps) as a_temps,
      sum(f.en_retard) as en_retard, sum(f.effectif) as effectif, sum(f.entrees) as entrees,
      sum(f.sorties) as sorties, sum(f.declares) as declares, sum(f.valides) as valides,
      sum(f.delai) as delai, sum(f.renvoyes) as renvoyes
    from fins f join mois m on m.rang = f.rang
    group by grouping sets ((f.rang, f.etat), (f.rang, f.modele), (m.echu, f.region),
      (m.echu, f.type_structure), (m.echu, f.modele))`.execute(db)
  return rows
}

/** Figures of a model and a month, added; what a series is made of. */
export type CompteDeSerie = Pick<
  Compte,
  'rang' | 'modele' | 'effectif' | 'entrees' | 'sorties' | 'declares' | 'attendus'
>

/**
 * The same figures by month and model alone: whether a form is expected matters to none of them,
 * and is not asked of each.
 */
export async function listComptesDeSeries(db: Db, demande: Demande): Promise<CompteDeSerie[]> {
  const { rows } = await sql<CompteDeSerie>`
    with ${departSql(demande)}, presents as (
      select f.rang, f.modele_code as modele, sum(f.valeur_effectif) as effectif,
        sum(f.valeur_entrees) as entrees, sum(f.valeur_sorties) as sorties,
        count(f.valeur_effectif) as declares
      from formulaire f
      where ${presentsSql(demande)} and f.rang <= ${demande.courant}::int
        and f.structure_id in (select id from choisies)
      group by 1, 2
    ), ouvertes as (
      select m.rang, s.modeles, count(*) as nombre
      from choisies s join mois m on ${ouverteSql}
      where m.rang <= ${demande.courant}::int
      group by 1, 2
    ), attendus as (
      select o.rang, v.code as modele, sum(o.nombre) as nombre
      from ouvertes o join vigueur v on v.rang = o.rang and v.code = any(o.modeles)
      group by 1, 2
    )
    select coalesce(p.rang, a.rang) as rang, coalesce(p.modele, a.modele) as modele, p.effectif,
      p.entrees, p.sorties, coalesce(p.declares, 0) as declares, coalesce(a.nombre, 0) as attendus
    from presents p full join attendus a on a.rang = p.rang and a.modele = p.modele`.execute(db)
  return rows
}
