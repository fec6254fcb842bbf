import type { EtatListe, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import type { Pagination, Total } from '@releve/contract/page.ts'
import { sql } from 'kysely'
import { rouvertJusquaSql } from '../calendrier/calendrier.sql.ts'
import { versionsAttendues } from '../modele/modele.sql.ts'
import type { Agent } from '../platform/agent.ts'
import {
  type Comptage,
  cherche,
  type Fragment,
  limite,
  lireParLots,
  nombreDe,
  ordre,
  type Tout,
  totalDe,
  toutes,
} from '../platform/liste.ts'
import { dansPerimetreSql, perimetreDe } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import { estOuverteSql } from '../structure/attendu.sql.ts'
import { aModeleSql, duMoisSql, joindreEtatSql } from '../structure/periode.sql.ts'
import { RECALCUL_EN_COURS } from '../tache/recalcul.sql.ts'

/** What a list is narrowed by; `rang` when one month is wanted: then the forms not started show too. */
export type Filtres = Pagination & {
  /** These forms, and no other. */
  ids?: readonly number[] | undefined
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

/** The same, whatever the page. */
export type Recherche = Omit<Filtres, 'page' | 'taille'>

/**
 * A line of a list in its shape, what the agent may not see left out; and what decides of the
 * `actions` on it.
 */
export type LigneListe = Omit<Resume, 'actions' | 'mois' | 'annee' | 'echeance'> & {
  rang: number
  /** The one that it was received with, where it was not its month's. */
  echeance: string | null
  soumisPar: number | null
  validePar: number | null
  rouvertJusqua: string | null
  /** False for a published form of another structure: nothing but the publication is told. */
  dedans: boolean
  /** Some forms are being computed again: the same on all lines. */
  recalcul: boolean
}

/** One of these values; of a single one, the plan is the same whatever it is. */
const parmi = (colonne: Fragment, valeurs: readonly string[]): Fragment =>
  valeurs.length === 1 ? sql`${colonne} = ${valeurs[0]}` : sql`${colonne} = any(${[...valeurs]})`

/** Conditions on structure `s` and its state `e`, shared by the forms started and those that are not. */
function conditionsStructure({ structures, regions, q }: Recherche, numero: Fragment): Fragment[] {
  const conditions: Fragment[] = []
  if (structures) conditions.push(parmi(sql`s.code`, structures))
  if (regions) conditions.push(parmi(sql`e.region`, regions))
  return [...conditions, ...cherche(q, sql`s.libelle_tri`, sql`lower(${numero})`)]
}

/** What a line tells of structure `s`: read with it, and not again for the page. */
const STRUCTURE = sql`s.libelle_tri, s.code as structure_code, s.libelle as structure_libelle`

/** Of the forms that one may read: those of one's perimeter, those that others have published, both. */
type Lesquels = 'siens' | 'diffuses' | 'tous'
const LESQUELS: Record<Lesquels, (dedans: Fragment) => Fragment> = {
  siens: (dedans) => dedans,
  diffuses: (dedans) => sql`f.version_diffusee >= 1 and not ${dedans}`,
  tous: (dedans) => sql`(${dedans} or f.version_diffusee >= 1)`,
}

/** Outside the perimeter, a published form is in one state only. */
const voitPubliees = (agent: Agent, { etats, diffuses }: Recherche): boolean =>
  perimetreDe(agent) !== null && diffuses && (!etats || etats.includes('DIFFUSE'))

/** States few forms are in: an index in the order of the lists gives them, the others unread. */
const PEU_NOMBREUX = [
  {
    etats: new Set<EtatListe>(['SOUMIS', 'VALIDE', 'APPROUVE']),
    condition: sql`f.etat in ('SOUMIS', 'VALIDE', 'APPROUVE')`,
  },
  {
    etats: new Set<EtatListe>(['BROUILLON', 'RENVOYE', 'ANNULE']),
    condition: sql`f.etat in ('BROUILLON', 'RENVOYE', 'ANNULE')`,
  },
] as const

const indexDe = (etats: readonly EtatListe[] = []) =>
  PEU_NOMBREUX.find((index) => etats.length > 0 && etats.every((etat) => index.etats.has(etat)))

/** Of forms that exist, whose state shows as `etat`: those in these states. */
function conditionsDEtats(etats: readonly EtatListe[] | undefined, etat: Fragment): Fragment[] {
  // A cancelled form is shown only to who asks for it.
  if (!etats) return [sql`f.etat <> 'ANNULE'`]
  const commencees = etats.filter((un) => un !== 'NON_COMMENCE')
  if (commencees.length === 0) return [sql`false`]
  // Written out, so that a plan made for any states reads these from their own index.
  const index = indexDe(commencees)
  return index ? [index.condition, parmi(etat, commencees)] : [parmi(etat, commencees)]
}

/** Of forms `f`: those of a month, of a year, of a month of each year. */
function conditionsDePeriode({ rang, mois, annee }: Pick<Recherche, 'rang' | 'mois' | 'annee'>) {
  if (rang !== undefined) return [sql`f.rang = ${rang}`]
  const conditions: Fragment[] = []
  if (annee !== undefined) {
    conditions.push(sql`f.rang between ${annee * 12} and ${annee * 12 + 11}`)
  }
  if (mois !== undefined) conditions.push(sql`f.mois = ${mois}`)
  return conditions
}

/** Forms that exist: `f`, with `s` and, outside the perimeter, their publication `p`. */
function commences(agent: Agent, filtres: Recherche, lesquels: Lesquels = 'tous'): Fragment {
  const { ids, rang, mois, annee, etats, modeles } = filtres
  const dedans = dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`)
  const conditions = conditionsStructure(filtres, sql`f.numero`)
  const ouverte = !voitPubliees(agent, filtres)
  conditions.push(LESQUELS[ouverte ? 'siens' : lesquels](dedans))
  conditions.push(...conditionsDePeriode({ rang, mois, annee }))
  if (modeles) conditions.push(parmi(sql`f.modele_code`, modeles))
  if (ids) conditions.push(sql`f.id = any(${[...ids]}::int[])`)
  const etatVisible = ouverte
    ? sql`f.etat`
    : sql`(case when ${dedans} then f.etat else 'DIFFUSE' end)`
  conditions.push(...conditionsDEtats(etats, etatVisible))
  return sql`
    select f.id, f.structure_id, f.modele_id, f.modele_code, f.rang, ${etatVisible} as etat,
      ${dedans} as dedans, ${triDe(filtres, ouverte ? null : dedans)} as tri, ${STRUCTURE}
    from formulaire f left join structure s on s.id = f.structure_id
    ${filtres.regions ? joindreEtatSql(sql`f.rang`, sql`f.structure_id`) : sql``}
    where ${toutes(conditions)}`
}

/**
 * The column that a list is sorted by, where an index cannot give it; no other is read, so that the
 * rest of the lines is counted and laid out from the index alone. What a list is sorted by is told
 * by its order: outside the perimeter (`dedans` false), the publication's.
 */
function triDe({ tri }: Recherche, dedans: Fragment | null): Fragment {
  const publie = (colonne: string) => sql`(select ${sql.ref(`p.${colonne}`)}
    from formulaire_publication p
    where p.formulaire_id = f.id and p.version_diffusee = f.version_diffusee)`
  const visible = (colonne: Fragment, publiee: Fragment) =>
    dedans === null ? colonne : sql`(case when ${dedans} then ${colonne} else ${publiee} end)`
  switch (tri?.replace(/^-/, '')) {
    case 'effectif':
      return visible(sql`f.effectif`, publie('effectif'))
    case 'modifieLe':
      return visible(sql`f.modifie_le`, publie('diffuse_le'))
    case 'remplissage':
      return visible(sql`f.remplissage`, sql`1`)
    default:
      return sql`null`
  }
}

/** The same for a form not started. */
function triAbsent({ tri }: Recherche): Fragment {
  switch (tri?.replace(/^-/, '')) {
    case 'effectif':
      return sql`null::float8`
    case 'modifieLe':
      return sql`null::timestamptz`
    case 'remplissage':
      return sql`0::real`
    default:
      return sql`null`
  }
}

/** Forms of a month begun, of the few structures and models that are looked at: no other is read. */
function commencesDuMois(agent: Agent, { structures, modeles }: Recherche, rang: number): Fragment {
  const conditions = [
    sql`f.rang = ${rang}`,
    sql`f.etat <> 'ANNULE'`,
    dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`),
  ]
  if (modeles) conditions.push(parmi(sql`f.modele_code`, modeles))
  if (structures) {
    const siennes = sql`select d.id from structure d where ${parmi(sql`d.code`, structures)}`
    conditions.push(sql`f.structure_id = any(array(${siennes}))`)
  }
  return sql`select f.structure_id, f.modele_code from formulaire f where ${toutes(conditions)}`
}

