import { nomsDe } from '@releve/contract/champs.ts'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import { type QueryOf } from '@releve/contract/operation.ts'
import { type Liste, type Pagination } from '@releve/contract/page.ts'
import { type structureApi } from '@releve/contract/structure/structure.api.ts'
import {
  CHAMPS_DATES,
  CHAMPS_STRUCTURE,
  type ChampDate,
} from '@releve/contract/structure/structure.champs.ts'
import {
  type EtatInterruption,
  type EtatStructure,
  type Structure,
  type StructureListee,
} from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import {
  cherche,
  enTout,
  type Fragment,
  type LectureEntiere,
  listPage,
  listTout,
  ordre,
  type Tout,
} from '../platform/liste.ts'
import { type Db } from '../platform/route.ts'
import { attenduSql, dansSesDatesSql, interromptSql } from './attendu.sql.ts'
import { type FormulaireNomme } from './formulaires.ts'
import { decaler, finDeFermeture } from './interruption.ts'
import { type EtatGarde, joindreEtatSql, type Plage } from './periode.sql.ts'

/** A record without what is dated. */
export type FicheStable = Omit<Structure, 'id' | 'urlLogo' | 'version' | ChampDate>
/** One to create; its parent is an id. */
type NouvelleStructure = FicheStable & EtatGarde

/**
 * Creates a structure, which has always been so, and returns its id. A code already taken violates
 * `structure_code_unique`.
 */
export async function insertStructure(
  db: Db,
  {
    typeStructure,
    region,
    parentId,
    capacite,
    capaciteTheorique,
    postesReference,
    modeles,
    ...fiche
  }: NouvelleStructure,
): Promise<number> {
  const chiffres = { capacite, capaciteTheorique, postesReference: JSON.stringify(postesReference) }
  const etat = { typeStructure, region, parentId, modeles, ...chiffres }
  // One statement: where no transaction holds them together, neither is without the other.
  const { id } = await db
    .with('nouvelle', (cte) =>
      cte
        .insertInto('structure')
        .values({ ...fiche, effectifsOuverture: JSON.stringify(fiche.effectifsOuverture) })
        .returning('id'),
    )
    .with('datee', (cte) =>
      cte
        .insertInto('structurePeriode')
        .values((eb) => ({ structureId: eb.selectFrom('nouvelle').select('id'), du: 0, ...etat })),
    )
    .selectFrom('nouvelle')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets or takes off a structure's logo (a path below the API's root), and gives its code. */
