import type { InvitationSuivie, Inviter } from '@releve/contract/inscription/inscription.schema.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { listFiches } from '../structure/fiche.sql.ts'
import { refuserSansIssue, trouverOuCreerInvitee } from '../structure/invitee.ts'
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

async function relire({ db, maintenant }: Contexte, id: number): Promise<InvitationSuivie> {
  const invitation = await findInvitation(db, id, maintenant)
  if (!invitation) throw new Error(`invitation ${id} absente après son écriture`)
  return invitation
}

/** @throws STRUCTURE_DEJA_INSCRITE, STRUCTURE_NON_INVITABLE */
async function refuserInutile(db: Db, { id, code, etat }: Structure): Promise<void> {
  if (await aUnCompteActif(db, id)) throw erreur('STRUCTURE_DEJA_INSCRITE', { code })
  if (etat === 'FERMEE') throw erreur('STRUCTURE_NON_INVITABLE', { code })
}

/** Leaves the mail in the outbox and a line in the journal. */
async function envoyer(
  contexte: Contexte,
  structure: Structure,
  email: string,
): Promise<InvitationSuivie> {
  const { db, agent, maintenant: envoyeeLe } = contexte
  await refuserInutile(db, structure)
  await refuserSansIssue(contexte, structure)
  const envoi = { email, invitePar: agent.id, envoyeeLe }
  const { id, envois, nouvelle } = await insertEnvoi(db, structure.id, envoi)
  // The link of the mail before, if it still waits, opens nothing any more.
  await updateSansObjet(db, cleDuCourriel({ id, envois: envois - 1 }), envoyeeLe)
  const par = agent.nomAffichable
  await insertEnvoiCourriel(db, { id, envois, par, email, structure }, envoyeeLe)
  const action = nouvelle ? 'INVITATION_ENVOYEE' : 'INVITATION_RENVOYEE'
  await noter(contexte, action, { cible: structure.code, detail: { email } })
  return relire(contexte, id)
}

/**
 * Invites a structure, created INVITEE when there is none of this code; invited before, its open
 * invitation is sent again, to the address given now.
 * @throws STRUCTURE_DEJA_INSCRITE, STRUCTURE_NON_INVITABLE, and what stands in the record's way.
 */
export async function inviterStructure(
  contexte: Contexte & { body: Inviter },
): Promise<InvitationSuivie> {
  await verrouillerStructures(contexte.db)
  const structure = await trouverOuCreerInvitee(contexte, contexte.body)
  return envoyer(contexte, structure, contexte.body.email)
}

/**
 * Sends an invitation again, to the same address: 72 hours more, another link.
 * @throws INVITATION_CLOSE, STRUCTURE_DEJA_INSCRITE, STRUCTURE_NON_INVITABLE,
 * PARENT_FERME_AVANT_INVITATION
 */
export async function renvoyerInvitation(
  contexte: Contexte,
  id: number,
): Promise<InvitationSuivie> {
  await verrouillerStructures(contexte.db)
  // Read again under the lock: it may have been answered since.
  const { etat, email, structure } = await relire(contexte, id)
  if (etat === 'ACCEPTEE' || etat === 'ANNULEE') throw erreur('INVITATION_CLOSE')
  const mois = await moisCourant(contexte)
  const [fiche] = await listFiches(contexte.db, mois, [structure.code])
  if (!fiche) throw erreur('INVITATION_INTROUVABLE')
  return envoyer(contexte, fiche, email)
}

/** Cancels an invitation, and its mail if it still waits. @throws INVITATION_CLOSE */
export async function annulerInvitation(
  contexte: Contexte,
  { id, envois, email, structure }: InvitationSuivie,
): Promise<InvitationSuivie> {
  const { db, maintenant: le } = contexte
  if (!(await updateAnnulation(db, id, le))) throw erreur('INVITATION_CLOSE')
  await updateSansObjet(db, cleDuCourriel({ id, envois }), le)
  await noter(contexte, 'INVITATION_ANNULEE', { cible: structure.code, detail: { email } })
  return relire(contexte, id)
}
