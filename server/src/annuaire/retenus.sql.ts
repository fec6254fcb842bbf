import { randomBytes } from 'node:crypto'
import type { Couverture } from '@releve/contract/annuaire/annuaire.schema.ts'
import { type Calendrier, echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees, Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { estDuSql } from '../calendrier/echeance.sql.ts'
import { contenuDuMois } from '../formulaire/formulaire.sql.ts'
import { versionsAttendues } from '../modele/modele.sql.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import {
  attenduSql,
  dansSesDatesSql,
  estLaSql,
  estOuverteSql,
  interromptSql,
} from '../structure/attendu.sql.ts'
import { duMoisSql, joindreEtatSql } from '../structure/periode.sql.ts'

/** Forms whose figures count. */
const RETENUS: readonly Etat[] = ['VALIDE', 'APPROUVE', 'DIFFUSE']

/**
 * Where the forms that count are: those of a year as they are now, SOUMIS ones with them when a
 * preview asks for it; or those that an edition froze.
 */
export type Source = { annee: number; soumis: boolean } | { annuaireId: number }

const etatsDe = (soumis: boolean): Etat[] => [...(soumis ? ['SOUMIS' as const] : []), ...RETENUS]

/**
 * The forms that count, each with the content that does, and the region and the type that its
 * structure was of in its month. `effectif`: what that content says of it, where it is kept beside.
 */
function retenusSql(source: Source): Fragment {
  if ('annuaireId' in source)
    return sql`(
      select a.formulaire_id, a.modele_id, a.structure_id, a.rang, a.region, a.type_structure,
        a.etat, a.version, a.version_diffusee, coalesce(a.donnees, p.donnees) as donnees,
        case when a.donnees is null then p.effectif end as effectif
      from annuaire_source a
      left join formulaire_publication p on p.formulaire_id = a.formulaire_id
        and p.version_diffusee = a.version_diffusee
      where a.annuaire_id = ${source.annuaireId}::integer)`
  const { jointure, present, donnees } = contenuDuMois(etatsDe(source.soumis))
  return sql`(
    select f.id as formulaire_id, case when ${present} then f.modele_id else p.modele_id end
        as modele_id, f.structure_id, f.rang, e.region, e.type_structure, f.etat, f.version,
      case when f.etat = 'DIFFUSE' or not ${present} then f.version_diffusee end
        as version_diffusee, ${donnees} as donnees,
      case when ${present} then f.effectif else p.effectif end as effectif
    from formulaire f ${joindreEtatSql(sql`f.rang`, sql`f.structure_id`)} ${jointure}
    where f.etat <> 'ANNULE' and (${present} or p.formulaire_id is not null)
      and f.rang between ${source.annee * 12}::integer and ${source.annee * 12 + 11}::integer)`
}

/**
 * How many forms count, of how many structures, of which regions and types, and the versions of
 * models that they follow. `mois`: the ranks of those that have some, in order.
 */
export type Etendue = {
  formulaires: number
  structures: number
  modeles: number[]
  mois: number[]
  regions: string[]
  types: string[]
}

export async function findEtendue(db: Db, source: Source): Promise<Etendue> {
  const { rows } = await sql<Etendue>`
    with r as materialized (
      select structure_id, modele_id, rang, region, type_structure, count(*) as nombre
      from ${retenusSql(source)} r group by 1, 2, 3, 4, 5)
    select coalesce(sum(nombre), 0)::integer as formulaires,
      count(distinct structure_id)::integer as structures,
      coalesce(array_agg(distinct modele_id), '{}') as modeles,
      coalesce(array_agg(distinct rang order by rang), '{}') as mois,
      coalesce(array_agg(distinct region), '{}') as regions,
      coalesce(array_agg(distinct type_structure), '{}') as types
    from r`.execute(db)
  // An aggregate has its row, whatever it adds up.
  return rows[0] as Etendue
}

/** Structures read at a time: some 2,000 forms, two megabytes. */
const LOT = 100

/**
 * Where a reading is: after which structure, which shapes it has met, and the number that names
 * them, drawn for it alone, so that nobody can write a form that would pass for another shape.
 */
