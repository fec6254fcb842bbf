import { ECART_A_VERIFIER, type Niveau } from '@releve/contract/formulaire/ecart.rules.ts'
import { sql } from 'kysely'
import { attenduAvantSql } from '../modele/modele.sql.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'

/** Whether a form has a value of the month, its own or its last publication's: it is counted. */
export const aValeurSql = (forme: 'f' | 'l' | 'p'): Fragment => {
  const colonne = (nom: string) => sql.ref(`${forme}.${nom}`)
  return sql`(${colonne('etat')} in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')
    or ${colonne('version_diffusee')} > 0)`
}

/**
 * The decimal that a figure of the base stands for: as floats, 0.1 and 0.2 make something else than
 * 0.3 (decision 0087). Nobody holds more than 15 digits, and no cast loses one.
 */
export const exactSql = (figure: Fragment): Fragment => sql`(${figure})::numeric`

/**
 * The figures of a column of `formulaire`, added to the last digit; null: there is none. Most are
 * small whole numbers, which the machine adds as exactly: as decimals, a year of a country would
 * take twice as long.
 */
export function sommeSql(colonne: string): Fragment {
  const figure = sql.ref(colonne)
  return sommesSql(sql`${figure}`, exactSql(figure), entierSql(figure))
}

/** The same of what a column changed by, `avant` having been what it was. */
export function changementSql(colonne: string, avant: string): Fragment {
  const [apres, jadis] = [sql.ref(colonne), sql.ref(avant)]
  const petites = sql`${entierSql(apres)} and ${entierSql(jadis)}`
  return sommesSql(
    sql`(${apres} - ${jadis})`,
    sql`${exactSql(apres)} - ${exactSql(jadis)}`,
    petites,
  )
}

const entierSql = (figure: Fragment) => sql`(${figure} = trunc(${figure}) and abs(${figure}) < 1e9)`

function sommesSql(figure: Fragment, exacte: Fragment, petite: Fragment): Fragment {
  const petites = sql`sum(${figure}::int8) filter (where ${petite})`
  const autres = sql`sum(${exacte}) filter (where not (${petite}))`
  return sql`coalesce(${petites} + ${autres}, ${petites}, ${autres})`
}

/**
 * The relation `e`: rows of `lignes` (`structure_id`, `modele_id`, `modele_code`, `rang` and the
 * `valeur_` columns of `formulaire`) with their gaps, exact. The expected month before is never an older one;
 * a structure that has begun no report of this model before opens with its `effectifs_ouverture`. Of
 * a version that does not name all that a gap is made of there is none, nor any level: null, which
 * is not « Non calculable »; without a headcount there is no month before either.
 */
export const ecartsSql = (lignes: Fragment): Fragment => sql`(
  select t.*, 100 * t.ecart / greatest(1, t.theorique) as ecart_pourcent,
    ${niveauSql} as niveau,
    case when not t.avec_ecart or t.ecart is not null then null
      when not coalesce(t.transmis, false) then 'MOIS'
      when t.valeur_effectif is null then 'EFFECTIF'
      when not t.precedent_transmis then 'PRECEDENT'
      when t.precedent is null then 'EFFECTIF_PRECEDENT'
      else 'MOUVEMENTS' end as raison
  from (
    select p.*, ${exactSql(sql`p.valeur_effectif`)} - p.theorique as ecart
    from (
      select q.*, case when q.avec_ecart then ${exactSql(sql`q.precedent`)}
        + ${exactSql(sql`q.valeur_entrees`)} - ${exactSql(sql`q.valeur_sorties`)} end as theorique
      from (
        select l.*, v.avec_effectif, v.avec_ecart, ${aValeurSql('l')} as transmis,
          avant.id is null and ouverture.effectif is not null as ouverture,
          avant.transmis or ouverture.effectif is not null as precedent_transmis,
          case when v.avec_effectif
            then coalesce(avant.valeur_effectif, ouverture.effectif) end as precedent
        from ${lignes} l join modele v on v.id = l.modele_id
        left join lateral (
          select p.id, p.valeur_effectif,
            ${aValeurSql('p')} as transmis
          from formulaire p where p.structure_id = l.structure_id and p.modele_code = l.modele_code
            and p.rang = ${attenduAvantSql(sql`l.rang`)} and p.etat <> 'ANNULE'
        ) avant on true
        left join lateral (
          select nombre_de(s.effectifs_ouverture, l.modele_code) as effectif
          from structure s where avant.id is null and s.id = l.structure_id and not exists (
            select 1 from formulaire a where a.structure_id = l.structure_id
              and a.modele_code = l.modele_code and a.rang < l.rang and a.etat <> 'ANNULE')
        ) ouverture on true
        offset 0
      ) q
      offset 0
    ) p
    -- Else each use of a gap would take it anew.
    offset 0
  ) t
) e`

const niveauSql = sql`case
  when not t.avec_ecart then null
  when t.ecart is null then 'NON_CALCULABLE'
  when t.ecart = 0 then 'CONFORME'
  when abs(t.ecart) <= ${sql.lit(ECART_A_VERIFIER.personnes)}
    or 100 * abs(t.ecart)
      <= ${sql.lit(ECART_A_VERIFIER.pourcent)} * greatest(1, t.theorique) then 'A_VERIFIER'
  else 'ANOMALIE' end`

/** How a form's headcount stands to the one that is expected of it. */
export type EcartDuFormulaire = {
  /** Last month's; null: nothing of it is received, or it is the structure's first month. */
  precedent: number | null
  theorique: number | null
  ecart: number | null
  /** Null: its model does not name all that a gap is made of. */
  niveau: Niveau | null
}

/** The same of these forms, by id. */
export async function findEcarts(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EcartDuFormulaire>> {
  const siens = sql`(select f.* from formulaire f where f.id = any(${[...ids]}::int[]))`
  const { rows } = await sql<EcartDuFormulaire & { id: number }>`
    select e.id, case when not e.ouverture then e.precedent end as precedent, e.theorique, e.ecart,
      e.niveau
    from ${ecartsSql(siens)}`.execute(db)
  return new Map(rows.map(({ id, ...ecart }) => [id, ecart]))
}
