import { FICHIERS_ANNUAIRE, nomAnnuaire } from '@releve/contract/annuaire/fichier.schema.ts'
import {
  type Occupation,
  type Piece,
  type PieceListee,
  TYPE_ANNUAIRE,
  TYPE_LOGO,
  TYPE_MESSAGE,
} from '@releve/contract/document/document.schema.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import { sql } from 'kysely'
import { publierEvenement } from '../evenement/evenement.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Fragment } from '../platform/liste.ts'
import { estDansPerimetre } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import { piecesLisiblesSql, piecesOuvrablesSql, piecesSupprimablesSql } from './document.rights.ts'

/** A piece as the rules need it. */
export type PieceChargee = {
  id: number
  name: string
  /** As people know it. */
  nom: string
  numero: string | null
  typeDocument: string
  /** Null: an edition of the annuaire. */
  depot: 'BASE' | 'S3' | null
  annuaireId: number | null
  /** Whose; null: the organisation's. */
  structureId: number | null
  /** Of its form; null without one. */
  etat: Etat | null
}

/** Where bytes are, as their row says it. */
export type Place = { depot: 'BASE'; contenu: Buffer } | { depot: 'S3'; contenu: null }
/** What must be known of a piece for its bytes to be read. */
export type PieceGardee = {
  name: string
  taille: number
  sha256: string
  depot: 'BASE' | 'S3'
  contenu: Buffer | null
}

/**
 * What is read of who deposited the pieces `p`, of the editions of the annuaire that some are, and of
 * their documents once made. Null `depose_par`: an edition, which the directorate alone publishes.
 */
export const DEPOSEES = sql`piece p left join utilisateur u on u.id = p.depose_par
  left join annuaire a on a.id = p.annuaire_id
  left join annuaire_fichier d on d.annuaire_id = p.annuaire_id and d.format = 'pdf'`

/** In bytes; null: not known yet. */
export const TAILLE = sql`coalesce(p.taille, octet_length(d.contenu))`

/** What every call says of the pieces `p` of `DEPOSEES`. */
export const DITES = sql`p.id, p.name, p.nom_origine, p.type_document, p.type_mime,
  ${TAILLE} as taille, coalesce(p.sha256, d.sha256) as sha256,
  '/documents/download/' || p.id as url, p.depose_le,
  coalesce(u.nom_affichable, ${LIBELLES_ROLES.ROLE_DPPS}) as depose_par`

const LISIBLE = sql`${DITES}, f.numero`

const JOINTES = sql`${DEPOSEES} left join formulaire f on f.id = p.formulaire_id`

/** Bytes as a row tells of them. */
type Octets = Place & { name: string; typeMime: string; sha256: string; taille: number }

type Nouvelle = Octets & {
  nomOrigine: string
  typeDocument: string
  formulaireId: number | null
  /** Of its form when it has one; null: the organisation's. */
  structureId: number | null
  titre?: string | null
  description?: string | null
  rang?: number | undefined
  deposeLe: Date
  deposePar: number
}

/** A report as its files need it. */
export type FormulaireDuDossier = {
  id: number
  numero: string
  structureId: number
  rang: number
  etat: Etat
}

/**
 * The report of this number, where the agent reads it whole; nothing of any other. `pourEcrire`: its
 * row is locked until the transaction ends, and is read as it then stands.
 */
export async function findFormulaireDuDossier(
  db: Db,
  agent: Agent,
  numero: string,
  pourEcrire = false,
): Promise<FormulaireDuDossier | undefined> {
  const { rows } =
    await sql<FormulaireDuDossier>`select f.id, f.numero, f.structure_id, f.rang, f.etat
    from formulaire f where f.numero = ${numero} ${pourEcrire ? sql`for update` : sql``}`.execute(
      db,
    )
  const [formulaire] = rows
  return formulaire && estDansPerimetre(agent, formulaire) ? formulaire : undefined
}

/** Tells who reads this form that its files are no more the same; nothing without a form. */
async function direPieces(db: Db, formulaireId: number | null): Promise<void> {
  if (formulaireId !== null) await publierEvenement(db, { genre: 'PIECE', formulaireId })
}

/** Keeps a piece and gives it as the calls describe it. */
export async function insertPiece(db: Db, nouvelle: Nouvelle): Promise<Piece> {
  const { id } = await db
    .insertInto('piece')
    .values(nouvelle)
    .returning('id')
    .executeTakeFirstOrThrow()
  await direPieces(db, nouvelle.formulaireId)
  const { rows } = await sql<Piece>`select ${LISIBLE} from ${JOINTES} where p.id = ${id}`.execute(
    db,
  )
  if (!rows[0]) throw new Error(`fichier ${id} absent`)
  return rows[0]
}

