import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste, Pagination } from '@releve/contract/page.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { Structure, StructureListee } from '@releve/contract/structure/structure.schema.ts'
import { sql as texte } from 'kysely'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'

/** A structure to create; its parent is an id. */
type NouvelleStructure = Omit<Structure, 'id' | 'parent' | 'urlLogo' | 'version'> & {
  parentId: number | null
}

/** Creates a structure and returns its id. A code already taken violates `structure_code_unique`. */
export async function insertStructure(sql: Sql, nouvelle: NouvelleStructure): Promise<number> {
  const { id } = await sql
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
export async function updateLogo(sql: Sql, id: number, urlLogo: string | null): Promise<string> {
  const { code } = await sql
    .updateTable('structure')
    .set(({ eb }) => ({ urlLogo, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('code')
    .executeTakeFirstOrThrow()
  return code
}

/** Replaces a structure's record, its code being the same. */
export async function updateStructure(
  sql: Sql,
  id: number,
  fiche: NouvelleStructure,
): Promise<void> {
  await sql
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
export async function verrouillerStructures(sql: Sql): Promise<void> {
  await texte`lock table structure in share row exclusive mode`.execute(sql)
}

type Filtres = Pagination & QueryOf<typeof structureApi.listStructures>

/** Public columns: sorting by another one would tell what a structure outside hides. */
const TRIS_PUBLICS = new Map([
  ['code', texte.ref('s.code')],
  ['libelle', texte.ref('s.libelle_tri')],
  ['region', texte.ref('s.region')],
  ['typeStructure', texte.ref('s.type_structure')],
  ['etat', texte.ref('s.etat')],
])

/** For those who read every record whole. */
const TRIS_COMPLETS = new Map([
  ...TRIS_PUBLICS,
  ['statutStructure', texte.ref('s.statut_structure')],
  ['capacite', texte.ref('s.capacite')],
  ['dateOuverture', texte.ref('s.date_ouverture')],
  ['parent', texte`(select o.libelle_tri from structure o where o.id = s.parent_id)`],
])

function ordreDe(tri: string | undefined, complet: number[] | null) {
  const champ = tri ? tri.replace(/^-/, '') : 'libelle'
  const colonne = (complet ? TRIS_PUBLICS : TRIS_COMPLETS).get(champ)
  // What is empty comes last, whichever way one sorts.
  const sens = texte.raw(tri?.startsWith('-') ? 'desc nulls last' : 'asc nulls last')
  if (colonne) return texte`${colonne} ${sens}, s.id`
  const libelle = `On ne peut pas trier par «\u00A0${champ}\u00A0».`
  throw erreur(
    'REQUETE_INVALIDE',
    {},
    { details: [{ chemin: 'query.tri', code: 'TRI_INCONNU', libelle }] },
  )
}

function conditionDe(complet: number[] | null, filtres: Filtres) {
  const { q, region, typeStructure, etat, modele } = filtres
  const conditions = [texte`true`]
  const dedans = texte`s.id = any (${complet}::integer[])`
  if (complet) conditions.push(texte`(${dedans} or s.etat = 'ACTIVE')`)
  if (etat) conditions.push(texte`s.etat = ${etat}`)
  // The models of a structure outside the perimeter are not to be guessed.
  if (modele) conditions.push(texte`${modele} = any (s.modeles)`)
  if (modele && complet) conditions.push(dedans)
  if (region) conditions.push(texte`s.region = ${region}`)
  if (typeStructure) conditions.push(texte`s.type_structure = ${typeStructure}`)
  for (const mot of q?.split(/\s+/).filter(Boolean) ?? [])
    conditions.push(
      texte`position(sans_accent(${mot}) in s.libelle_tri || ' ' || lower(s.code)) > 0`,
    )
  return texte.join(conditions, texte` and `)
}

/** What anyone may read of structure `s`. */
const PARTIE_PUBLIQUE = texte`json_build_object(
  'id', s.id, 'code', s.code, 'libelle', s.libelle, 'typeStructure', s.type_structure,
  'region', s.region)`

/** The whole record of structure `s`, `p` being its parent. */
export const FICHE = texte`json_build_object(
  'id', s.id, 'code', s.code, 'libelle', s.libelle, 'typeStructure', s.type_structure,
  'region', s.region, 'statutStructure', s.statut_structure,
  'parent', case when p.id is not null
    then json_build_object('id', p.id, 'code', p.code, 'libelle', p.libelle) end,
  'responsable', s.responsable, 'telephone', s.telephone, 'email', s.email,
  'adresse', s.adresse, 'latitude', s.latitude, 'longitude', s.longitude,
  'capacite', s.capacite, 'capaciteTheorique', s.capacite_theorique,
  'postesReference', s.postes_reference, 'effectifsOuverture', s.effectifs_ouverture,
  'modeles', s.modeles, 'dateOuverture', s.date_ouverture, 'dateFermeture', s.date_fermeture,
  'etat', s.etat, 'urlLogo', s.url_logo, 'version', s.version)`

/**
 * Structures, a page of them with the total, in one statement. `complet`: ids whose whole record is
 * given whatever their state (null: all); of the others, the public part of those that are ACTIVE.
 * Throws `REQUETE_INVALIDE` for an unknown `tri`.
 */
export async function listStructures(
  sql: Sql,
  complet: number[] | null,
  filtres: Filtres,
): Promise<Liste<StructureListee>> {
  const { page, taille, tri } = filtres
  const element = complet
    ? texte`case when s.id = any (${complet}::integer[]) then ${FICHE} else ${PARTIE_PUBLIQUE} end`
    : FICHE
  const { rows } = await texte<{ total: number; elements: StructureListee[] }>`
    with trouvee as (
      select s.id, row_number() over (order by ${ordreDe(tri, complet)}) as rang
      from structure s where ${conditionDe(complet, filtres)}
    )
    select (select count(*) from trouvee) as total, (
      select coalesce(json_agg(${element} order by t.rang), '[]')
      from trouvee t join structure s on s.id = t.id left join structure p on p.id = s.parent_id
      where t.rang > ${(page - 1) * taille} and t.rang <= ${page * taille}
    ) as elements`.execute(sql)
  const { total, elements } = rows[0] ?? { total: 0, elements: [] }
  return { elements, total, page, taille }
}
