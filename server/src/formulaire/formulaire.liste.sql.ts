import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Pagination } from '@releve/contract/page.ts'
import { type RawBuilder, sql as texte } from 'kysely'
import { estOuverteSql } from '../calendrier/calendrier.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { dansPerimetreSql, perimetreDe } from './formulaire.rights.ts'

/** What a list is narrowed by; `rang` when one month is wanted: then the forms not started show too. */
export type Filtres = Pagination & {
  rang?: number | undefined
  mois?: number | undefined
  annee?: number | undefined
  etats?: EtatListe[] | undefined
  structures?: string[] | undefined
  modeles?: string[] | undefined
  regions?: string[] | undefined
  /** Also the published forms of the structures outside the perimeter. */
  diffuses: boolean
}

/** A line of a list as the base gives it; what the agent may not see is already left out. */
export type LigneListe = {
  id: number | null
  numero: string | null
  modeleCode: string
  modeleLibelle: string
  modeleVersion: number
  structureId: number
  structureCode: string
  structureLibelle: string
  rang: number
  etat: EtatListe
  version: number
  versionDiffusee: number
  effectif: number | null
  remplissage: number
  erreurs: number
  avertissements: number
  soumisLe: string | null
  horsDelai: boolean
  modifieLe: string | null
  modifiePar: string | null
  validePar: number | null
  rouvertJusqua: string | null
  /** False for a published form of another structure: nothing but the publication is told. */
  dedans: boolean
}

type Condition = RawBuilder<unknown>
const toutes = (conditions: Condition[]) =>
  conditions.length === 0 ? texte`true` : texte.join(conditions, texte` and `)

function motifLike(q: string): string {
  return `%${q.replace(/[\\%_]/g, '\\$&')}%`
}

/** Conditions on structure `s`, shared by the forms started and those that are not. */
function conditionsStructure({ structures, regions, q }: Filtres, numero: Condition): Condition[] {
  const conditions: Condition[] = []
  if (structures) conditions.push(texte`s.code = any(${structures})`)
  if (regions) conditions.push(texte`s.region = any(${regions})`)
  if (q) {
    const motif = motifLike(q)
    conditions.push(texte`(s.libelle_tri like sans_accent(${motif})
      or lower(s.code) like lower(${motif}) or lower(${numero}) like lower(${motif}))`)
  }
  return conditions
}

/** Forms that exist: `f`, with `s` and, outside the perimeter, their publication `p`. */
function commences(agent: Agent, filtres: Filtres): Condition {
  const { rang, mois, annee, etats, modeles, diffuses } = filtres
  const dedans = dansPerimetreSql(agent, texte`f.structure_id`)
  const conditions = conditionsStructure(filtres, texte`f.numero`)
  const ouverte = perimetreDe(agent) === null || !diffuses
  conditions.push(ouverte ? dedans : texte`(${dedans} or f.version_diffusee >= 1)`)
  if (rang !== undefined) conditions.push(texte`f.rang = ${rang}`)
  else if (annee !== undefined) {
    conditions.push(texte`f.rang between ${annee * 12} and ${annee * 12 + 11}`)
  }
  if (rang === undefined && mois !== undefined) conditions.push(texte`f.mois = ${mois}`)
  if (modeles) conditions.push(texte`f.modele_code = any(${modeles})`)
  const etatVisible = ouverte
    ? texte`f.etat`
    : texte`(case when ${dedans} then f.etat else 'DIFFUSE' end)`
  // A cancelled form is shown only to who asks for it.
  conditions.push(etats ? texte`${etatVisible} = any(${etats})` : texte`f.etat <> 'ANNULE'`)
  // What a list is sorted by is told by its order: outside the perimeter, the publication's.
  const visible = (colonne: Condition, publiee: Condition) =>
    ouverte ? colonne : texte`(case when ${dedans} then ${colonne} else ${publiee} end)`
  const publie = (colonne: string) => texte`(select ${texte.ref(`p.${colonne}`)}
    from formulaire_publication p
    where p.formulaire_id = f.id and p.version_diffusee = f.version_diffusee)`
  return texte`
    select f.id, f.structure_id, f.modele_id, f.rang, ${etatVisible} as etat, ${dedans} as dedans,
      ${visible(texte`f.effectif`, publie('effectif'))} as effectif,
      ${visible(texte`f.modifie_le`, publie('diffuse_le'))} as modifie_le,
      ${visible(texte`f.remplissage`, texte`1`)} as remplissage, s.libelle_tri
    from formulaire f left join structure s on s.id = f.structure_id
    where ${toutes(conditions)}`
}