/** An edition of the annuaire, as it is published. */
type EditionPubliee = {
  annuaireId: number
  annee: number
  edition: number
  le: Date
  /** Null: the demonstration. */
  par: number | null
}

/** Puts an edition of the annuaire in the library, in the transaction of what publishes it. */
export async function insertEditionPubliee(
  db: Db,
  { annuaireId, annee, edition, le, par }: EditionPubliee,
): Promise<void> {
  const nom = nomAnnuaire({ annee, edition, provisoire: false }, 'pdf')
  await db
    .insertInto('piece')
    .values({
      name: nom,
      nomOrigine: nom,
      typeDocument: TYPE_ANNUAIRE,
      typeMime: FICHIERS_ANNUAIRE.pdf.typeMime,
      depot: null,
      annuaireId,
      deposeLe: le,
      deposePar: par,
    })
    .execute()
}

/** A place, as its pieces name it. */
export type Emplacement = { formulaireId: number | null; structureId: number | null }

/** Places of no structure: what is the organisation's, and the files of everybody's messages. */
const ORGANISATION = 0
const MESSAGERIE = -1

/**
 * Until the transaction ends, nobody else adds to this place: two files that each fit cannot both
 * come in where one does. A form is locked by its own row besides, for its state.
 */
export async function verrouillerLieu(
  db: Db,
  { formulaireId, structureId, typeDocument }: Emplacement & { typeDocument?: string },
): Promise<void> {
  if (formulaireId !== null) return
  const cle = structureId ?? (typeDocument === TYPE_MESSAGE ? MESSAGERIE : ORGANISATION)
  await sql`select pg_advisory_xact_lock(hashtext('piece'), ${cle}::integer)`.execute(db)
}

/**
 * What a place holds; its logos, which replace one another, messages and the annuaire's editions
 * are not counted.
 */
export async function countOccupation(
  db: Db,
  { formulaireId, structureId }: Emplacement,
): Promise<Occupation> {
  const lieu =
    formulaireId === null
      ? sql`p.formulaire_id is null and p.structure_id is not distinct from ${structureId}::integer`
      : sql`p.formulaire_id = ${formulaireId}::integer`
  const { rows } = await sql<Occupation>`
    select count(*)::integer as fichiers, coalesce(sum(p.taille), 0)::integer as octets
    from piece p where ${lieu} and p.type_document not in (${TYPE_LOGO}, ${TYPE_MESSAGE})
      and p.annuaire_id is null`.execute(db)
  return rows[0] ?? { fichiers: 0, octets: 0 }
}

type Filtres = { numero?: string | undefined; typeDocument?: string | undefined }

async function lirePieces<P extends PieceListee>(
  db: Db,
  agent: Agent,
  { numero, typeDocument }: Filtres,
): Promise<P[]> {
  const conditions = [piecesLisiblesSql(agent)]
  if (numero !== undefined) conditions.push(sql<boolean>`f.numero = ${numero}`)
  if (typeDocument !== undefined) conditions.push(sql<boolean>`p.type_document = ${typeDocument}`)
  const { rows } = await sql<P>`select ${LISIBLE} from ${JOINTES}
    where ${sql.join(conditions, sql` and `)} order by p.id`.execute(db)
  return rows
}

/** The pieces that the agent may read, oldest first, without their bytes. */
export const listPieces = (db: Db, agent: Agent, filtres: Filtres): Promise<PieceListee[]> =>
  lirePieces(db, agent, filtres)

/** Those of a form: none is an edition of the annuaire. */
export const listPiecesDe = (db: Db, agent: Agent, numero: string): Promise<Piece[]> =>
  lirePieces(db, agent, { numero })

type PieceLue = PieceGardee & { nom: string; typeMime: string; structureId: number | null }
/** An edition of the annuaire, whose files are the annuaire's. */
type EditionLue = {
  structureId: null
  edition: { annee: number; edition: number }
}
export type PieceTrouvee = PieceLue | EditionLue

async function findContenu(db: Db, condition: Fragment): Promise<PieceLue | undefined> {
  const { rows } = await sql<PieceLue>`select p.nom_origine as nom, p.type_mime, p.structure_id,
    p.name, p.taille, p.sha256, p.depot, p.contenu
    from piece p where ${condition} and p.annuaire_id is null`.execute(db)
  return rows[0]
}

/** A piece's bytes, or where they are, or of which edition they are, when the agent may read it. */
export async function findPiece(
  db: Db,
  agent: Agent,
  id: number,
): Promise<PieceTrouvee | undefined> {
  const condition = sql`p.id = ${id} and ${piecesOuvrablesSql(agent)}`
  const { rows } = await sql<EditionLue['edition']>`select a.annee, a.edition
    from piece p join annuaire a on a.id = p.annuaire_id where ${condition}`.execute(db)
  return rows[0] ? { structureId: null, edition: rows[0] } : findContenu(db, condition)
}