/**
 * Forms expected that month and not started, within the perimeter. What is begun is taken away from
 * the periods alone (`offset 0`): nearly all of it in a month that ends, whose structures are then
 * neither read nor judged.
 */
function nonCommences(agent: Agent, filtres: Recherche, rang: number): Fragment {
  const mois = sql`${rang}::int`
  const attendus = [
    duMoisSql(mois),
    dansPerimetreSql(agent, sql`e.structure_id`, mois),
    sql`m.id in ${versionsAttendues(rang)}`,
    ...(filtres.modeles ? [parmi(sql`m.code`, filtres.modeles)] : []),
    // Hashed once, where "not exists" would look for each structure in turn; neither column is null.
    sql`(e.structure_id, m.code) not in (${commencesDuMois(agent, filtres, rang)})`,
  ]
  const conditions = [...conditionsStructure(filtres, sql`s.code`), estOuverteSql(rang)]
  return sql`
    select null::int as id, s.id as structure_id, e.modele_id, e.modele_code,
      ${mois} as rang, 'NON_COMMENCE' as etat, true as dedans, ${triAbsent(filtres)} as tri,
      ${STRUCTURE}
    from (
      select e.structure_id, e.region, m.id as modele_id, m.code as modele_code
      from structure_periode e join modele m on ${aModeleSql(sql`m.code`)}
      where ${toutes(attendus)} offset 0
    ) e join structure s on s.id = e.structure_id
    where ${toutes(conditions)}`
}