/** Forms expected that month and not started, within the perimeter. */
function nonCommences(agent: Agent, filtres: Filtres, rang: number): Condition {
  const conditions = conditionsStructure(filtres, texte`s.code`)
  if (filtres.modeles) conditions.push(texte`m.code = any(${filtres.modeles})`)
  conditions.push(
    dansPerimetreSql(agent, texte`s.id`),
    estOuverteSql(rang),
    texte`m.en_vigueur_du <= ${rang} and coalesce(m.en_vigueur_au, ${rang}) >= ${rang}`,
    texte`not exists (select 1 from formulaire f where f.structure_id = s.id
      and f.modele_code = m.code and f.rang = ${rang} and f.etat <> 'ANNULE')`,
  )
  return texte`
    select null::int as id, s.id as structure_id, m.id as modele_id, ${rang}::int as rang,
      'NON_COMMENCE' as etat, true as dedans, null::float8 as effectif,
      null::timestamptz as modifie_le, 0::real as remplissage, s.libelle_tri
    from structure s cross join unnest(s.modeles) as c(code) join modele m on m.code = c.code
    where ${toutes(conditions)}`
}

function lignesDe(agent: Agent, filtres: Filtres): Condition {
  const { rang, etats } = filtres
  const existants = commences(agent, filtres)
  if (rang === undefined || (etats && !etats.includes('NON_COMMENCE'))) return existants
  return texte`${existants} union all ${nonCommences(agent, filtres, rang)}`
}

/** Columns by which a list may be sorted, of `l`; each ends on something unique. */
const TRIS = new Map(
  Object.entries({
    structure: texte.ref('l.libelle_tri'),
    modele: texte.ref('l.modele_id'),
    periode: texte.ref('l.rang'),
    etat: texte.ref('l.etat'),
    effectif: texte.ref('l.effectif'),
    modifieLe: texte.ref('l.modifie_le'),
    remplissage: texte.ref('l.remplissage'),
  }),
)

/** @throws REQUETE_INVALIDE for a column by which lists are not sorted. */
function ordreDe(tri: string | undefined, parMois: boolean): Condition {
  const demande = tri || (parMois ? 'structure' : '-periode')
  const descend = demande.startsWith('-')
  const champ = descend ? demande.slice(1) : demande
  const colonne = TRIS.get(champ)
  if (!colonne) {
    const libelle = `On ne peut pas trier par «\u00A0${champ}\u00A0».`
    const details = [{ chemin: 'tri', code: 'TRI_INCONNU', libelle }]
    throw erreur('REQUETE_INVALIDE', {}, { details })
  }
  const sens = descend ? texte`desc` : texte`asc`
  if (champ === 'periode') return texte`l.rang ${sens}, l.id ${sens}`
  return texte`${colonne} ${sens} nulls last, l.modele_id, l.rang desc, l.id`
}

const COLONNES = texte`
  case when l.dedans then f.version else 0 end as version,
  coalesce(f.version_diffusee, 0) as version_diffusee,
  l.effectif, l.remplissage,
  case when l.dedans then coalesce(f.erreurs, 0) else 0 end as erreurs,
  case when l.dedans then coalesce(f.avertissements, 0) else 0 end as avertissements,
  case when l.dedans then f.soumis_le end as soumis_le,
  coalesce(l.dedans and f.hors_delai, false) as hors_delai,
  l.modifie_le,
  case when l.dedans then u.nom_affichable end as modifie_par,
  case when l.dedans then f.valide_par end as valide_par`

/** One page of the forms that the agent may read, and how many there are in all. */
export async function listLignes(
  sql: Sql,
  agent: Agent,
  filtres: Filtres,
): Promise<{ lignes: LigneListe[]; total: number }> {
  const lignes = lignesDe(agent, filtres)
  const ordre = ordreDe(filtres.tri, filtres.rang !== undefined)
  const { rows } = await texte<LigneListe & { total: number }>`
    with page as materialized (
      select l.*, row_number() over () as place from (
        select * from (${lignes}) l order by ${ordre}
        limit ${filtres.taille} offset ${(filtres.page - 1) * filtres.taille}
      ) l
    )
    select l.id, f.numero, m.code as modele_code, m.libelle as modele_libelle,
      m.version as modele_version, l.structure_id, s.code as structure_code,
      s.libelle as structure_libelle, l.rang, l.etat, l.dedans, ${COLONNES},
      (select coalesce(o.jusqua, 'infinity')::text from reouverture o
        where o.structure_id = l.structure_id and o.rang = l.rang) as rouvert_jusqua,
      (select count(*) from (${lignes}) tout) as total
    from page l
    join structure s on s.id = l.structure_id
    join modele m on m.id = l.modele_id
    left join formulaire f on f.id = l.id
    left join utilisateur u on u.id = f.modifie_par
    order by l.place`.execute(sql)
  const premier = rows[0]
  if (premier || filtres.page === 1) return { lignes: rows, total: premier?.total ?? 0 }
  const compte = await texte<{ total: number }>`
    select count(*) as total from (${lignes}) tout`.execute(sql)
  return { lignes: [], total: compte.rows[0]?.total ?? 0 }
}