/** A logo's bytes, set today or before: whoever knows its name may read it. */
export function findLogo(db: Db, name: string): Promise<PieceLue | undefined> {
  return findContenu(db, sql`p.name = ${name} and p.type_document = ${TYPE_LOGO}`)
}

/**
 * The pieces to delete, their forms locked until the transaction ends; undefined when the agent may
 * not know of one of them.
 */
export async function findPiecesPourSupprimer(
  db: Db,
  agent: Agent,
  cle: { ids: number[] } | { name: string },
): Promise<PieceChargee[] | undefined> {
  const ids = 'ids' in cle ? [...new Set(cle.ids)] : null
  const condition = 'name' in cle ? sql`p.name = ${cle.name}` : sql`p.id = any(${ids}::int[])`
  await sql`select f.id from formulaire f
    where f.id in (select p.formulaire_id from piece p where ${condition})
    order by f.id for update`.execute(db)
  const { rows } = await sql<PieceChargee>`
    select p.id, p.name, coalesce(p.titre, p.nom_origine) as nom, p.type_document,
      p.structure_id, p.depot, p.annuaire_id, f.numero, f.etat
    from piece p left join formulaire f on f.id = p.formulaire_id
    where ${condition} and ${piecesSupprimablesSql(agent)} order by p.id`.execute(db)
  return rows.length === (ids?.length ?? 1) ? rows : undefined
}

/** Deletes pieces; the names that the store has to forget are remembered, and given. */
export async function deletePieces(
  db: Db,
  pieces: readonly Pick<PieceChargee, 'id' | 'name' | 'depot'>[],
  maintenant: Date,
): Promise<string[]> {
  const ids = pieces.map(({ id }) => id)
  const parties = await db
    .deleteFrom('piece')
    .where('id', 'in', ids)
    .returning('formulaireId')
    .execute()
  const formulaires = new Set(parties.map(({ formulaireId }) => formulaireId))
  for (const formulaireId of formulaires) await direPieces(db, formulaireId)
  const names = pieces.filter(({ depot }) => depot === 'S3').map(({ name }) => name)
  await insertPiecesEffacees(db, names, maintenant)
  return names
}

/** The store has to forget these names, now or later. */
export async function insertPiecesEffacees(
  db: Db,
  names: readonly string[],
  le: Date,
): Promise<void> {
  await sql`insert into piece_effacee (name, depuis)
    select name, ${le}::timestamptz from unnest(${[...names]}::text[]) as n (name)
    on conflict do nothing`.execute(db)
}

/** The store has forgotten it. */
export async function deletePieceEffacee(db: Db, name: string): Promise<void> {
  await db.deleteFrom('pieceEffacee').where('name', '=', name).execute()
}

/** What the store has still to forget, oldest first. */
export async function listPiecesEffacees(db: Db, lot: number): Promise<string[]> {
  const lignes = await db
    .selectFrom('pieceEffacee')
    .select('name')
    .orderBy('depuis')
    .orderBy('name')
    .limit(lot)
    .execute()
  return lignes.map(({ name }) => name)
}

/** Of these names, those that a piece bears. */
export async function listConnus(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from piece
    where name = any(${[...names]}::text[])`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** The logo that a structure of its own, or the organisation (null), shows now. */
export async function findUrlLogo(db: Db, structureId: number | null): Promise<string | null> {
  const { rows } = await sql<{ urlLogo: string | null }>`select case
    when ${structureId}::int is null
    then (select valeur #>> '{}' from parametre where cle = 'urlLogo')
    else (select url_logo from structure where id = ${structureId}) end as url_logo`.execute(db)
  return rows[0]?.urlLogo ?? null
}

/** A piece, whoever asks: for what the service does by itself. */
export async function findGardee(db: Db, id: number): Promise<PieceGardee | undefined> {
  return findContenu(db, sql`p.id = ${id}`)
}

/** The pieces that are kept elsewhere than there, and what people call them. */
export async function listADeplacer(
  db: Db,
  vers: PieceGardee['depot'],
): Promise<{ id: number; nom: string }[]> {
  return db
    .selectFrom('piece')
    .select(['id', 'nomOrigine as nom'])
    .where('depot', '<>', vers)
    .orderBy('id')
    .execute()
}

/** Says where the bytes of a piece now are; false when they are no more those that were moved. */
export async function updatePlace(
  db: Db,
  { id, name }: { id: number; name: string },
  place: Place,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('piece')
    .set(place)
    .where('id', '=', id)
    .where('name', '=', name)
    .where('depot', '<>', place.depot)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
