import type { Groupe } from '@releve/contract/messagerie/messagerie.schema.ts'
import { sql } from 'kysely'
import { insertEvenementDuMessage } from '../evenement/evenement.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { direTaches } from '../tache/tache.sql.ts'
import { appartientSql, type CleGroupe, dansGroupeSql } from './adresse.sql.ts'
import { insertAvis } from './avis.sql.ts'
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

/** The same as a statement takes it: values, or places for them; `groupes` and what is cited as JSON. */
export type MessageEcrit = Record<keyof NouveauMessage, unknown>

/** What no message of the platform has: it answers nobody, and is of no group. */
export const SANS_SUITE = {
  filId: sql`null`,
  reponseA: sql`null`,
  cellule: sql`null`,
  groupes: sql`'[]'`,
  formulairesCites: sql`'[]'`,
}

type Etapes = {
  /** A selection of `id, nomme`, and of what `courriels` reads. */
  vises: Fragment
  /** The step, of one line or none, without which nothing is written. */
  si?: string
  /** The e-mails that go with it: those asked for, unless it is otherwise said. */
  courriels?: Fragment
}

/**
 * The steps of a statement that writes a message (`message_ecrit`), a copy of it for each of those
 * whom it reaches (`vise`), the event that tells them, and e-mails (`courriel_ecrit`): all of it, or
 * nothing when its key is already that of one.
 */
export const etapesMessage = (m: MessageEcrit, { vises, si, courriels }: Etapes): Fragment => sql`
  vise as materialized (${vises}),
  message_ecrit as (
    insert into message (expediteur_id, cle, objet, corps, envoye_le, fil_id, reponse_a,
      formulaire_id, cellule, automatique, groupes, formulaires_cites, nombre)
    select ${m.expediteurId}, ${m.cle}, ${m.objet}, ${m.corps}, ${m.envoyeLe}, ${m.filId},
      ${m.reponseA}, ${m.formulaireId}, ${m.cellule}, ${m.automatique}, ${m.groupes},
      ${m.formulairesCites}, (select count(*) from vise)
    ${si === undefined ? sql`` : sql`from ${sql.ref(si)}`}
    on conflict (cle) do nothing returning id),
  copie_ecrite as (
    insert into message_destinataire (message_id, utilisateur_id, nomme)
    select message_ecrit.id, vise.id, vise.nomme from message_ecrit cross join vise),
  message_dit as (${insertEvenementDuMessage('message_ecrit', 'vise')}),
  courriel_ecrit as (${courriels ?? insertAvis(m.envoyeLe)} returning id)`

/**
 * Writes a message and a copy for each line of `vises`, in one statement; undefined when its key is
 * already that of one. Counts those whom it reaches, and those named among them.
 */
export async function insertMessage(
  db: Db,
  { groupes = [], formulairesCites = [], ...message }: NouveauMessage,
  { vises, courriels }: Omit<Etapes, 'si'>,
): Promise<{ id: number; nombre: number; nommes: number } | undefined> {
  const { filId = null, reponseA = null, formulaireId = null, cellule = null } = message
  const ecrit = {
    ...message,
    filId,
    reponseA,
    formulaireId,
    cellule,
    automatique: message.automatique ?? false,
    groupes: JSON.stringify(groupes),
    formulairesCites: JSON.stringify(formulairesCites),
  }
  const etapes = etapesMessage(ecrit, { vises, ...(courriels && { courriels }) })
  const { rows } = await sql<{ id: number; nombre: number; nommes: number; courriels: number }>`
    with ${etapes}
    select id, (select count(*)::int from vise) as nombre,
      (select count(*)::int from vise where nomme) as nommes,
      (select count(*)::int from courriel_ecrit) as courriels
    from message_ecrit`.execute(db)
  direTaches(rows[0]?.courriels ?? 0)
  return rows[0]
}

/** Those to whom this agent writes: the people named, and those whom the groups gather today. */
export function visesSql(
  agent: Agent,
  nommes: readonly number[],
  groupes: readonly CleGroupe[],
): Fragment {
  return sql`
    with ${appartientSql(agent)}, groupe as materialized (
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
 * keeps. False when one of them is neither, or has just gone with the last copy of its message.
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
        where mp.piece_id = p.id and d.utilisateur_id = ${agentId}))
    for key share of p`.execute(db)
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
