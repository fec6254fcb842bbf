import type { Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import {
  closSql,
  type Demande,
  type Jour,
  modelesSql,
  structuresSql,
  suiviSql,
} from './suivi.sql.ts'

/** The letter (`CASES`) of row `x` of `suivi`, of month `m`. */
function lettreSql(jour: Jour): Fragment {
  const clos = closSql(jour)
  const passee = (echeance: Fragment) => sql`${echeance} < ${jour.jour}::date`
  return sql`case
    when x.id is null then case
      when x.rang > ${jour.courant}::int then '-'
      when ${clos} then 'C'
      when ${passee(sql`m.echeance`)} then 'n'
      else 'N' end
    when x.etat = 'BROUILLON' then case
      when ${clos} then 'C'
      when ${passee(sql`x.echeance`)} then 'b'
      else 'B' end
    when x.hors_delai or (not x.recu and ${passee(sql`x.echeance`)}) then lower(left(x.etat, 1))
    else left(x.etat, 1) end`
}

type Ligne = Matrice['structures'][number]

/** The structures by name, each with its twelve letters by model. */
export async function listLignes(db: Db, demande: Demande): Promise<Ligne[]> {
  const { rows } = await sql<Ligne>`
    with ${suiviSql(demande)}, lignes as (
      select x.structure_id, x.modele_code, array_agg(x.rang - ${demande.du}::int) as places,
        string_agg(${lettreSql(demande)}, '') as lettres
      from suivi x join mois m on m.rang = x.rang
      group by x.structure_id, x.modele_code
    ), rangees as (
      select l.structure_id, json_object_agg(l.modele_code, (
        select string_agg(coalesce(substr(l.lettres, array_position(l.places, i), 1), '.'), ''
          order by i) from generate_series(0, 11) i)) as cases
      from lignes l group by l.structure_id
    )
    select s.id, s.code, s.libelle, s.type_structure, s.region, r.cases
    from rangees r join structure s on s.id = r.structure_id
    order by s.libelle_tri, s.code`.execute(db)
  return rows
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
    join structure s on s.id = f.structure_id
    where ${structuresSql(demande)} and ${modelesSql(demande, sql`f.modele_code`)}
      and annule.etat = 'ANNULE'
      and annule.rang between ${demande.du}::int and ${demande.au}::int`.execute(db)
  return Object.fromEntries(rows.map(({ usuel, numero }) => [usuel, numero]))
}
