import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { sql } from 'kysely'
import { estOuverteSql } from '../calendrier/calendrier.sql.ts'
import { versionsEnVigueur } from '../modele/modele.sql.ts'
import type { Comptage, Retenir } from '../platform/acquis.ts'
import type { Agent } from '../platform/agent.ts'
import { type Fragment, toutes } from '../platform/liste.ts'
import { perimetreDe } from './formulaire.rights.ts'

/** What a total depends on of what a list is narrowed by. */
type Recherche = {
  [Filtre in 'ids' | 'structures' | 'q']?: unknown
} & {
  [Filtre in 'rang' | 'mois' | 'annee']?: number | undefined
} & {
  [Filtre in 'modeles' | 'regions']?: readonly string[] | undefined
} & { etats?: readonly EtatListe[] | undefined; tri?: string | undefined; diffuses: boolean }

/** Forms `f` that these conditions leave, cancelled ones never. */
const compterFormulaires = (conditions: readonly Fragment[], jusqua: number): Fragment => sql`
  select count(*) filter (where f.id <= ${jusqua}) as acquis, count(*) as tous
  from formulaire f where f.etat <> 'ANNULE' and ${toutes(conditions)}`

/** Of every month, or of those of a year; `diffuses`: those that are published. */
const comptageDuPays = (annee: number | undefined, diffuses: boolean): Comptage => ({
  nom: `${diffuses ? 'diffusés' : 'formulaires'} ${annee ?? ''}`,
  table: 'formulaire',
  tampon: diffuses ? 'DIFFUSE' : 'ATTENDU',
  compter: ({ apres, jusqua, premier }) => {
    const conditions = premier ? [] : [sql`f.id > ${apres}`]
    if (diffuses) conditions.push(sql`f.version_diffusee >= 1`)
    if (annee !== undefined) {
      conditions.push(sql`f.rang between ${annee * 12} and ${annee * 12 + 11}`)
    }
    return compterFormulaires(conditions, jusqua)
  },
})

/** How many reports are expected of a month, begun or not. */
const attendusDe = (rang: number): Fragment => sql`(
  select count(*) from structure s join modele m on m.code = any(s.modeles)
  where ${estOuverteSql(rang)} and m.id in ${versionsEnVigueur(rang)})`

/** Whether form `f` is of a structure and a model that are not, or no longer, expected that month. */
const inattendu = (rang: number): Fragment => sql`not (
  exists (select 1 from structure s
    where s.id = f.structure_id and f.modele_code = any(s.modeles) and ${estOuverteSql(rang)})
  and exists (select 1 from modele v where v.code = f.modele_code
    and v.en_vigueur_du <= ${rang} and (v.en_vigueur_au is null or v.en_vigueur_au >= ${rang})))`

/**
 * Of a month, those not begun too: what is expected of it, and what is begun though it is not. A
 * form that is begun where it is expected changes nothing.
 */
const comptageDuMois = (rang: number): Comptage => ({
  nom: `mois ${rang}`,
  table: 'formulaire',
  tampon: 'ATTENDU',
  compter: ({ apres, jusqua, premier }) => {
    const restent = premier ? [] : [sql`f.id > ${apres}`]
    const venus = compterFormulaires([...restent, sql`f.rang = ${rang}`, inattendu(rang)], jusqua)
    const attendus = premier ? attendusDe(rang) : sql`0`
    return sql`with a as materialized (select ${attendus} as n)
      select v.acquis + a.n as acquis, v.tous + a.n as tous from (${venus}) v, a`
  },
})

/** Acts after which counting all anew costs less than following them. */
const ACTES_SUIVIS = 20_000

/** Of the whole country, or of one month: then the forms not begun too. */
type Etendue = { rang: number | undefined }

/** A part: what its forms have in common; one month's needs no rank. */
const partDe = ({ rang }: Etendue): Fragment =>
  sql`array[x.etat, x.modele, x.region${rang === undefined ? sql`, x.rang::text` : sql``}]`

/**
 * What each act after `apres` took from a part, and gave to another. A line of history is written
 * with what it tells, in one statement: no other says that a form has changed state.
 */
