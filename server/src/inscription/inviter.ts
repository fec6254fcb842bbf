import type { InvitationSuivie, Inviter } from '@releve/contract/inscription/inscription.schema.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { listFiches } from '../structure/fiche.sql.ts'
import { findOuCreerInvitee, refuserSansIssue } from '../structure/invitee.sql.ts'
import { verrouillerStructures } from '../structure/structure.sql.ts'
import { updateSansObjet } from '../tache/tache.sql.ts'
import { insertEnvoiCourriel } from './envoi.ts'
import {
  aUnCompteActif,
  cleDuCourriel,
  findInvitation,
  insertEnvoi,
  updateAnnulation,
} from './inscription.sql.ts'

type Acte = { sql: Sql; agent: Agent; maintenant: Date }

async function relire({ sql, maintenant }: Acte, id: number): Promise<InvitationSuivie> {
  const invitation = await findInvitation(sql, id, maintenant)
  if (!invitation) throw new Error(`invitation ${id} absente après son écriture`)
  return invitation
}

/** @throws STRUCTURE_DEJA_INSCRITE, STRUCTURE_NON_INVITABLE */
async function refuserInutile(sql: Sql, { id, code, etat }: Structure): Promise<void> {
  if (await aUnCompteActif(sql, id)) throw erreur('STRUCTURE_DEJA_INSCRITE', { code })
  if (etat === 'FERMEE') throw erreur('STRUCTURE_NON_INVITABLE', { code })
}

/** Leaves the mail in the outbox and a line in the journal. */
async function envoyer(acte: Acte, structure: Structure, email: string): Promise<InvitationSuivie> {
  const { sql, agent, maintenant: envoyeeLe } = acte
  await refuserInutile(sql, structure)
  await refuserSansIssue(acte, structure)
  const envoi = { email, invitePar: agent.id, envoyeeLe }
  const { id, envois, nouvelle } = await insertEnvoi(sql, structure.id, envoi)
  // The link of the mail before, if it still waits, opens nothing any more.
  await updateSansObjet(sql, cleDuCourriel({ id, envois: envois - 1 }), envoyeeLe)
  const par = agent.nomAffichable
  await insertEnvoiCourriel(sql, { id, envois, par, email, structure }, envoyeeLe)
  const action = nouvelle ? 'INVITATION_ENVOYEE' : 'INVITATION_RENVOYEE'
  const ligne = { utilisateurId: agent.id, action, objet: structure.code, detail: { email } }
  await insertJournal(sql, { le: envoyeeLe, ...ligne })
  return relire(acte, id)
}

/**
 * Invites a structure, created INVITEE when there is none of this code; invited before, its open
 * invitation is sent again, to the address given now.
 * @throws STRUCTURE_DEJA_INSCRITE, STRUCTURE_NON_INVITABLE, and what stands in the record's way.
 */
export async function inviterStructure(acte: Acte & { body: Inviter }): Promise<InvitationSuivie> {
  await verrouillerStructures(acte.sql)
  const structure = await findOuCreerInvitee(acte, acte.body)
  return envoyer(acte, structure, acte.body.email)
}

/**
 * Sends an invitation again, to the same address: 72 hours more, another link.
 * @throws INVITATION_CLOSE, STRUCTURE_DEJA_INSCRITE, STRUCTURE_NON_INVITABLE, PARENT_INVALIDE
 */
export async function renvoyerInvitation(acte: Acte, id: number): Promise<InvitationSuivie> {
  await verrouillerStructures(acte.sql)
  // Read again under the lock: it may have been answered since.
  const { etat, email, structure } = await relire(acte, id)
  if (etat === 'ACCEPTEE' || etat === 'ANNULEE') throw erreur('INVITATION_CLOSE')
  const [fiche] = await listFiches(acte.sql, [structure.code])
  if (!fiche) throw erreur('INVITATION_INTROUVABLE')
  return envoyer(acte, fiche, email)
}

/** Cancels an invitation, and its mail if it still waits. @throws INVITATION_CLOSE */
export async function annulerInvitation(
  acte: Acte,
  { id, envois, email, structure }: InvitationSuivie,
): Promise<InvitationSuivie> {
  const { sql, agent, maintenant: le } = acte
  if (!(await updateAnnulation(sql, id, le))) throw erreur('INVITATION_CLOSE')
  await updateSansObjet(sql, cleDuCourriel({ id, envois }), le)
  const ligne = { utilisateurId: agent.id, objet: structure.code, detail: { email } }
  await insertJournal(sql, { le, ...ligne, action: 'INVITATION_ANNULEE' })
  return relire(acte, id)
}
