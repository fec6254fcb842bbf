import { sql } from 'kysely'
import { estOuverteSql } from '../calendrier/calendrier.sql.ts'
import { versionsEnVigueur } from '../modele/modele.sql.ts'
import type { Comptage } from '../platform/acquis.ts'
import type { Agent } from '../platform/agent.ts'
import { type Fragment, toutes } from '../platform/liste.ts'
import type { Recherche } from './formulaire.liste.sql.ts'
import { perimetreDe } from './formulaire.rights.ts'

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

/**
 * How the total of a search is kept, where it is asked for often: the whole country, unfiltered;
 * for those who read their own structures only, what is published, in the order of an index.
 */
export function comptageDe(agent: Agent, recherche: Recherche): Comptage | undefined {
  const { ids, etats, structures, modeles, regions, q, rang, mois, annee } = recherche
  if ([ids, etats, structures, modeles, regions, q].some(Boolean)) return undefined
  const pays = perimetreDe(agent) === null
  if (rang !== undefined) return pays ? comptageDuMois(rang) : undefined
  if (mois !== undefined) return undefined
  const { tri = '-periode', diffuses } = recherche
  return pays || (diffuses && tri === '-periode') ? comptageDuPays(annee, !pays) : undefined
}
