import type { Liste, Pagination, Ref } from '@releve/contract/page.ts'
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

type Filtres = Pagination & { region?: string | undefined; typeStructure?: string | undefined }

/** Public columns only: sorting by another one would tell what a structure outside hides. */
const TRIS = new Map(
  Object.entries({
    code: texte.ref('s.code'),
    libelle: texte.ref('s.libelle_tri'),
    region: texte.ref('s.region'),
    typeStructure: texte.ref('s.type_structure'),
    etat: texte.ref('s.etat'),
  }),
)

function ordreDe(tri: string | undefined) {
  const champ = tri?.replace(/^-/, '') ?? 'libelle'
  const colonne = TRIS.get(champ)
  if (colonne) return texte`${colonne} ${texte.raw(tri?.startsWith('-') ? 'desc' : 'asc')}, s.id`
  const libelle = `On ne peut pas trier par «\u00A0${champ}\u00A0».`
  throw erreur(
    'REQUETE_INVALIDE',
    {},
    { details: [{ chemin: 'query.tri', code: 'TRI_INCONNU', libelle }] },
  )
}

function conditionDe(complet: number[] | null, { q, region, typeStructure }: Filtres) {
  const conditions = [texte`true`]
  if (complet) conditions.push(texte`(s.id = any (${complet}::integer[]) or s.etat = 'ACTIVE')`)
  if (region) conditions.push(texte`s.region = ${region}`)
  if (typeStructure) conditions.push(texte`s.type_structure = ${typeStructure}`)
  for (const mot of q?.split(/\s+/).filter(Boolean) ?? [])
    conditions.push(
      texte`position(sans_accent(${mot}) in s.libelle_tri || ' ' || lower(s.code)) > 0`,
    )
  return texte.join(conditions, texte` and `)
}

type Ligne = Structure & { complete: boolean; rang: number }

function listeeDe({ complete, rang: _, ...structure }: Ligne): StructureListee {
  if (complete) return structure
  const { id, code, libelle, typeStructure, region } = structure
  return { id, code, libelle, typeStructure, region }
}

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
  const ordre = ordreDe(tri)
  const complete = complet ? texte`s.id = any (${complet}::integer[])` : texte`true`
  const { rows } = await texte<{ total: number; elements: Ligne[] }>`
    with trouvee as (
      select s.*, ${complete} as complete, row_number() over (order by ${ordre}) as rang
      from structure s where ${conditionDe(complet, filtres)}
    ), tranche as (
      select t.id, t.code, t.libelle, t.type_structure as "typeStructure",
        t.statut_structure as "statutStructure", t.region, t.responsable, t.telephone, t.email,
        case when p.id is not null then ${parentRef} end as parent,
        t.adresse, t.latitude, t.longitude, t.capacite,
        t.capacite_theorique as "capaciteTheorique", t.postes_reference as "postesReference",
        t.effectifs_ouverture as "effectifsOuverture", t.modeles,
        t.date_ouverture as "dateOuverture", t.date_fermeture as "dateFermeture", t.etat,
        t.url_logo as "urlLogo", t.version, t.complete, t.rang
      from trouvee t left join structure p on p.id = t.parent_id
      where t.rang > ${(page - 1) * taille} and t.rang <= ${page * taille}
    )
    select (select count(*) from trouvee) as total,
      (select coalesce(json_agg(tranche order by rang), '[]') from tranche) as elements
  `.execute(sql)
  const { total, elements } = rows[0] ?? { total: 0, elements: [] }
  return { elements: elements.map(listeeDe), total, page, taille }
}

const parentRef = texte<Ref>`json_build_object('id', p.id, 'code', p.code, 'libelle', p.libelle)`
