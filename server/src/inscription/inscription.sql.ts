import type { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import type {
  EtatInvitation,
  InvitationSuivie,
} from '@releve/contract/inscription/inscription.schema.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { EtatStructure } from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import { ETAT_DU_COURRIEL } from '../courriel/courriel.sql.ts'
import { createJeton, empreinteDe } from '../platform/jeton.ts'
import {
  cherche,
  type LectureEntiere,
  listPage,
  listTout,
  ordre,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'

/** The key of an invitation's mail in the outbox; each sending has its own. */
export const cleDuCourriel = ({ id, envois }: { id: number; envois: number }): string =>
  `invitation:${id}:${envois}`

const OUVERTE = sql`i.acceptee_le is null and i.annulee_le is null`

/** What a link is worth: from its drawing on, wherever its mail is. */
type EtatLien = Exclude<EtatInvitation, 'COURRIEL_EN_ATTENTE' | 'COURRIEL_NON_PARTI'>

const etatLienDe = (maintenant: Date) => sql<EtatLien>`case
  when i.acceptee_le is not null then 'ACCEPTEE'
  when i.annulee_le is not null then 'ANNULEE'
  when i.expire_le <= ${maintenant}::timestamptz then 'EXPIREE'
  else 'EN_ATTENTE' end`

/** The last mail has left: the outbox says so, or has forgotten it, as it does of those only. */
const PARTI = sql<boolean>`(t.id is null or t.faite_le is not null and not t.sans_objet)`

/** Its 72 hours begin when its mail leaves: until then, it waits. */
const etatDe = (maintenant: Date) => sql<EtatInvitation>`case
  when ${PARTI} or not (${OUVERTE}) then ${etatLienDe(maintenant)}
  when t.sans_objet or t.abandonnee_le is not null then 'COURRIEL_NON_PARTI'
  else 'COURRIEL_EN_ATTENTE' end`

const EXPIRE_LE = sql`case when ${PARTI} then i.expire_le end`

/** Whether an account of structure `s` works: an invitation would be of no use. */
const A_UN_COMPTE = sql<boolean>`exists (
  select 1 from utilisateur u where u.structure_id = s.id and u.statut = 'ACTIF')`

const DEPUIS = sql`from invitation i
  join structure s on s.id = i.structure_id
  join utilisateur a on a.id = i.invite_par
  left join utilisateur c on c.id = i.compte_id
  left join tache t on t.cle = 'invitation:' || i.id || ':' || i.envois`

const colonnes = (maintenant: Date) => sql`i.id, i.email, ${etatDe(maintenant)} as etat,
  json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle) as structure,
  json_build_object('id', a.id, 'nomAffichable', a.nom_affichable) as invite_par,
  i.creee_le, i.envoyee_le, i.envois, ${EXPIRE_LE} as expire_le,
  i.acceptee_le, i.annulee_le,
  case when c.id is not null then json_build_object('id', c.id, 'identifiant', c.identifiant,
    'nomAffichable', c.nom_affichable) end as compte,
  case when t.id is not null then ${ETAT_DU_COURRIEL} end as courriel,
  array_remove(array[
    case when ${OUVERTE} and s.etat <> 'FERMEE' and not ${A_UN_COMPTE} then 'renvoyer' end,
    case when ${OUVERTE} then 'annuler' end], null) as actions`

/** One invitation; undefined when there is none of this number. */
export async function findInvitation(
  db: Db,
  id: number,
  maintenant: Date,
): Promise<InvitationSuivie | undefined> {
  const { rows } = await sql<InvitationSuivie>`
    select ${colonnes(maintenant)} ${DEPUIS} where i.id = ${id}::integer`.execute(db)
  return rows[0]
}

const TRIS = new Map([
  ['structure', sql`s.libelle_tri`],
  ['email', sql`lower(i.email)`],
  ['envoyeeLe', sql`i.envoyee_le`],
  ['expireLe', EXPIRE_LE],
])

const CHERCHE = sql`s.libelle_tri || ' ' || lower(s.code) || ' ' || sans_accent(i.email)`

type Filtres = Omit<QueryOf<typeof inscriptionApi.listInvitations>, 'page' | 'taille'>

function lectureDe({ etat = [], q, tri }: Filtres, maintenant: Date): LectureEntiere {
  const conditions = cherche(q, CHERCHE)
  if (etat.length > 0) conditions.push(sql`${etatDe(maintenant)} = any (${etat}::text[])`)
  return {
    cle: sql`i.id`,
    colonnes: colonnes(maintenant),
    depuis: DEPUIS,
    conditions,
    ordre: ordre(tri, { origine: '-envoyeeLe', tris: TRIS, fin: sql`i.id desc` }),
  }
}

/** All the invitations that these filters leave, for a file. */
export const listToutesInvitations = (
  db: Db,
  filtres: Filtres,
  maintenant: Date,
): Promise<Tout<InvitationSuivie>> => listTout(db, lectureDe(filtres, maintenant))

/** A page of invitations, the latest sent first unless told, with their total. */
export function listInvitations(
  db: Db,
  query: QueryOf<typeof inscriptionApi.listInvitations>,
  maintenant: Date,
): Promise<Liste<InvitationSuivie>> {
  return listPage(db, lectureDe(query, maintenant), query, 'exact')
}

/** Whether an account of this structure works. */
export async function aUnCompteActif(db: Db, structureId: number): Promise<boolean> {
  const { rows } = await sql<{ reponse: boolean }>`
    select ${A_UN_COMPTE} as reponse from structure s
    where s.id = ${structureId}::integer`.execute(db)
  return rows[0]?.reponse ?? false
}

/** 72 hours, in milliseconds. */
export const DUREE_INVITATION = 72 * 3_600_000

type Envoi = { email: string; invitePar: number; envoyeeLe: Date }
type InvitationEnvoyee = { id: number; envois: number; nouvelle: boolean }

/**
 * Keeps what is to be sent: the structure's open invitation loses its token, or an invitation
 * begins; nobody holds the new one before its mail leaves (`updateJeton`). The caller holds `verrouillerStructures`.
 */
export async function insertEnvoi(
  db: Db,
  structureId: number,
  envoi: Envoi,
): Promise<InvitationEnvoyee> {
  const expireLe = new Date(envoi.envoyeeLe.getTime() + DUREE_INVITATION)
  const valeurs = { ...envoi, expireLe, empreinte: empreinteDe(createJeton()) }
  const renvoyee = await db
    .updateTable('invitation')
    .set((eb) => ({ ...valeurs, envois: eb('envois', '+', 1) }))
    .where('structureId', '=', structureId)
    .where('accepteeLe', 'is', null)
    .where('annuleeLe', 'is', null)
    .returning(['id', 'envois'])
    .executeTakeFirst()
  if (renvoyee) return { ...renvoyee, nouvelle: false }
  const creee = await db
    .insertInto('invitation')
    .values({ ...valeurs, structureId, creeeLe: envoi.envoyeeLe })
    .returning(['id', 'envois'])
    .executeTakeFirstOrThrow()
  return { ...creee, nouvelle: true }
}

type InvitationPrete = { jeton: string; structure: { code: string; libelle: string } }

/**
 * Draws the token that this sending of an open invitation bears, and keeps its hash; undefined when
 * it has been answered, cancelled or sent again since, or would be refused.
 */
export async function updateJeton(
  db: Db,
  { id, envois }: { id: number; envois: number },
  expireLe: Date,
): Promise<InvitationPrete | undefined> {
  const jeton = createJeton()
  const { rows } = await sql<Omit<InvitationPrete, 'jeton'>>`update invitation i
    set empreinte = ${empreinteDe(jeton)}, expire_le = ${expireLe}::timestamptz
    from structure s
    where i.id = ${id}::integer and i.envois = ${envois}::integer and ${OUVERTE}
      and s.id = i.structure_id and s.etat <> 'FERMEE' and not ${A_UN_COMPTE}
    returning json_build_object('code', s.code, 'libelle', s.libelle) as structure`.execute(db)
  return rows[0] && { ...rows[0], jeton }
}

/** Cancels an invitation. False, and nothing written, when it has been accepted or cancelled. */
export async function updateAnnulation(db: Db, id: number, annuleeLe: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set({ annuleeLe })
    .where('id', '=', id)
    .where('accepteeLe', 'is', null)
    .where('annuleeLe', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What a token opens. */
export type InvitationRecue = {
  id: number
  email: string
  etat: EtatLien
  expireLe: string
  structureId: number
  code: string
  libelle: string
  etatStructure: EtatStructure
}

/**
 * The invitation of this token, by its hash: unknown or forged, the same work. `verrou`: its row is
 * held until the transaction ends, so that of two answers at once the second sees the first.
 */
export async function findParJeton(
  db: Db,
  jeton: string,
  maintenant: Date,
  verrou = false,
): Promise<InvitationRecue | undefined> {
  const { rows } = await sql<InvitationRecue>`
    select i.id, i.email, ${etatLienDe(maintenant)} as etat, i.expire_le, i.structure_id, s.code,
      s.libelle, s.etat as etat_structure
    from invitation i join structure s on s.id = i.structure_id
    where i.empreinte = ${empreinteDe(jeton)} ${verrou ? sql`for update of i` : sql``}
    `.execute(db)
  return rows[0]
}

/** The invitation has been answered: its account is there. */
export async function updateAcceptation(
  db: Db,
  id: number,
  compteId: number,
  accepteeLe: Date,
): Promise<void> {
  await db.updateTable('invitation').set({ compteId, accepteeLe }).where('id', '=', id).execute()
}
