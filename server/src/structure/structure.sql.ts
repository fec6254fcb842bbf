import { nomsDe } from '@releve/contract/champs.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste, Pagination } from '@releve/contract/page.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import type { Structure, StructureListee } from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import type { Tables } from '../platform/base/tables.ts'
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
import type { Db } from '../platform/route.ts'

/** A structure to create; its parent is an id. */
type NouvelleStructure = Omit<Structure, 'id' | 'parent' | 'urlLogo' | 'version'> & {
  parentId: number | null
}

/** Creates a structure and returns its id. A code already taken violates `structure_code_unique`. */
export async function insertStructure(db: Db, nouvelle: NouvelleStructure): Promise<number> {
  const { id } = await db
    .insertInto('structure')
    .values({
      ...nouvelle,
      postesReference: JSON.stringify(nouvelle.postesReference),
      effectifsOuverture: JSON.stringify(nouvelle.effectifsOuverture),
    })
    .returning('id')
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

/** Replaces a structure's record, its code being the same. */
export async function updateStructure(db: Db, id: number, fiche: NouvelleStructure): Promise<void> {
  await db
    .updateTable('structure')
    .set(({ eb }) => ({
      ...fiche,
      postesReference: JSON.stringify(fiche.postesReference),
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
  await sql`lock table structure in share row exclusive mode`.execute(db)
}

/** Gives a model to the open structures of these types that have it not; says to how many. */
export async function attribuerModele(
  db: Db,
  code: string,
  types: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update structure set modeles = array_append(modeles, ${code}::text), version = version + 1
    where type_structure = any (${[...types]}::text[]) and etat <> 'FERMEE'
      and not ${code} = any (modeles)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

type Filtres = Pagination & QueryOf<typeof structureApi.listStructures>
type SansPage = Omit<Filtres, 'page' | 'taille'>

/** Public columns: sorting by another one would tell what a structure outside hides. */
const TRIS_PUBLICS = new Map([
  ['code', sql.ref('s.code')],
  ['libelle', sql.ref('s.libelle_tri')],
  ['region', sql.ref('s.region')],
  ['typeStructure', sql.ref('s.type_structure')],
  ['etat', sql.ref('s.etat')],
])

/** For those who read every record whole. */
const TRIS_COMPLETS = new Map([
  ...TRIS_PUBLICS,
  ['statutStructure', sql.ref('s.statut_structure')],
  ['capacite', sql.ref('s.capacite')],
  ['dateOuverture', sql.ref('s.date_ouverture')],
  ['parent', sql`(select o.libelle_tri from structure o where o.id = s.parent_id)`],
])

function conditionsDe(complet: number[] | null, filtres: SansPage): Fragment[] {
  const { q, region, typeStructure, etat, modele } = filtres
  const conditions = cherche(q, sql`s.libelle_tri || ' ' || lower(s.code)`)
  const dedans = sql`s.id = any (${complet}::integer[])`
  if (complet) conditions.push(sql`(${dedans} or s.etat = 'ACTIVE')`)
  if (etat) conditions.push(sql`s.etat = ${etat}`)
  // The models of a structure outside the perimeter are not to be guessed.
  if (modele) conditions.push(sql`${modele} = any (s.modeles)`)
  if (modele && complet) conditions.push(dedans)
  if (region) conditions.push(sql`s.region = ${region}`)
  if (typeStructure) conditions.push(sql`s.type_structure = ${typeStructure}`)
  return conditions
}

/** What anyone may read of structure `s`. */
const PARTIE_PUBLIQUE = sql`json_build_object(
  'id', s.id, 'code', s.code, 'libelle', s.libelle, 'typeStructure', s.type_structure,
  'region', s.region)`

/** The record's columns, which bear the names of its fields; its parent is an id there. */
export const COLONNES: readonly (keyof Tables['structure'])[] = nomsDe(CHAMPS_STRUCTURE).filter(
  (nom) => nom !== 'parent',
)

const CHAMPS = sql.join(COLONNES.map((nom) => sql`${sql.lit(nom)}, ${sql.ref(`s.${nom}`)}`))

/** The whole record of structure `s`, `p` being its parent. */
export const FICHE = sql`json_build_object('id', s.id, ${CHAMPS},
  'parent', case when p.id is not null
    then json_build_object('id', p.id, 'code', p.code, 'libelle', p.libelle) end,
  'urlLogo', s.url_logo, 'version', s.version)`

const DEPUIS = sql`from structure s left join structure p on p.id = s.parent_id`

function lectureDe(complet: number[] | null, filtres: SansPage): LectureEntiere {
  const colonnes = complet
    ? sql`case when s.id = any (${complet}::integer[]) then ${FICHE} else ${PARTIE_PUBLIQUE} end`
    : FICHE
  const tris = complet ? TRIS_PUBLICS : TRIS_COMPLETS
  return {
    cle: sql`s.id`,
    colonnes: sql`${colonnes} as element`,
    depuis: DEPUIS,
    conditions: conditionsDe(complet, filtres),
    ordre: ordre(filtres.tri, { origine: 'libelle', tris, fin: sql`s.id`, pleins: ['libelle'] }),
  }
}

/** Every structure that the filters keep, whole, for a file. Throws `REQUETE_INVALIDE`. */
export async function listToutesStructures(db: Db, filtres: SansPage): Promise<Tout<Structure>> {
  const toutes = await listTout<{ element: Structure }>(db, lectureDe(null, filtres))
  return enTout(toutes, ({ element }) => element)
}

/** Categories of staff that some structure's reference posts name. */
export async function listCategories(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct jsonb_object_keys(postes_reference) as code from structure
    order by code`.execute(db)
  return rows.map(({ code }) => code)
}

/**
 * Structures, a page of them with the total. `complet`: ids whose whole record is given whatever
 * their state (null: all); of the others, the public part of those that are ACTIVE. Throws
 * `REQUETE_INVALIDE` for an unknown `tri`.
 */
export async function listStructures(
  db: Db,
  complet: number[] | null,
  filtres: Filtres,
): Promise<Liste<StructureListee>> {
  const lecture = lectureDe(complet, filtres)
  const { elements, ...page } = await listPage<{ element: StructureListee }>(
    db,
    lecture,
    filtres,
    'exact',
  )
  return { ...page, elements: elements.map(({ element }) => element) }
}