export type Lecteur = { curseur: number; formes: string[]; graine: string }

export const ouvrirLecteur = (): Lecteur => ({
  curseur: 0,
  formes: [],
  graine: randomBytes(8).readBigInt64LE().toString(),
})

/** Forms by structure, and the shapes that no lot before had, as the base writes them. */
export type Lot = {
  formes: Record<string, { modele: string; adresses: string[] }>
  structures: {
    id: number
    attentes: Attente[]
    formulaires: [region: string, type: string, mois: number, forme: string, valeurs: Valeur[]][]
  }[]
}

/** Models that averages read: what was expected of them is read beside their forms. */
export type Moyennes = Calendaire & { annee: number; modeles: readonly string[] }

/**
 * The next structures, their forms written as one text (a `Lot`) by the base itself: values without
 * their addresses, which forms filled alike share and which are said once. Null: no more. An array
 * rather than `in`: PostgreSQL then goes by the index of the structures, not by that of the months.
 * `|| '{}'` takes a compressed value out of its row once.
 */
export async function readLot(
  db: Db,
  { source, moyennes }: { source: Source; moyennes: Moyennes },
  lecteur: Lecteur,
): Promise<string | null> {
  const { curseur, formes, graine } = lecteur
  const retenus = retenusSql(source)
  const { rows } = await sql<{ curseur: number | null; nouvelles: string[]; lot: string }>`
    with lues as materialized (
      select s.id from structure s where s.id > ${curseur}::integer order by s.id limit ${LOT}),
    lus as materialized (
      select r.formulaire_id, r.structure_id, r.region, r.type_structure, r.rang, m.code as modele,
        m.code || ' ' || hash_array_extended(array(select jsonb_object_keys(l.donnees)),
          ${graine}::bigint) as forme,
        jsonb_path_query_array(l.donnees, '$.*') as valeurs
      from ${retenus} r join modele m on m.id = r.modele_id
      cross join lateral (select r.donnees || '{}' as donnees offset 0) l
      where r.structure_id = any (array(select id from lues))),
    nouvelles as materialized (
      select l.forme, l.modele, array(select jsonb_object_keys(r.donnees)) as adresses
      from (select forme, modele, min(formulaire_id) as id from lus
        where forme <> all (${formes}::text[]) group by forme, modele) l
      join ${retenus} r on r.formulaire_id = l.id),
    par_structure as (
      select structure_id, json_agg(json_build_array(region, type_structure, rang % 12 + 1, forme,
        valeurs) order by modele, rang) as formulaires
      from lus group by structure_id),
    attentes as (
      select structure_id, json_agg(attente) as attentes
      from ${attentesSql(moyennes, sql`s.id = any (array(select id from lues))`)} a group by 1),
    structures as (
      select structure_id, json_build_object('id', structure_id,
        'attentes', coalesce(a.attentes, '[]'),
        'formulaires', coalesce(f.formulaires, '[]')) as dites
      from attentes a full join par_structure f using (structure_id))
    select (select max(id) from lues) as curseur, array(select forme from nouvelles) as nouvelles,
      json_build_object(
        'formes', (select coalesce(json_object_agg(forme,
          json_build_object('modele', modele, 'adresses', adresses)), '{}') from nouvelles),
        'structures', (select coalesce(json_agg(dites order by structure_id), '[]')
          from structures))::text as lot`.execute(db)
  const [lu] = rows
  if (!lu || lu.curseur === null) return null
  lecteur.curseur = lu.curseur
  lecteur.formes.push(...lu.nouvelles)
  return lu.lot
}

/** Freezes the forms that count now: publications by their number, the others copied. */
export async function insertSources(db: Db, annuaireId: number, annee: number): Promise<void> {
  await sql`
    insert into annuaire_source (annuaire_id, formulaire_id, modele_id, structure_id, rang, region,
      type_structure, etat, version, version_diffusee, donnees)
    select ${annuaireId}::integer, r.formulaire_id, r.modele_id, r.structure_id, r.rang, r.region,
      r.type_structure, r.etat, r.version, r.version_diffusee,
      case when r.version_diffusee is null then r.donnees end
    from ${retenusSql({ annee, soumis: false })} r`.execute(db)
}

