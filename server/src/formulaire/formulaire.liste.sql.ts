import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Pagination } from '@releve/contract/page.ts'
import { type RawBuilder, sql as texte } from 'kysely'
import { estOuverteSql } from '../calendrier/calendrier.sql.ts'
import { versionsEnVigueur } from '../modele/modele.sql.ts'
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
  return texte`
    select f.id, f.structure_id, f.modele_id, f.modele_code, f.rang, ${etatVisible} as etat,
      ${dedans} as dedans, ${triDe(filtres, ouverte ? null : dedans)} as tri, s.libelle_tri
    from formulaire f left join structure s on s.id = f.structure_id
    where ${toutes(conditions)}`
}

/**
 * The column that a list is sorted by, where an index cannot give it; no other is read, so that the
 * rest of the lines is counted and laid out from the index alone. What a list is sorted by is told
 * by its order: outside the perimeter (`dedans` false), the publication's.
 */
function triDe({ tri }: Filtres, dedans: Condition | null): Condition {
  const publie = (colonne: string) => texte`(select ${texte.ref(`p.${colonne}`)}
    from formulaire_publication p
    where p.formulaire_id = f.id and p.version_diffusee = f.version_diffusee)`
  const visible = (colonne: Condition, publiee: Condition) =>
    dedans === null ? colonne : texte`(case when ${dedans} then ${colonne} else ${publiee} end)`
  switch (tri?.replace(/^-/, '')) {
    case 'effectif':
      return visible(texte`f.effectif`, publie('effectif'))
    case 'modifieLe':
      return visible(texte`f.modifie_le`, publie('diffuse_le'))
    case 'remplissage':
      return visible(texte`f.remplissage`, texte`1`)
    default:
      return texte`null`
  }
}

/** The same for a form not started. */
function triAbsent({ tri }: Filtres): Condition {
  switch (tri?.replace(/^-/, '')) {
    case 'effectif':
      return texte`null::float8`
    case 'modifieLe':
      return texte`null::timestamptz`
    case 'remplissage':
      return texte`0::real`
    default:
      return texte`null`
  }
}

/** Forms expected that month and not started, within the perimeter. */
function nonCommences(agent: Agent, filtres: Filtres, rang: number): Condition {
  const conditions = conditionsStructure(filtres, texte`s.code`)
  if (filtres.modeles) conditions.push(texte`m.code = any(${filtres.modeles})`)
  conditions.push(
    dansPerimetreSql(agent, texte`s.id`),
    estOuverteSql(rang),
    texte`m.id in ${versionsEnVigueur(rang)}`,
    // Hashed once, where "not exists" would look for each structure in turn; neither column is null.
    texte`(s.id, m.code) not in (select f.structure_id, f.modele_code from formulaire f
      where f.rang = ${rang} and f.etat <> 'ANNULE')`,
  )
  return texte`
    select null::int as id, s.id as structure_id, m.id as modele_id, m.code as modele_code,
      ${rang}::int as rang, 'NON_COMMENCE' as etat, true as dedans, ${triAbsent(filtres)} as tri, s.libelle_tri
    from structure s join modele m on m.code = any(s.modeles)
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
    modele: texte.ref('l.modele_code'),
    periode: texte.ref('l.rang'),
    etat: texte.ref('l.etat'),
    effectif: texte.ref('l.tri'),
    modifieLe: texte.ref('l.tri'),
    remplissage: texte.ref('l.tri'),
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
  // Within a month, everywhere: the models by their codes, whichever version each is of.
  if (champ === 'periode') return texte`l.rang ${sens}, l.modele_code, l.id`
  return texte`${colonne} ${sens} nulls last, l.modele_code, l.rang desc, l.id`
}

const COLONNES = texte`
  case when l.dedans then f.version else 0 end as version,
  coalesce(f.version_diffusee, 0) as version_diffusee,
  case when l.dedans then f.effectif else p.effectif end as effectif,
  case when l.dedans then coalesce(f.remplissage, 0) else 1 end as remplissage,
  case when l.dedans then coalesce(f.erreurs, 0) else 0 end as erreurs,
  case when l.dedans then coalesce(f.avertissements, 0) else 0 end as avertissements,
  case when l.dedans then f.soumis_le end as soumis_le,
  coalesce(l.dedans and f.hors_delai, false) as hors_delai,
  case when l.dedans then f.modifie_le else p.diffuse_le end as modifie_le,
  case when l.dedans then u.nom_affichable end as modifie_par,
  case when l.dedans then f.valide_par end as valide_par`

/** Written out for the first page, so that the plan prepared for it knows how little is wanted. */
function limiteDe({ page, taille }: Filtres): Condition {
  return page === 1
    ? texte`limit ${texte.lit(taille)}`
    : texte`limit ${taille} offset ${(page - 1) * taille}`
}

/** One page of the forms that the agent may read, and how many there are in all. */
export async function listLignes(
  sql: Sql,
  agent: Agent,
  filtres: Filtres,
): Promise<{ lignes: LigneListe[]; total: number }> {
  const lignes = lignesDe(agent, filtres)
  // A month's lines are few and sorted whole: laid out once. Others are read along their index.
  const unMois = filtres.rang !== undefined
  const tout = unMois ? texte`tout` : texte`(${lignes})`
  const ordre = ordreDe(filtres.tri, unMois)
  const { rows } = await texte<LigneListe & { total: number }>`
    with ${unMois ? texte`tout as materialized (${lignes}),` : texte``} page as materialized (
      select l.*, row_number() over () as place from (
        select * from ${tout} l order by ${ordre} ${limiteDe(filtres)}
      ) l
    )
    select l.id, f.numero, m.code as modele_code, m.libelle as modele_libelle,
      m.version as modele_version, l.structure_id, s.code as structure_code,
      s.libelle as structure_libelle, l.rang, l.etat, l.dedans, ${COLONNES},
      (select coalesce(o.jusqua, 'infinity')::text from reouverture o
        where o.structure_id = l.structure_id and o.rang = l.rang) as rouvert_jusqua,
      (select count(*) from ${tout} compte) as total
    from page l
    join structure s on s.id = l.structure_id
    join modele m on m.id = l.modele_id
    left join formulaire f on f.id = l.id
    left join utilisateur u on u.id = f.modifie_par
    left join formulaire_publication p on not l.dedans and p.formulaire_id = l.id
      and p.version_diffusee = f.version_diffusee
    order by l.place`.execute(sql)
  const premier = rows[0]
  if (premier || filtres.page === 1) return { lignes: rows, total: premier?.total ?? 0 }
  const compte = await texte<{ total: number }>`
    select count(*) as total from (${lignes}) tout`.execute(sql)
  return { lignes: [], total: compte.rows[0]?.total ?? 0 }
}
