import type { Piece } from '@releve/contract/document/document.schema.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type RawBuilder, sql as texte } from 'kysely'
import type { Agent } from '../platform/agent.ts'
import type { Sql } from '../platform/route.ts'
import { piecesLisiblesSql } from './document.rights.ts'

/** A piece as the rules need it. */
export type PieceChargee = {
  id: number
  name: string
  typeDocument: string
  /** Whose; null: the organisation's. */
  structureId: number | null
  /** Of its form; null without one. */
  etat: Etat | null
}

const LISIBLE = texte`p.id, p.name, p.nom_origine, p.type_document, f.numero, p.type_mime, p.taille,
  p.sha256, '/documents/download/' || p.id as url, p.depose_le, u.nom_affichable as depose_par`

const JOINTES = texte`piece p left join formulaire f on f.id = p.formulaire_id
  join utilisateur u on u.id = p.depose_par`

type Nouvelle = {
  name: string
  nomOrigine: string
  typeDocument: string
  formulaireId: number | null
  /** Of its form when it has one; null: the organisation's. */
  structureId: number | null
  typeMime: string
  sha256: string
  contenu: Buffer
  deposeLe: Date
  deposePar: number
}

/** Keeps a piece and gives it as the calls describe it. */
export async function insertPiece(sql: Sql, nouvelle: Nouvelle): Promise<Piece> {
  const { id } = await sql
    .insertInto('piece')
    .values({ ...nouvelle, taille: nouvelle.contenu.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await texte<Piece>`select ${LISIBLE} from ${JOINTES} where p.id = ${id}`.execute(
    sql,
  )
  if (!rows[0]) throw new Error(`fichier ${id} absent`)
  return rows[0]
}

type Filtres = { numero?: string | undefined; typeDocument?: string | undefined }

/** The pieces that the agent may read, oldest first, without their bytes. */
export async function listPieces(sql: Sql, agent: Agent, filtres: Filtres): Promise<Piece[]> {
  const { numero, typeDocument } = filtres
  const conditions = [piecesLisiblesSql(agent)]
  if (numero !== undefined) conditions.push(texte<boolean>`f.numero = ${numero}`)
  if (typeDocument !== undefined) conditions.push(texte<boolean>`p.type_document = ${typeDocument}`)
  const { rows } = await texte<Piece>`select ${LISIBLE} from ${JOINTES}
    where ${texte.join(conditions, texte` and `)} order by p.id`.execute(sql)
  return rows
}

type Contenu = { nom: string; typeMime: string; contenu: Buffer; structureId: number | null }

async function findContenu(sql: Sql, condition: RawBuilder<unknown>): Promise<Contenu | undefined> {
  const { rows } = await texte<Contenu>`select p.nom_origine as nom, p.type_mime, p.contenu,
    p.structure_id
    from piece p where ${condition}`.execute(sql)
  return rows[0]
}

/** A piece's bytes, when the agent may read it. */
export function findPiece(sql: Sql, agent: Agent, id: number): Promise<Contenu | undefined> {
  return findContenu(sql, texte`p.id = ${id} and ${piecesLisiblesSql(agent)}`)
}

/** A logo's bytes, set today or before: whoever knows its name may read it. */
export function findLogo(sql: Sql, name: string): Promise<Contenu | undefined> {
  return findContenu(sql, texte`p.name = ${name} and p.type_document = 'LOGO'`)
}

/**
 * The pieces to delete, their forms locked until the transaction ends; undefined when the agent may
 * not know of one of them.
 */
export async function findPiecesPourSupprimer(
  sql: Sql,
  agent: Agent,
  cle: { ids: number[] } | { name: string },
): Promise<PieceChargee[] | undefined> {
  const ids = 'ids' in cle ? [...new Set(cle.ids)] : null
  const condition = 'name' in cle ? texte`p.name = ${cle.name}` : texte`p.id = any(${ids}::int[])`
  await texte`select f.id from formulaire f
    where f.id in (select p.formulaire_id from piece p where ${condition})
    order by f.id for update`.execute(sql)
  const { rows } = await texte<PieceChargee>`
    select p.id, p.name, p.type_document, p.structure_id, f.etat
    from piece p left join formulaire f on f.id = p.formulaire_id
    where ${condition} and ${piecesLisiblesSql(agent)} order by p.id`.execute(sql)
  return rows.length === (ids?.length ?? 1) ? rows : undefined
}

export async function deletePieces(sql: Sql, ids: number[]): Promise<void> {
  await sql.deleteFrom('piece').where('id', 'in', ids).execute()
}

/** Whether the code list offers this type today. */
export async function estTypeActif(sql: Sql, code: string): Promise<boolean> {
  const ligne = await sql
    .selectFrom('codificationValeur')
    .select('code')
    .where('codification', '=', 'TYPE_DOCUMENT')
    .where('code', '=', code)
    .where('actif', '=', true)
    .executeTakeFirst()
  return ligne !== undefined
}

/** The logo that a structure of its own, or the organisation (null), shows now. */
export async function findUrlLogo(sql: Sql, structureId: number | null): Promise<string | null> {
  const { rows } = await texte<{ urlLogo: string | null }>`select case
    when ${structureId}::int is null
    then (select valeur #>> '{}' from parametre where cle = 'urlLogo')
    else (select url_logo from structure where id = ${structureId}) end as url_logo`.execute(sql)
  return rows[0]?.urlLogo ?? null
}