/** What a coverage counts, without its rates. */
export type ComptesCouverture = Required<Omit<Couverture, 'completude' | 'promptitude'>>

/** What was expected of a model in a month, and what came of it (docs/chiffres.md). */
export type CouvertureDuMois = ComptesCouverture & {
  modele: string
  rang: number
  /** Due, and not counted. */
  manquants: {
    structure: string
    libelle: string
    region: string
    modele: string
    recu: boolean
    moisCouverts: Duree
  }[]
}

/** Today in the calendar's zone, and the settings that say when a report is due. */
export type Calendaire = { jour: string; reglages: Calendrier }

/** Whether form `f` counts, in a state among these. */
const estRetenuSql = (soumis: boolean): Fragment =>
  sql`coalesce(f.etat = any (${etatsDe(soumis)}::text[]) or f.version_diffusee >= 1, false)`

/** What the due date rests on of form `f`, begun or not, of a month of relation `du`. */
const dateDe = (du: 'a' | 'm', structureId: Fragment) => ({
  recu: sql`f.recu`,
  gardee: sql`f.echeance`,
  duMois: sql.ref(`${du}.echeance`),
  structureId,
  rang: sql.ref(`${du}.rang`),
})

/** The same for each month up to `jusqua`; a form sent back stays received. */
export async function listCouvertures(
  db: Db,
  { annee, soumis }: { annee: number; soumis: boolean },
  { jusqua, jour, reglages }: Calendaire & { jusqua: number },
): Promise<CouvertureDuMois[]> {
  const rangs = rangsDe(annee).filter((r) => r <= jusqua)
  if (rangs.length === 0) return []
  const parMois = rangs.map(
    (rang) => sql`
      select s.id, s.code, s.libelle, s.libelle_tri, e.region, m.code as modele, m.mois_couverts,
        ${rang}::integer as rang, ${echeanceDe(periodeDe(rang), reglages)}::date as echeance
      from structure s ${joindreEtatSql(sql`${rang}::integer`)}
      join modele m on m.code = any (e.modeles)
      where m.id in ${versionsAttendues(rang)} and ${estOuverteSql(rang)}`,
  )
  const { rows } = await sql<CouvertureDuMois>`
    with attendus as (${sql.join(parMois, sql` union all `)}),
    suivis as (
      select a.*, coalesce(f.recu, false) as recu, coalesce(f.recu and not f.hors_delai, false)
          as a_temps, ${estRetenuSql(soumis)} as retenu,
        ${estDuSql(dateDe('a', sql`a.id`), jour)} as du
      from attendus a left join formulaire f on f.structure_id = a.id
        and f.modele_code = a.modele and f.rang = a.rang and f.etat <> 'ANNULE')
    select modele, rang, (count(*) filter (where du))::integer as attendus,
      (count(*) filter (where du and recu))::integer as recus,
      (count(*) filter (where du and a_temps))::integer as a_temps,
      (count(*) filter (where du and retenu))::integer as retenus,
      (count(*) filter (where not du))::integer as pas_encore_dus,
      (count(*) filter (where not du and recu))::integer as en_avance,
      (count(*) filter (where not du and retenu))::integer as retenus_en_avance,
      coalesce(json_agg(json_build_object('structure', code, 'libelle', libelle,
          'region', coalesce((select v.libelle from codification_valeur v
            where v.codification = 'REGION' and v.code = suivis.region), region),
          'modele', modele, 'recu', recu, 'moisCouverts', mois_couverts) order by libelle_tri, code)
        filter (where du and not retenu), '[]') as manquants
    from suivis group by modele, rang order by modele, rang`.execute(db)
  return rows
}

/**
 * The months of a year for which a structure is expected to report a model while it was in a region
 * and of a type, and those of them whose report is due: bits, January the first.
 */
export type Attente = [
  structure: string,
  region: string,
  type: string,
  modele: string,
  mois: number,
  dus: number,
]

