import {
  type Lieu,
  TYPE_ANNUAIRE,
  TYPE_LOGO,
  TYPE_MESSAGE,
  TYPES_PARTAGES,
} from '@releve/contract/document/document.schema.ts'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Agent, peut, porteeDe } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import { dansPerimetreSql } from '../platform/perimetre.ts'

// Who may read, deposit, change or delete a piece is said here, and nowhere else.

/** Whose piece it is: a structure's, or the organisation's (null); and which, where it matters. */
export type Proprietaire = { structureId: number | null; typeDocument?: string }
type Objet = Proprietaire | readonly Proprietaire[]

/** A structure's logo is one of its files; the organisation's has a right of its own. */
function peutDeposer(agent: Agent, { structureId, typeDocument }: Proprietaire): boolean {
  if (typeDocument === TYPE_MESSAGE) return porteeDe(agent, 'message.envoyer') !== null
  if (structureId !== null) return peut(agent, 'document.deposer', structureId)
  const droit = typeDocument === TYPE_LOGO ? 'logo.organisation' : 'document.deposer'
  return porteeDe(agent, droit) === 'tout'
}

const enListe = (objet: Objet): readonly Proprietaire[] =>
  'structureId' in objet ? [objet] : objet

/** Right → (agent, pieces) → boolean. Outside the perimeter `load` has already answered 404. */
export const documentRights = {
  'document.deposer': (agent: Agent, objet: Objet) =>
    enListe(objet).every((un) => peutDeposer(agent, un)),
}

/** The pieces of a form change while it is open; the DPPS changes them at any time. */
function estModifiable(agent: Agent, etat: Etat | null): boolean {
  if (etat === null || ETATS_OUVERTS.includes(etat)) return true
  return porteeDe(agent, 'document.deposer') === 'tout'
}

/** @throws TRANSITION_INTERDITE when the form's state says no */
export function verifierModifiable(agent: Agent, etat: Etat | null): void {
  if (estModifiable(agent, etat)) return
  throw erreur('TRANSITION_INTERDITE', { etat: etat === null ? '' : LIBELLES_ETATS[etat] })
}

/** Whether the agent may now deposit there, and delete what is there. */
export const peutChanger = (
  agent: Agent,
  { etat, ...objet }: Proprietaire & { etat: Etat | null },
): boolean => peutDeposer(agent, objet) && estModifiable(agent, etat)

/** Without a form: what the agent deposits for everywhere is the organisation's. */
export function structureDe(agent: Agent, typeDocument: string): number | null {
  if (typeDocument === TYPE_MESSAGE) return null
  const droit = typeDocument === TYPE_LOGO ? 'logo.organisation' : 'document.deposer'
  return porteeDe(agent, droit) === 'tout' ? null : agent.structureId
}

/** Of what place a piece takes some of the room. */
export function lieuDe(formulaireId: number | null, structureId: number | null): Lieu {
  if (formulaireId !== null) return 'formulaire'
  return structureId === null ? 'organisation' : 'structure'
}

/**
 * An edition of the annuaire is put in the library by what publishes it; nobody changes it there.
 * @throws EDITION_EN_LECTURE_SEULE
 */
export function verifierDeposee({ annuaireId }: { annuaireId: number | null }): void {
  if (annuaireId !== null) throw erreur('EDITION_EN_LECTURE_SEULE')
}

/**
 * By hand, nothing takes the place of an edition.
 * @throws EDITION_EN_LECTURE_SEULE
 */
export function verifierTypeDepose(typeDocument: string): void {
  if (typeDocument === TYPE_ANNUAIRE) throw erreur('EDITION_EN_LECTURE_SEULE')
}

const PARTAGES: ReadonlySet<string> = new Set(TYPES_PARTAGES)

/** The library: what the organisation shares. */
export const estPartage = (piece: Proprietaire & { formulaireId: number | null }): boolean =>
  piece.structureId === null &&
  piece.formulaireId === null &&
  PARTAGES.has(piece.typeDocument ?? '')

/** The same, of the pieces `p`. */
export const PARTAGEES = sql<boolean>`(p.structure_id is null and p.formulaire_id is null
  and p.type_document = any(${[...TYPES_PARTAGES]}::text[]))`

/**
 * The file `p` of a message: who laid it down, and those who have a copy of the message, whatever
 * their roles.
 */
const jointeLisibleSql = (agent: Agent): RawBuilder<boolean> => sql<boolean>`(
  p.type_document = ${TYPE_MESSAGE} and (p.depose_par = ${agent.id} or exists (
    select from message_piece mp join message_destinataire d on d.message_id = mp.message_id
    where mp.piece_id = p.id and d.utilisateur_id = ${agent.id})))`

/** The pieces `p` that the agent may read by their number: those he knows of, those of messages. */
export const piecesOuvrablesSql = (agent: Agent): RawBuilder<boolean> =>
  sql<boolean>`(${piecesLisiblesSql(agent)} or ${jointeLisibleSql(agent)})`

/**
 * The pieces `p` that the agent may delete once he has the right: those he knows of, and his own that
 * no message holds.
 */
export const piecesSupprimablesSql = (agent: Agent): RawBuilder<boolean> => sql<boolean>`(
  ${piecesLisiblesSql(agent)} or (p.type_document = ${TYPE_MESSAGE} and p.depose_par = ${agent.id}
    and not exists (select from message_piece mp where mp.piece_id = p.id)))`

/**
 * The pieces `p`, those of messages aside, that the agent may know of: those of the structures whose forms he
 * reads whole, and of the organisation's those made to be shared. A form that he reads only because
 * it is published shows its figures, not its pieces.
 */
export function piecesLisiblesSql(agent: Agent): RawBuilder<boolean> {
  const portee = porteeDe(agent, 'document.lire')
  const duDossier = sql`p.type_document <> ${TYPE_MESSAGE}`
  if (portee === 'tout') return sql<boolean>`${duDossier}`
  if (portee === null) return sql<boolean>`false`
  return sql<boolean>`(${duDossier}
    and (p.structure_id = any(${agent.perimetre}::int[]) or ${PARTAGEES} or exists (
      select 1 from formulaire f where f.id = p.formulaire_id
        and ${dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`)})))`
}