export async function updateLogo(db: Db, id: number, urlLogo: string | null): Promise<string> {
  const { code } = await db
    .updateTable('structure')
    .set(({ eb }) => ({ urlLogo, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('code')
    .executeTakeFirstOrThrow()
  return code
}

/** Replaces a structure's record, its code being the same, but what is dated. */
export async function updateStructure(db: Db, id: number, fiche: FicheStable): Promise<void> {
  await db
    .updateTable('structure')
    .set(({ eb }) => ({
      ...fiche,
      effectifsOuverture: JSON.stringify(fiche.effectifsOuverture),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Until the transaction ends, no other one writes a structure: what is checked over several of them
 * (a regional office, its children, a code not yet taken) stays true. Readings go on, and forms are
 * entered. To be called before anything is read.
 */
export async function verrouillerStructures(db: Db): Promise<void> {
  await sql`lock table structure, structure_periode in share row exclusive mode`.execute(db)
}

/** The structure of this code, where it is active. */
export function findStructureActive(db: Db, code: string) {
  return db
    .selectFrom('structure')
    .select(['id', 'code'])
    .where('code', '=', code)
    .where('etat', '=', 'ACTIVE')
    .executeTakeFirst()
}

/**
 * Until the transaction ends, no report is begun in these structures: one that is being begun is
 * waited for, and seen by what is read next; one that comes after finds another version of the
 * record, and is begun again (`insertFormulaire`). Whoever calls this changes the version.
 */
export async function retenirFormulaires(db: Db, codes: readonly string[]): Promise<void> {
  await sql`select from structure where code = any (${[...codes]}::text[]) order by id
    for no key update`.execute(db)
}

/** Open structures that are of these types in this month, and have not this model then. */
export async function listSansModele(
  db: Db,
  code: string,
  { types, rang }: { types: readonly string[]; rang: number },
): Promise<{ id: number; code: string }[]> {
  const { rows } = await sql<{ id: number; code: string }>`
    select s.id, s.code from structure s ${joindreEtatSql(sql`${rang}::int`)}
    where e.type_structure = any (${[...types]}::text[]) and s.etat <> 'FERMEE'
      and not ${code} = any (e.modeles) order by s.id`.execute(db)
  return rows
}

/** The records of these structures have changed. */
export async function avancerVersions(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update structure set version = version + 1
    where id = any(${[...ids]}::int[])`.execute(db)
}

type Filtres = Pagination & QueryOf<typeof structureApi.listStructures>
type SansPage = Omit<Filtres, 'page' | 'taille'>

/** Public columns: sorting by another one would tell what a structure outside hides. */
const TRIS_PUBLICS = new Map([
  ['code', sql.ref('s.code')],
  ['libelle', sql.ref('s.libelle_tri')],
  ['region', sql.ref('e.region')],
  ['typeStructure', sql.ref('e.type_structure')],
  ['etat', sql.ref('s.etat')],
])

/** For those who read every record whole. */
const TRIS_COMPLETS = new Map([
  ...TRIS_PUBLICS,
  ['statutStructure', sql.ref('s.statut_structure')],
  ['capacite', sql.ref('e.capacite')],
  ['dateOuverture', sql.ref('s.date_ouverture')],
  ['parent', sql`(select o.libelle_tri from structure o where o.id = e.parent_id)`],
])

function conditionsDe(complet: number[] | null, filtres: SansPage): Fragment[] {
  const { q, region, typeStructure, etat, modele } = filtres
  const conditions = cherche(q, sql`s.libelle_tri || ' ' || lower(s.code)`)
  const dedans = sql`s.id = any (${complet}::integer[])`
  if (complet) conditions.push(sql`(${dedans} or s.etat = 'ACTIVE')`)
  if (etat) conditions.push(sql`s.etat = ${etat}`)
  // The models of a structure outside the perimeter are not to be guessed.
  if (modele) conditions.push(sql`${modele} = any (e.modeles)`)
  if (modele && complet) conditions.push(dedans)
  if (region) conditions.push(sql`e.region = ${region}`)
  if (typeStructure) conditions.push(sql`e.type_structure = ${typeStructure}`)
  return conditions
}

/** Whether these conditions look at the state `e`: each structure has one, and one only. */
const selonLeMois = ({ region, typeStructure, modele }: SansPage): boolean =>
  [region, typeStructure, modele].some(Boolean)

/** What anyone may read of structure `s`. */
const PARTIE_PUBLIQUE = sql`json_build_object(
  'id', s.id, 'code', s.code, 'libelle', s.libelle, 'typeStructure', e.type_structure,
  'region', e.region)`

const DATES: ReadonlySet<string> = new Set(CHAMPS_DATES)

/** The columns of what is not dated, which bear the names of its fields. */
export const COLONNES_STABLES = nomsDe(CHAMPS_STRUCTURE).filter((nom) => !DATES.has(nom))

/** The record's columns; its parent is an id there. */
const COLONNES = nomsDe(CHAMPS_STRUCTURE)
  .filter((nom) => nom !== 'parent')
  .map((nom) => ({ nom, table: DATES.has(nom) ? 'e' : 's' }))

const CHAMPS = sql.join(
  COLONNES.map(({ nom, table }) => sql`${sql.lit(nom)}, ${sql.ref(`${table}.${nom}`)}`),
)

/** The whole record of structure `s` in the month of `e`, `p` being its parent then. */
export const FICHE = sql`json_build_object('id', s.id, ${CHAMPS},
  'parent', case when p.id is not null
    then json_build_object('id', p.id, 'code', p.code, 'libelle', p.libelle) end,
  'urlLogo', s.url_logo, 'version', s.version)`

/** The structures as they are in this month. */
export const depuisSql = (rang: number): Fragment => sql`from structure s
  ${joindreEtatSql(sql`${rang}::int`)} left join structure p on p.id = e.parent_id`

/** Who reads what, as of which month. */
type Vue = { complet: number[] | null; rang: number }

function lectureDe({ complet, rang }: Vue, filtres: SansPage): LectureEntiere {
  const colonnes = complet
    ? sql`case when s.id = any (${complet}::integer[]) then ${FICHE} else ${PARTIE_PUBLIQUE} end`
    : FICHE
  const tris = complet ? TRIS_PUBLICS : TRIS_COMPLETS
  return {
    cle: sql`s.id`,
    colonnes: sql`${colonnes} as element`,
    depuis: depuisSql(rang),
    ...(selonLeMois(filtres) ? {} : { depuisCompte: sql`from structure s` }),
    conditions: conditionsDe(complet, filtres),
    ordre: ordre(filtres.tri, { origine: 'libelle', tris, fin: sql`s.id`, pleins: ['libelle'] }),
  }
}

/**
 * Every structure that the filters keep, whole, as it is in this month, for a file. Throws
 * `REQUETE_INVALIDE`.
 */
export async function listToutesStructures(
  db: Db,
  rang: number,
  filtres: SansPage,
): Promise<Tout<Structure>> {
  const lecture = lectureDe({ complet: null, rang }, filtres)
  const toutes = await listTout<{ element: Structure }>(db, lecture)
  return enTout(toutes, ({ element }) => element)
}

/** Categories of staff that some structure's reference posts name. */
export async function listCategories(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct jsonb_object_keys(postes_reference) as code from structure_periode
    order by code`.execute(db)
  return rows.map(({ code }) => code)
}

/**
 * Structures as they are in the month `rang`, a page of them with the total. `complet`: ids whose
 * whole record is given whatever their state (null: all); of the others, the public part of those
 * that are ACTIVE. Throws `REQUETE_INVALIDE` for an unknown `tri`.
 */
export async function listStructures(
  db: Db,
  vue: Vue,
  filtres: Filtres,
): Promise<Liste<StructureListee>> {
  const lecture = lectureDe(vue, filtres)
  const { elements, ...page } = await listPage<{ element: StructureListee }>(
    db,
    lecture,
    filtres,
    'exact',
  )
  return { ...page, elements: elements.map(({ element }) => element) }
}

/** A structure whose state changes, on the day `jour`. Days are `AAAA-MM-JJ`. */
type Passage = {
  structureId: number
  /** null: it has just been created. */
  avant: { etat: EtatStructure; dateOuverture: string; dateFermeture: string | null } | null
  apres: { etat: EtatStructure; dateOuverture: string }
  jour: string
}

const premierDe = (a: string, b: string): string => (a < b ? a : b)

/** Since when the state that begins excuses from reporting. */
function debutDe({ avant, apres, jour }: Passage): string {
  // Created so, it has never been expected.
  if (!avant) return premierDe(apres.dateOuverture, jour)
  return finDeFermeture(avant, jour) ?? jour
}

/** An interruption that lasts, or ended on the eve, goes on and only takes the new name. */
async function ouvrir(db: Db, passage: Passage, etat: EtatInterruption): Promise<void> {
  const { structureId } = passage
  const du = debutDe(passage)
  await sql`
    with dure as (
      update structure_interruption set etat = ${etat}, au = null
      where structure_id = ${structureId} and (au is null or au = ${decaler(du, -1)})
      returning 1
    )
    insert into structure_interruption (structure_id, etat, du)
    select ${structureId}, ${etat}, ${du} where not exists (select 1 from dure)
    on conflict (structure_id, du) do update set etat = excluded.etat, au = null`.execute(db)
}

/** What lasts ends on the eve (begun that day, it has not been), and a closing becomes one that is over. */
async function fermer(db: Db, { structureId, avant, jour }: Passage): Promise<void> {
  const hier = decaler(jour, -1)
  const ouverte = sql`structure_id = ${structureId} and au is null`
  await sql`delete from structure_interruption where ${ouverte} and du > ${hier}`.execute(db)
  await sql`update structure_interruption set au = ${hier} where ${ouverte}`.execute(db)
  const du = finDeFermeture(avant, jour)
  if (du === null || du > hier) return
  await db
    .insertInto('structureInterruption')
    .values({ structureId, etat: 'FERMEE', du, au: hier })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Never expected yet, a structure whose opening is put back owes nothing before either. */
async function reculer(db: Db, { structureId, avant, apres }: Passage): Promise<void> {
  if (!avant || apres.dateOuverture >= avant.dateOuverture) return
  await sql`update structure_interruption set du = ${apres.dateOuverture}
    where structure_id = ${structureId} and au is null
      and du <= ${avant.dateOuverture} and du > ${apres.dateOuverture}`.execute(db)
}

/**
 * Dates a change of state, so that what is expected follows (`estOuverteSql`): INVITEE and SUSPENDUE
 * open an interruption that day (at its opening for a structure created so, the day after its
 * closing for one that was FERMEE); coming back to ACTIVE ends it on the eve. FERMEE is `dateFermeture`'s
 * affair, and leaves open what lasts. The same state: nothing, but what `reculer` does.
 */
export async function suivreEtat(db: Db, passage: Passage): Promise<void> {
  const { avant, apres } = passage
  await reculer(db, passage)
  if (avant?.etat === apres.etat) return
  if (apres.etat === 'ACTIVE') await fermer(db, passage)
  else if (apres.etat !== 'FERMEE') await ouvrir(db, passage, apres.etat)
}

/** A report that is not cancelled: whether it is received, and open to entry. */
export type FormulaireSuivi = FormulaireNomme & { recu: boolean; ouvert: boolean }

/** Those of a structure, the latest month first. */
export async function listFormulairesSuivis(
  db: Db,
  structureId: number,
): Promise<FormulaireSuivi[]> {
  const { rows } = await sql<FormulaireSuivi>`
    select f.numero, f.modele_code as modele, f.rang, f.recu,
      f.etat = any (${[...ETATS_OUVERTS]}::text[]) as ouvert
    from formulaire f where f.structure_id = ${structureId} and f.etat <> 'ANNULE'
    order by f.rang desc, f.numero`.execute(db)
  return rows
}

/** A report that would be expected of a structure, if it were given the model in that month. */
export type Possible = { modele: string; rang: number }

/** Those of a structure up to the month `mois`: its models are the caller's affair. */
export async function listPossibles(
  db: Db,
  structureId: number,
  mois: number,
): Promise<Possible[]> {
  const rang = sql`m.rang`
  const jours = { premier: sql`j.premier`, dernier: sql`j.dernier` }
  const enVigueur = (version: 'v' | 'w') => sql`
    ${sql.ref(`${version}.en_vigueur_du`)} <= ${rang}
    and coalesce(${sql.ref(`${version}.en_vigueur_au`)}, ${rang}) >= ${rang}`
  const { rows } = await sql<Possible>`
    select v.code as modele, m.rang from structure s
    cross join lateral generate_series(extract(year from s.date_ouverture)::int * 12
      + extract(month from s.date_ouverture)::int - 1, ${mois}::int) as m(rang)
    cross join lateral (select make_date(m.rang / 12, m.rang % 12 + 1, 1) as premier,
      (make_date(m.rang / 12, m.rang % 12 + 1, 1) + interval '1 month' - interval '1 day')::date
        as dernier) j
    join modele v on ${enVigueur('v')} and ${attenduSql(rang)}
    where s.id = ${structureId} and ${dansSesDatesSql(jours)}
      and not exists (select 1 from structure_interruption i
        where i.structure_id = s.id and ${interromptSql(jours)})
      and not exists (select 1 from modele w
        where w.code = v.code and w.version > v.version and ${enVigueur('w')})
    order by m.rang, v.code`.execute(db)
  return rows
}

/**
 * A year of the directory. `figee`: it has a frozen edition; `ouverte`: its last one is none, or it
 * has none; `comptee`: some report of it is received.
 */
export type AnneeTenue = { annee: number; figee: boolean; ouverte: boolean; comptee: boolean }

/** These years, in order. */
export async function listAnnees(db: Db, { du, au }: Plage): Promise<AnneeTenue[]> {
  const { rows } = await sql<AnneeTenue>`
    select y.annee, coalesce(t.figee, false) as figee, coalesce(t.ouverte, true) as ouverte,
      exists (select 1 from formulaire f
        where f.rang between y.annee * 12 and y.annee * 12 + 11 and f.recu) as comptee
    from generate_series(${du}::int, ${au}::int) y(annee)
    left join (select annee, bool_or(etat <> 'PROVISOIRE') as figee,
        (array_agg(etat order by edition desc))[1] = 'PROVISOIRE' as ouverte
      from annuaire group by annee) t on t.annee = y.annee
    order by y.annee`.execute(db)
  return rows
}