const rangsDe = (annee: number) => Array.from({ length: 12 }, (_, i) => annee * 12 + i)
const JOURS = { premier: sql`m.premier`, dernier: sql`m.dernier` }

/**
 * Structures `s`, their state `e`, and each version `v` that expects a report of them, in each month
 * `m` of a year that `dans` takes.
 */
const attendusSql = (
  { annee, echeances }: { annee: number; echeances: readonly (string | null)[] },
  dans: Fragment,
  versions: Fragment,
): Fragment => sql`
    structure s
    join (
      select n.rang, n.echeance, make_date(n.rang / 12, n.rang % 12 + 1, 1) as premier,
        (make_date(n.rang / 12, n.rang % 12 + 1, 1) + interval '1 month' - interval '1 day')::date
          as dernier
      from unnest(${rangsDe(annee)}::int[], ${[...echeances]}::date[]) as n(rang, echeance)
    ) m on ${dans} and not exists (
      select 1 from structure_interruption i
      where i.structure_id = s.id and ${interromptSql(JOURS)})
    ${joindreEtatSql(sql`m.rang`)}
    join (
      select distinct w.code, w.en_vigueur_du, w.en_vigueur_au, w.mois_attendus from modele w
      where ${versions}
    ) v on v.code = any (e.modeles) and v.en_vigueur_du <= m.rang
      and coalesce(v.en_vigueur_au, m.rang) >= m.rang and ${attenduSql(sql`m.rang`)}`

/** One row (`attente`) for each of these structures, where and what they were, and each model expected. */
function attentesSql(
  { annee, modeles, jour, reglages }: Calendaire & { annee: number; modeles: readonly string[] },
  structures: Fragment,
): Fragment {
  const echeances = rangsDe(annee).map((rang) => echeanceDe(periodeDe(rang), reglages))
  const versions = sql`w.code = any (${[...modeles]}::text[])`
  return sql`(
    select s.id as structure_id, json_build_array(s.code, e.region, e.type_structure, v.code,
      bit_or(1 << (m.rang % 12)), coalesce(bit_or(1 << (m.rang % 12)) filter (where
        ${estDuSql(dateDe('m', sql`s.id`), jour)}), 0)) as attente
    from ${attendusSql({ annee, echeances }, dansSesDatesSql(JOURS), versions)}
    left join formulaire f on f.structure_id = s.id and f.modele_code = v.code and f.rang = m.rang
      and f.etat <> 'ANNULE'
    where ${structures}
    group by s.id, e.region, e.type_structure, v.code)`
}

/** Of a structure and a model, while it was in a region and of a type: bits of months borne. */
export type Presence = {
  structure: number
  code: string
  modele: string
  region: string
  type: string
  /** Expected, whatever the start of the collection, due or not. */
  attendus: number
  retenus: number
  /** What its reports that count say of their headcounts, added, and how many say one. */
  effectif: number
  declares: number
}

/**
 * What was expected of each structure in a year, whatever the start of the collection (a month of
 * before that nobody brought is an absence, not a 0), and which of these forms count.
 */
export async function listPresences(db: Db, source: Source, annee: number): Promise<Presence[]> {
  const echeances = rangsDe(annee).map(() => null)
  const { rows } = await sql<Presence>`
    with suivis as (
      select r.structure_id, m.code as modele, r.region, r.type_structure, r.rang, true as retenu,
        coalesce(r.effectif, nombre_de(r.donnees, m.definition #>> '{indicateurs,effectif}'))
          as effectif
      from ${retenusSql(source)} r join modele m on m.id = r.modele_id
      union all
      select s.id, v.code, e.region, e.type_structure, m.rang, false, null
      from ${attendusSql({ annee, echeances }, estLaSql(JOURS), sql`true`)})
    select u.structure_id as structure, s.code, u.modele, u.region, u.type_structure as type,
      coalesce(bit_or(1 << (u.rang % 12)) filter (where not u.retenu), 0) as attendus,
      coalesce(bit_or(1 << (u.rang % 12)) filter (where u.retenu), 0) as retenus,
      coalesce(sum(u.effectif), 0)::float8 as effectif, count(u.effectif)::integer as declares
    from suivis u join structure s on s.id = u.structure_id
    group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5`.execute(db)
  return rows
}

