import type { Groupe } from '@releve/contract/messagerie/messagerie.schema.ts'
import { sql } from 'kysely'
import { publierMessage } from '../evenement/evenement.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { APPARTIENT, type CleGroupe, dansGroupeSql } from './adresse.sql.ts'
import { adressableSql } from './messagerie.rights.ts'

/** A report, begun or not. */
export type FormulaireCite = { structureId: number; modele: string; rang: number }

export type NouveauMessage = {
  /** Null: the platform itself. */
  expediteurId: number | null
  cle: string | null
  objet: string
  corps: string
  envoyeLe: Date
  filId?: number | null
  reponseA?: number | null
  formulaireId?: number | null
  cellule?: string | null
  groupes?: readonly Groupe[]
  /** The reports that it speaks of. */
  formulairesCites?: readonly FormulaireCite[]
  automatique?: boolean
}

/** Writes a message, without its copies; undefined when its key is already that of one. */
export async function insertMessage(
  db: Db,
  { groupes = [], formulairesCites = [], ...message }: NouveauMessage,
): Promise<number | undefined> {
  const ecrit = await db
    .insertInto('message')
    .values({
      ...message,
      groupes: JSON.stringify(groupes),
      formulairesCites: JSON.stringify(formulairesCites),
    })
    .onConflict((oc) => oc.column('cle').doNothing())
    .returning('id')
    .executeTakeFirst()
  return ecrit?.id
}

/** Gives a copy to each line of this selection of `id, nomme`; counts them, and those named. */
export async function insertCopies(
  db: Db,
  messageId: number,
  selection: Fragment,
): Promise<{ nombre: number; nommes: number }> {
  const { rows } = await sql<{ nombre: number; nommes: number }>`
    with ecrites as (
      insert into message_destinataire (message_id, utilisateur_id, nomme)
      select ${messageId}::int, vise.id, vise.nomme from (${selection}) as vise
      returning nomme
    ), compte as (
      select count(*)::int as nombre, count(*) filter (where nomme)::int as nommes from ecrites
    ), note as (
      update message set nombre = compte.nombre from compte where id = ${messageId}::int
    )
    select nombre, nommes from compte`.execute(db)
  await publierMessage(db, messageId)
  return rows[0] ?? { nombre: 0, nommes: 0 }
}

/** Those to whom this agent writes: the people named, and those whom the groups gather today. */
export function visesSql(
  agent: Agent,
  nommes: readonly number[],
  groupes: readonly CleGroupe[],
): Fragment {
  return sql`
    with ${APPARTIENT}, groupe as materialized (
      select genre, code
      from jsonb_to_recordset(${JSON.stringify(groupes)}::jsonb) as g (genre text, code text)
    ), vise as (
      select unnest(${nommes}::int[]) as id
      union
      select a.id from appartient a join groupe g on g.genre = 'TOUTES'
        or g.genre = 'REGION' and g.code = a.region or g.genre = 'TYPE' and g.code = a.type_structure
      where ${dansGroupeSql(agent)}
      union
      select u.id from utilisateur u join groupe g on g.genre = 'ROLE' and g.code = any(u.roles)
    )
    select u.id, u.id = any(${nommes}::int[]) as nomme
    from vise join utilisateur u on u.id = vise.id where ${adressableSql(agent)}`
}

/** The copy of whoever sends, read since it was written. */
export async function insertSaCopie(
  db: Db,
  messageId: number,
  utilisateurId: number,
  luLe: Date,
): Promise<void> {
  await db
    .insertInto('messageDestinataire')
    .values({ messageId, utilisateurId, luLe, envoye: true })
    .execute()
}

/**
 * Joins files to a message: those that its sender laid down for one, and those of a message that he
 * keeps. False when one of them is neither.
 */
export async function insertPieces(
  db: Db,
  messageId: number,
  agentId: number,
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return true
  const { numAffectedRows = 0n } = await sql`
    insert into message_piece (message_id, piece_id)
    select ${messageId}::int, p.id from piece p
    where p.id = any(${ids}::int[]) and p.type_document = 'MESSAGE'
      and (p.depose_par = ${agentId} or exists (
        select from message_piece mp join message_destinataire d on d.message_id = mp.message_id
        where mp.piece_id = p.id and d.utilisateur_id = ${agentId}))`.execute(db)
  return numAffectedRows === BigInt(new Set(ids).size)
}

/** The message that this key has already sent. */
export async function findEnvoye(db: Db, cle: string): Promise<number | undefined> {
  const ligne = await db
    .selectFrom('message')
    .select('id')
    .where('cle', '=', cle)
    .executeTakeFirst()
  return ligne?.id
}

/** The conversation of a message of which this person has a copy. */
export async function findFilDe(
  db: Db,
  agentId: number,
  id: number,
): Promise<{ filId: number } | undefined> {
  const { rows } = await sql<{ filId: number }>`select coalesce(m.fil_id, m.id) as fil_id
    from message_destinataire d join message m on m.id = d.message_id
    where d.utilisateur_id = ${agentId} and d.message_id = ${id}`.execute(db)
  return rows[0]
}