/**
 * Forms begun of the whole country, one structure after another in the order of their names: a page
 * is laid out as soon as it is full, whatever the number of structures.
 */
function parStructure({ etats, modeles, regions, mois, annee }: Recherche): Fragment {
  const conditions = [
    sql`f.structure_id = s.id`,
    ...(regions ? [duMoisSql(sql`f.rang`)] : []),
    ...conditionsDePeriode({ mois, annee }),
    ...conditionsDEtats(etats, sql`f.etat`),
  ]
  if (modeles) conditions.push(parmi(sql`f.modele_code`, modeles))
  return sql`
    select l.*, true as dedans, null as tri, s.id as structure_id, ${STRUCTURE}
    from structure s
    ${regions ? sql`join structure_periode e on e.structure_id = s.id` : sql``}
    cross join lateral (
      select f.id, f.modele_id, f.modele_code, f.rang, f.etat from formulaire f
      where ${toutes(conditions)}) l
    where ${regions ? parmi(sql`e.region`, regions) : sql`true`}`
}

/** Whether these states hold the forms that are not begun. */
const avecAbsents = (etats: Recherche['etats']): boolean => !etats || etats.includes('NON_COMMENCE')

function lignesDe(agent: Agent, filtres: Recherche): Fragment {
  const { rang, etats } = filtres
  const existants = commences(agent, filtres)
  if (rang === undefined || !avecAbsents(etats)) return existants
  return sql`${existants} union all ${nonCommences(agent, filtres, rang)}`
}

/** Columns by which a list may be sorted, of `l`. */
const TRIS = new Map(
  Object.entries({
    structure: sql.ref('l.libelle_tri'),
    modele: sql.ref('l.modele_code'),
    periode: sql.ref('l.rang'),
    etat: sql.ref('l.etat'),
    effectif: sql.ref('l.tri'),
    modifieLe: sql.ref('l.tri'),
    remplissage: sql.ref('l.tri'),
  }),
)

/**
 * Within a month, everywhere: the models by their codes, whichever version each is of. What is not
 * begun has no number: of two structures of one name, the first written comes first.
 */
const finDe = (rang: number | undefined): Fragment =>
  rang === undefined
    ? sql`l.modele_code, l.rang desc, l.id`
    : sql`l.modele_code, l.rang desc, l.id, l.structure_id`