/** What is expected of every structure, of these models. */
export async function listAttentes(
  db: Db,
  demande: Calendaire & { annee: number; modeles: readonly string[] },
): Promise<Attente[]> {
  const { rows } = await sql<{ attente: Attente }>`
    select a.attente from ${attentesSql(demande, sql`true`)} a order by a.structure_id`.execute(db)
  return rows.map(({ attente }) => attente)
}

/** A structure that was open in the year, or at the end of the one before: as its December says. */
export type StructureDuRepertoire = {
  code: string
  libelle: string
  type: string
  region: string
  contact: string
  capacite: number | null
  dateFermeture: string | null
  /** Open at least one day of this year; on its 31 December, and on that of the year before. */
  dansLAnnee: boolean
  enFin: boolean
  enFinAvant: boolean
  /** What it was in December of the year before. */
  typeAvant: string
  regionAvant: string
}

export async function listRepertoire(db: Db, annee: number): Promise<StructureDuRepertoire[]> {
  const [premier, dernier] = [`${annee}-01-01`, `${annee}-12-31`]
  const ouverteDans = (du: string, au: string) => sql<boolean>`(s.date_ouverture <= ${au}::date
    and coalesce(s.date_fermeture, 'infinity') >= ${du}::date
    and not exists (select 1 from structure_interruption i where i.structure_id = s.id
      and i.etat = 'FERMEE' and i.du <= ${du}::date and coalesce(i.au, 'infinity') >= ${au}::date))`
  const ouverteLe = (jour: string) => ouverteDans(jour, jour)
  const { rows } = await sql<StructureDuRepertoire>`
    select s.code, s.libelle, e.type_structure as type, e.region, e.capacite,
      a.type_structure as type_avant, a.region as region_avant,
      concat_ws(', ', nullif(s.telephone, ''), nullif(s.email, '')) as contact,
      s.date_fermeture, ${ouverteDans(premier, dernier)} as dans_l_annee,
      ${ouverteLe(dernier)} as en_fin,
      ${ouverteLe(`${annee - 1}-12-31`)} as en_fin_avant
    from structure s ${joindreEtatSql(sql`${annee * 12 + 11}::integer`)}
    join structure_periode a on a.structure_id = s.id
      and ${duMoisSql(sql`${annee * 12 - 1}::integer`, 'a')}
    where s.etat <> 'INVITEE' and s.date_ouverture <= ${dernier}::date
      and coalesce(s.date_fermeture, 'infinity') >= ${`${annee - 1}-12-31`}::date
    order by s.libelle_tri, s.code`.execute(db)
  return rows
}

export type ValeurDeListe = {
  liste: string
  code: string
  libelle: string
  actif: boolean
  du: string | null
  au: string | null
}

/** Every value of these lists, in order; those withdrawn with them. */
export async function listValeursDeListes(
  db: Db,
  listes: readonly string[],
): Promise<ValeurDeListe[]> {
  return db
    .selectFrom('codificationValeur')
    .select([
      'codification as liste',
      'code',
      'libelle',
      'actif',
      'valableDu as du',
      'valableAu as au',
    ])
    .where('codification', 'in', listes)
    .orderBy('codification')
    .orderBy('ordre')
    .orderBy('code')
    .execute()
}

/** Versions of models that some month of the year has in force. */
export async function listVersionsDeLAnnee(db: Db, annee: number) {
  return db
    .selectFrom('modele')
    .select([
      'id',
      'code',
      'version',
      'libelle',
      'enVigueurDu',
      'enVigueurAu',
      'moisAttendus',
      'moisCouverts',
    ])
    .where('enVigueurDu', '<=', annee * 12 + 11)
    .where((eb) => eb.or([eb('enVigueurAu', 'is', null), eb('enVigueurAu', '>=', annee * 12)]))
    .orderBy('code')
    .orderBy('version')
    .execute()
}