function mouvements({ rang }: Etendue, apres: number): Fragment {
  const commence = (duMois: number) => sql`,
    (case when h.de is null and h.vers <> 'ANNULE' and not ${inattendu(duMois)} then 'NON_COMMENCE' end, -1)`
  return sql`
    select h.id, m.etat, f.modele_code as modele, s.region, f.rang, m.signe
    from formulaire_historique h join formulaire f on f.id = h.formulaire_id
    join structure s on s.id = f.structure_id
    cross join lateral (values (h.de, -1), (h.vers, 1)
      ${rang === undefined ? sql`` : commence(rang)}) m (etat, signe)
    where h.id > ${apres} and h.de is distinct from h.vers and m.etat is not null
      and ${rang === undefined ? sql`true` : sql`f.rang = ${rang}`}`
}

/** Those that are, each state apart, and of a month those that are not begun. */
function present({ rang }: Etendue): Fragment {
  const commences = sql`
    select f.etat, f.modele_code as modele, s.region, f.rang, count(*) as n
    from formulaire f join structure s on s.id = f.structure_id
    where ${rang === undefined ? sql`true` : sql`f.rang = ${rang}`} group by 1, 2, 3, 4`
  if (rang === undefined) return commences
  return sql`${commences} union all
    select 'NON_COMMENCE', m.code, s.region, ${rang}::int, count(*)
    from structure s join modele m on m.code = any(s.modeles)
    where ${estOuverteSql(rang)} and m.id in ${versionsEnVigueur(rang)}
      and (s.id, m.code) not in (select f.structure_id, f.modele_code from formulaire f
        where f.rang = ${rang} and f.etat <> 'ANNULE')
    group by 2, 3`
}

/**
 * By state, model and region: all that the directorate's filters ask for. What stands now less what
 * unsettled acts have made of it is kept; acts, which history tells in order, are then followed.
 */
const comptageParPart = (etendue: Etendue): Comptage => ({
  nom: `parts ${etendue.rang ?? ''}`,
  table: 'formulaire_historique',
  tampon: etendue.rang === undefined ? 'REGION' : 'ATTENDU',
  ecartMax: ACTES_SUIVIS,
  compter: ({ apres, jusqua, premier }) => {
    const suivis = sql`
      select ${partDe(etendue)} as part,
        coalesce(sum(x.signe) filter (where x.id <= ${jusqua}), 0) as acquis, sum(x.signe) as tous
      from (${mouvements(etendue, apres)}) x group by 1`
    if (!premier) return suivis
    return sql`
      select part, sum(acquis)::bigint as acquis, sum(tous)::bigint as tous from (
        select ${partDe(etendue)} as part, x.n as acquis, x.n as tous from (${present(etendue)}) x
        union all
        select ${partDe(etendue)}, -x.signe, 0 from (${mouvements(etendue, jusqua)}) x
      ) p group by 1`
  },
})

/** What a search keeps of the parts; a cancelled form is counted only for who asks for it. */
export function retenirDe({ etats, modeles, regions, annee, mois }: Filtree): Retenir {
  return ([etat = '', modele = '', region = '', rang]) => {
    if (etats ? !etats.some((voulu) => voulu === etat) : etat === 'ANNULE') return false
    if (modeles && !modeles.includes(modele)) return false
    if (regions && !regions.includes(region)) return false
    if (rang === undefined) return true
    if (annee !== undefined && Math.floor(Number(rang) / 12) !== annee) return false
    return mois === undefined || (Number(rang) % 12) + 1 === mois
  }
}

type Filtree = Pick<Recherche, 'etats' | 'modeles' | 'regions' | 'annee' | 'mois'>

/** How a total is kept, and of its parts, which ones it adds up. */
export type Tenue = { comptage: Comptage; retenir?: Retenir }

/**
 * How the total of a search is kept, where it is asked for often: the whole country, whatever the
 * states, models and regions; for those who read their own structures only, what is published, in
 * the order of an index.
 */
export function tenueDe(agent: Agent, recherche: Recherche): Tenue | undefined {
  const { ids, etats, structures, modeles, regions, q, rang, mois, annee } = recherche
  if ([ids, structures, q].some(Boolean)) return undefined
  const pays = perimetreDe(agent) === null
  const duMoisDesAnnees = rang === undefined && mois !== undefined
  if (etats || modeles || regions || duMoisDesAnnees) {
    const retenir = retenirDe(recherche)
    return pays ? { comptage: comptageParPart({ rang }), retenir } : undefined
  }
  if (rang !== undefined) return pays ? { comptage: comptageDuMois(rang) } : undefined
  const { tri = '-periode', diffuses } = recherche
  const enOrdre = pays || (diffuses && tri === '-periode')
  return enOrdre ? { comptage: comptageDuPays(annee, !pays) } : undefined
}