const COLONNES = sql`l.id, f.numero,
  m.code as modele_code, m.libelle as modele_libelle, m.version as modele_version,
  m.avec_effectif, m.mois_couverts, l.structure_id, l.structure_code, l.structure_libelle,
  l.rang, l.etat, l.dedans,
  case when l.dedans then coalesce(f.version, 0) else 0 end as version,
  coalesce(f.version_diffusee, 0) as version_diffusee,
  case when l.dedans then f.effectif else p.effectif end as effectif,
  case when l.dedans then coalesce(f.remplissage, 0) else 1 end as remplissage,
  case when l.dedans then coalesce(f.erreurs, 0) else 0 end as erreurs,
  case when l.dedans then coalesce(f.avertissements, 0) else 0 end as avertissements,
  case when l.dedans then coalesce(f.remarques_ouvertes, 0) else 0 end as remarques_ouvertes,
  case when l.dedans then coalesce(f.remarques_corrigees, 0) else 0 end as remarques_corrigees,
  case when l.dedans then f.soumis_le end as soumis_le,
  f.echeance,
  coalesce(l.dedans and f.recu and f.hors_delai, false) as hors_delai,
  case when l.dedans then f.modifie_le else p.diffuse_le end as modifie_le,
  case when l.dedans then u.nom_affichable end as modifie_par,
  case when l.dedans then f.soumis_par end as soumis_par,
  case when l.dedans then f.valide_par end as valide_par,
  ${rouvertJusquaSql(sql`l.structure_id`, sql`l.rang`)} as rouvert_jusqua,
  ${RECALCUL_EN_COURS} as recalcul`

/** The form of line `l`; of one outside the perimeter, its publication, and of no other. */
const JOINTES = sql`left join formulaire f on f.id = l.id
  left join utilisateur u on u.id = f.modifie_par
  left join formulaire_publication p on p.formulaire_id = case when not l.dedans then l.id end
    and p.version_diffusee = f.version_diffusee`

/** Sorts of these lists; within a month, by structure unless told. */
const ordreDe = ({ tri, rang }: Recherche): Fragment =>
  ordre(tri, {
    origine: rang === undefined ? '-periode' : 'structure',
    tris: TRIS,
    fin: finDe(rang),
    pleins: ['periode', 'structure'],
  })

/** A line as a statement gives it: what it tells of its model and of its structure side by side. */
type LigneLue = Omit<LigneListe, 'modele' | 'structure'> & {
  modeleCode: string
  modeleLibelle: string
  modeleVersion: number
  avecEffectif: boolean
  moisCouverts: Duree
  structureId: number
  structureCode: string
  structureLibelle: string
}

/** Field by field: a page has hundreds of them, and copying the rest of a row costs more than it. */
const composeLigne = (lue: LigneLue): LigneListe => ({
  id: lue.id,
  numero: lue.numero,
  modele: {
    code: lue.modeleCode,
    libelle: lue.modeleLibelle,
    version: lue.modeleVersion,
    avecEffectif: lue.avecEffectif,
    moisCouverts: lue.moisCouverts,
  },
  structure: { id: lue.structureId, code: lue.structureCode, libelle: lue.structureLibelle },
  rang: lue.rang,
  etat: lue.etat,
  dedans: lue.dedans,
  version: lue.version,
  versionDiffusee: lue.versionDiffusee,
  effectif: lue.effectif,
  remplissage: lue.remplissage,
  erreurs: lue.erreurs,
  avertissements: lue.avertissements,
  remarquesOuvertes: lue.remarquesOuvertes,
  remarquesCorrigees: lue.remarquesCorrigees,
  soumisLe: lue.soumisLe,
  echeance: lue.echeance,
  horsDelai: lue.horsDelai,
  modifieLe: lue.modifieLe,
  modifiePar: lue.modifiePar,
  soumisPar: lue.soumisPar,
  validePar: lue.validePar,
  rouvertJusqua: lue.rouvertJusqua,
  recalcul: lue.recalcul,
})

/** A line, and what is told once of the whole list; `place`: null when the page is empty. */
type LigneDePage = LigneLue & { place: number | null; nombre: number }

/** The lines of a list and how many there are, read from these tables. */
type Lecture = { tables: Fragment; lignes: Fragment; nombre: Fragment }

/** One page of these lines, and their number beside each. */
function lirePage(db: Db, filtres: Filtres, { tables, lignes, nombre }: Lecture) {
  const parOrdre = ordreDe(filtres)
  return sql<LigneDePage>`
    with ${tables} page as materialized (
      select l.*, row_number() over () as place from (
        select * from (${lignes}) l order by ${parOrdre} ${limite(filtres)}
      ) l
    )
    select c.*, l.place, ${COLONNES}
    from (select ${nombre} as nombre) c
    left join page l on true
    left join modele m on m.id = l.modele_id
    ${JOINTES}
    order by l.place`.execute(db)
}