/** A sum asked of the whole country: cells of a model, of December only or of the whole year. */
export type SommeDemandee = { code: string; modele: string; cellules: string[]; decembre: boolean }

/** These sums by code; one that no form gives is not there. */
export async function findSommes(
  db: Db,
  source: Source,
  demandes: readonly SommeDemandee[],
): Promise<Map<string, number>> {
  const lignes = demandes.flatMap(({ cellules, ...reste }) =>
    cellules.map((cellule) => ({ ...reste, cellule })),
  )
  const { rows } = await sql<{ code: string; somme: number }>`
    select d.code, sum((v.valeur #>> '{}')::numeric)::float8 as somme
    from ${retenusSql(source)} r join modele m on m.id = r.modele_id
    cross join lateral (select r.donnees || '{}' as donnees offset 0) l
    join unnest(${lignes.map(({ code }) => code)}::text[],
      ${lignes.map(({ modele }) => modele)}::text[],
      ${lignes.map(({ cellule }) => cellule)}::text[],
      ${lignes.map(({ decembre }) => decembre)}::boolean[]) as d(code, modele, cellule, decembre)
      on d.modele = m.code and (not d.decembre or r.rang % 12 = 11)
    cross join lateral (select l.donnees -> d.cellule as valeur) v
    where jsonb_typeof(v.valeur) = 'number' group by d.code`.execute(db)
  return new Map(rows.map(({ code, somme }) => [code, somme]))
}

/** Reads that a figure is made of: which model, which cells, of which structures and months. */
export type SourceDeChiffre = {
  modele: string
  avec: string | null
  /** Cells of the forms; the rows of a repeating table are `SECTION.*`. */
  cellules: readonly string[]
  region: string | null
  type: string | null
  mois: readonly number[]
}

export type FormulaireLu = {
  numero: string
  structure: string
  libelle: string
  rang: number
  modele: string
  modeleId: number
  versionModele: number
  version: number
  versionDiffusee: number | null
  etat: string
  donnees: Donnees
  /** What its structure was then, as the figure counts it. */
  region: string
  typeStructure: string
}

/** The forms among which a figure's are, with these cells only. */
export async function listFormulairesLus(
  db: Db,
  source: Source,
  { modele, avec, cellules, region, type, mois }: SourceDeChiffre,
): Promise<FormulaireLu[]> {
  const retenus = retenusSql(source)
  const { rows } = await sql<FormulaireLu>`
    with retenus as materialized (
      select r.*, m.code as modele, m.version as version_modele from ${retenus} r
      join modele m on m.id = r.modele_id
      where (${region}::text is null or r.region = ${region})
        and (${type}::text is null or r.type_structure = ${type})
        and r.rang % 12 + 1 = any (${[...mois]}::integer[]))
    select f.numero, s.code as structure, s.libelle, r.rang, r.modele, r.modele_id,
      r.version_modele, r.version, r.version_diffusee, r.etat, r.region, r.type_structure,
      coalesce((select jsonb_object_agg(d.key, d.value) from jsonb_each(r.donnees) d
        where d.key = any (${[...cellules]}::text[]) or exists (
          select from unnest(${[...cellules]}::text[]) c
          where right(c, 2) = '.*' and starts_with(d.key, left(c, -1)))), '{}') as donnees
    from retenus r join formulaire f on f.id = r.formulaire_id
    join structure s on s.id = r.structure_id
    where r.modele = ${modele} and (${avec}::text is null or exists (
      select from retenus a where a.structure_id = r.structure_id and a.rang = r.rang
        and a.modele = ${avec}))
    order by s.code, r.rang`.execute(db)
  return rows
}

/** The months that have forms of this model that count: bits, January the first. */
export async function findMoisRetenus(db: Db, source: Source, modele: string): Promise<number> {
  const { rows } = await sql<{ mois: number }>`
    select coalesce(bit_or(1 << (r.rang % 12)), 0) as mois from ${retenusSql(source)} r
    join modele m on m.id = r.modele_id where m.code = ${modele}`.execute(db)
  return rows[0]?.mois ?? 0
}
