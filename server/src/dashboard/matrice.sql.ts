import type { Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { sql } from 'kysely'
import { moisCouvertsSql } from '../modele/modele.sql.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { joindreEtatSql } from '../structure/periode.sql.ts'
import {
  absentDuMoisSql,
  closSql,
  type Demande,
  departSql,
  formulaireDuSql,
  type Jour,
  modelesSql,
  nonAnnulesSql,
  ouverteSql,
  structuresSql,
} from './suivi.sql.ts'

/** The letter (`CASES`) of a report expected of structure `s` in month `m` and not begun. */
const lettreAbsentSql = (jour: Jour): Fragment => sql`case
    when m.rang > ${jour.courant}::int then '-'
    when ${closSql(jour, sql`s.id`)} then 'C'
    when ${absentDuMoisSql(jour, sql`s.id`)} then 'n'
    else 'N' end`

/** The letter of form `f` of month `m`, if it is expected. */
const lettreSql = (jour: Jour): Fragment => sql`case
    when f.etat = 'BROUILLON' then case
      when ${closSql(jour, sql`f.structure_id`)} then 'C'
      when ${formulaireDuSql(jour)} then 'b'
      else 'B' end
    when not f.recu then case when ${formulaireDuSql(jour)} then 'q' else 'Q' end
    when f.hors_delai then lower(left(f.etat, 1))
    else left(f.etat, 1) end`

/** What tells a form that is due, beside its letter. */
export const DU = '+'

/** A structure, for as long as its type, its region and its models are these. */
export type LigneMatrice = Omit<Matrice['structures'][number], 'cases'> & {
  modeles: string[]
  /**
   * Twelve letters: of what is expected and not begun; `.` where nothing is expected, and in the
   * months of its other lines.
   */
  absents: string
  /** By model, the months that have a form: `a` for January, its letter, whether it is due (`DU`). */
  presents: Record<string, string> | null
}

/** The structures by name, then from the oldest months on, with what makes the letters of their models. */
export async function listLignes(db: Db, demande: Demande): Promise<LigneMatrice[]> {
  const { rows } = await sql<LigneMatrice>`
    with ${departSql(demande)}, lettres as (
      select f.structure_id, e.du, f.modele_code,
        string_agg(chr(97 + f.rang - ${demande.du}::int) || ${lettreSql(demande)}
          || case when ${formulaireDuSql(demande)} then ${sql.lit(DU)} else ' ' end, '') as lettres
      from formulaire f join mois m on m.rang = f.rang
      ${joindreEtatSql(sql`f.rang`, sql`f.structure_id`)}
      where ${nonAnnulesSql(demande)} and f.structure_id in (select id from choisies)
      group by f.structure_id, e.du, f.modele_code
    ), presents as (
      select structure_id, du, json_object_agg(modele_code, lettres) as presents
      from lettres group by 1, 2
    )
    select s.id, s.code, s.libelle, s.type_structure, s.region, s.modeles, p.presents, (
        select string_agg(case when ${ouverteSql} then ${lettreAbsentSql(demande)} else '.' end, ''
          order by m.rang) from mois m) as absents
    from choisies s left join presents p on p.structure_id = s.id and p.du = s.du
    order by s.libelle_tri, s.code, s.du`.execute(db)
  return rows
}

/** Of a model, the months of which it expects a report, 0 for the first one asked for, and how many
 * months the report of each covers. */
export type Vigueur = { places: ReadonlySet<number>; couverts: Duree[] }

/** By code of model. */
export async function listVigueurs(db: Db, demande: Demande): Promise<Map<string, Vigueur>> {
  const { rows } = await sql<{ code: string; places: number[] | null; couverts: Duree[] }>`
    with ${departSql(demande)}
    select c.code,
      array_agg(v.rang - ${demande.du}::int) filter (where v.rang is not null) as places,
      array_agg(${moisCouvertsSql(sql`c.code`, sql`m.rang`)} order by m.rang) as couverts
    from (select distinct code from modele) c cross join mois m
    left join vigueur v on v.rang = m.rang and v.code = c.code group by 1`.execute(db)
  return new Map(
    rows.map(({ code, places, couverts }) => [code, { places: new Set(places), couverts }]),
  )
}

/** Numbers that a cancelled report has pushed off the usual one, by the usual one. */
export async function listNumerosDecales(
  db: Db,
  demande: Demande,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ usuel: string; numero: string }>`
    select distinct f.modele_code || '-' || s.code || '-' || f.annee || lpad(f.mois::text, 2, '0')
      as usuel, f.numero
    from formulaire annule
    join formulaire f on f.structure_id = annule.structure_id and f.rang = annule.rang
      and f.modele_code = annule.modele_code and f.etat <> 'ANNULE'
    join structure s on s.id = f.structure_id ${joindreEtatSql(sql`f.rang`)}
    where ${structuresSql(demande)} and ${modelesSql(demande, sql`f.modele_code`)}
      and annule.etat = 'ANNULE'
      and annule.rang between ${demande.du}::int and ${demande.au}::int`.execute(db)
  return Object.fromEntries(rows.map(({ usuel, numero }) => [usuel, numero]))
}