const enLignes = (rows: readonly LigneDePage[]): LigneListe[] =>
  rows.flatMap((lue) => (lue.place === null ? [] : [composeLigne(lue)]))

/** Each line laid out once, for the page and for their number. */
const poser = (lignes: Fragment): Lecture => ({
  tables: sql`tout as materialized (${lignes}),`,
  lignes: sql`select * from tout`,
  nombre: sql`(select count(*) from tout)`,
})

/**
 * Of what somebody reads of the whole country: his own forms, which are few, among those that
 * others have published, which an index gives in their order.
 */
function lireDiffusees(agent: Agent, filtres: Filtres): Lecture {
  const fin = { page: 1, taille: filtres.page * filtres.taille }
  const publiees = commences(agent, filtres, 'diffuses')
  return {
    tables: sql`siennes as materialized (${commences(agent, filtres, 'siens')}),`,
    lignes: sql`select * from siennes union all (
      select * from (${publiees}) l
      order by ${ordreDe(filtres)} ${limite(fin)})`,
    nombre: nombreDe(
      sql`from (select id from siennes union all select id from (${publiees}) p) l`,
      'borne',
    ),
  }
}

/** Whether they are read along the structures: the country's, sorted by them. */
const estParStructure = ({ tri, etats }: Filtres): boolean =>
  tri?.replace(/^-/, '') === 'structure' && !indexDe(etats)

/** Read along an index up to the page's end, and counted apart. */
const lireEnOrdre = (agent: Agent, filtres: Filtres): Lecture => ({
  tables: sql``,
  lignes: estParStructure(filtres) ? parStructure(filtres) : lignesDe(agent, filtres),
  nombre: nombreDe(sql`from (${lignesDe(agent, filtres)}) l`, 'borne'),
})

/** Of a month, of some structures or of one's own, every line is counted (docs/decisions/0082). */
function comptageDe(agent: Agent, filtres: Filtres): Comptage {
  const { ids, rang, structures } = filtres
  if (ids || structures || rang !== undefined) return 'exact'
  return perimetreDe(agent) === null || voitPubliees(agent, filtres) ? 'borne' : 'exact'
}

function lectureDe(agent: Agent, filtres: Filtres, comptage: Comptage): Lecture {
  const { q, tri = '-periode' } = filtres
  const melees = voitPubliees(agent, filtres)
  // Words are looked for in every line: once, and not again to count.
  if (comptage === 'exact' || q || (melees && tri !== '-periode')) {
    return poser(lignesDe(agent, filtres))
  }
  return melees ? lireDiffusees(agent, filtres) : lireEnOrdre(agent, filtres)
}

/** One page of the forms that the agent may read, and how many there are in all. */
export async function listLignes(
  db: Db,
  agent: Agent,
  filtres: Filtres,
): Promise<Total & { lignes: LigneListe[] }> {
  const comptage = comptageDe(agent, filtres)
  const { rows } = await lirePage(db, filtres, lectureDe(agent, filtres, comptage))
  return { lignes: enLignes(rows), ...totalDe(rows[0]?.nombre ?? 0, comptage) }
}

/** Where its structure is: told of a line in a file, where no list of codes stands beside it. */
export type LigneExportee = LigneListe & { region: string; typeStructure: string }

/** More than there are versions of models: a structure and one of them make one number. */
const PAR_STRUCTURE = 2 ** 21

/**
 * The number of a line: a form's own; of one not started, which has none, its structure and its
 * model, below zero.
 */
const CLE = sql`coalesce(l.id::bigint,
  -(l.structure_id::bigint * ${sql.lit(PAR_STRUCTURE)} + l.modele_id))`

/** These lines again, whole, in this order; what may be seen of each is decided anew. */
function lireLot(db: Db, agent: Agent, { rang, diffuses }: Recherche, lot: number[]) {
  const dedans = sql`(f.id is null or ${dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`)})`
  const ouverte = perimetreDe(agent) === null || !diffuses
  const etat = ouverte ? sql`f.etat` : sql`case when ${dedans} then f.etat else 'DIFFUSE' end`
  return sql<LigneLue & Pick<LigneExportee, 'region' | 'typeStructure'>>`
    with lignes as (
      select c.place, f.id, s.id as structure_id,
        coalesce(f.modele_id, -c.cle % ${sql.lit(PAR_STRUCTURE)}) as modele_id,
        coalesce(f.rang, ${rang ?? 0}::int) as rang,
        case when f.id is null then 'NON_COMMENCE' else ${etat} end as etat, ${dedans} as dedans,
        ${STRUCTURE}, e.region, e.type_structure
      from unnest(${lot}::bigint[]) with ordinality c (cle, place)
      left join formulaire f on f.id = c.cle
      join structure s
        on s.id = coalesce(f.structure_id, -c.cle / ${sql.lit(PAR_STRUCTURE)})
      ${joindreEtatSql(sql`coalesce(f.rang, ${rang ?? 0}::int)`)}
    )
    select ${COLONNES}, l.region, l.type_structure
    from lignes l
    join modele m on m.id = l.modele_id
    left join formulaire f on f.id = l.id
    left join utilisateur u on u.id = f.modifie_par
    left join formulaire_publication p on not l.dedans and p.formulaire_id = l.id
      and p.version_diffusee = f.version_diffusee
    order by l.place`.execute(db)
}

/** Every form that the agent may read of these, for a file. */
export async function listToutesLignes(
  db: Db,
  agent: Agent,
  recherche: Recherche,
): Promise<Tout<LigneExportee>> {
  const { rows } = await sql<{ cles: string }>`
    select coalesce(string_agg((${CLE})::text, ',' order by ${ordreDe(recherche)}), '') as cles
    from (${lignesDe(agent, recherche)}) l`.execute(db)
  return lireParLots(rows[0]?.cles ?? '', async (lot) => {
    const lues = await lireLot(db, agent, recherche, lot)
    return lues.rows.map((lue) => {
      return { ...composeLigne(lue), region: lue.region, typeStructure: lue.typeStructure }
    })
  })
}

/** A form that has been begun, with what may be read of it. */
export type LigneDonnees = {
  numero: string
  structure: string
  libelle: string
  typeStructure: string
  region: string
  modele: string
  modeleId: number
  /** Of the model. */
  version: number
  rang: number
  etat: EtatListe
  donnees: Donnees
}

/** What may be read of these forms, `f`: outside the perimeter, the last publication `p`. */
function lireDonnees(agent: Agent, { diffuses }: Recherche) {
  const ouverte = perimetreDe(agent) === null || !diffuses
  const dedans = ouverte ? sql`true` : dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`)
  const lire = (sienne: Fragment, publiee: Fragment) =>
    ouverte ? sienne : sql`case when ${dedans} then ${sienne} else ${publiee} end`
  return {
    etat: lire(sql`f.etat`, sql`'DIFFUSE'`),
    modeleId: lire(sql`f.modele_id`, sql`p.modele_id`),
    donnees: lire(sql`f.donnees`, sql`p.donnees`),
    depuis: sql`join structure s on s.id = f.structure_id ${joindreEtatSql(sql`f.rang`)}
      left join formulaire_publication p on not ${dedans} and p.formulaire_id = f.id
        and p.version_diffusee = f.version_diffusee`,
  }
}

/** The values of every form of a search that has been begun, and how many cells they hold. */
export async function listDonnees(
  db: Db,
  agent: Agent,
  recherche: Recherche,
): Promise<{ tout: Tout<LigneDonnees>; total: number; modeleIds: number[] }> {
  const { etat, modeleId, donnees, depuis } = lireDonnees(agent, recherche)
  const { rows } = await sql<{ cles: string; total: number; modeleIds: number[] }>`
    select coalesce(string_agg(l.id::text, ',' order by ${ordreDe(recherche)}), '') as cles,
      coalesce(sum((select count(*) from jsonb_each(${donnees}) c
        where c.value <> 'null'::jsonb)), 0)::float8 as total,
      coalesce(array_agg(distinct ${modeleId}), '{}') as modele_ids
    from (${commences(agent, recherche)}) l join formulaire f on f.id = l.id ${depuis}`.execute(db)
  const { cles = '', total = 0, modeleIds = [] } = rows[0] ?? {}
  const tout = lireParLots(cles, async (lot) => {
    const lues = await sql<LigneDonnees>`
      select f.numero, s.code as structure, s.libelle, e.type_structure, e.region,
        f.modele_code as modele, m.id as modele_id, m.version, f.rang, ${etat} as etat,
        ${donnees} as donnees
      from formulaire f ${depuis} join modele m on m.id = ${modeleId}
      where f.id = any (${lot}::int[]) order by array_position(${lot}::int[], f.id)`.execute(db)
    return lues.rows
  })
  return { tout, total, modeleIds }
}
