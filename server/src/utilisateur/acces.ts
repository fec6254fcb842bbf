import { noter } from '../journal/noter.sql.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte } from '../platform/route.ts'
import { deleteIdentites } from '../session/identite.sql.ts'
import { revoquerJetonsDe } from '../session/programme.sql.ts'
import { deleteSecondFacteur } from '../session/second-facteur.sql.ts'
import { fermerSessions } from '../session/session.sql.ts'
import { deleteTentativesDuCompte, findFreine } from '../session/tentative.sql.ts'
import { prevenirTitulaire } from '../session/titulaire.courriel.ts'
import { refuserAgentParti, tenirComptes } from './enregistrer.ts'
import { type CompteTenu, estDernierDpps } from './gardes.ts'
import { type CompteVerrouille, updateStatut } from './utilisateur.sql.ts'

type VersionLue = { version?: number | undefined }

/** The account to act on, held with those that the guards look at; and the structures named. */
export async function loadCible(
  contexte: Contexte,
  id: number,
  codes: readonly string[] = [],
): Promise<CompteTenu | undefined> {
  const tenus = await tenirComptes(contexte, [id], codes)
  const cible = tenus.comptes.get(id)
  return cible && { ...tenus, cible }
}

/** Throws `VERSION_COMPTE_PERIMEE` when the account is no longer as it was read. */
export function refuserPerimee(cible: CompteVerrouille, version: number | undefined): void {
  if (version !== undefined && version !== cible.version) throw erreur('VERSION_COMPTE_PERIMEE')
}

/** Blocks an account: its sessions end at once, its programs for good. Blocked already, nothing is written. */
export async function bloquerUtilisateur(
  contexte: Contexte,
  tenus: CompteTenu,
  { version }: VersionLue,
): Promise<void> {
  const { db, agent, maintenant: le } = contexte
  const { cible } = tenus
  const { id } = cible
  if (id === agent.id) throw erreur('SOI_MEME')
  if (cible.statut === 'BLOQUE') return
  refuserPerimee(cible, version)
  if (estDernierDpps(tenus.comptes, cible)) throw erreur('DERNIER_DPPS')
  refuserAgentParti(tenus)
  await updateStatut(db, id, 'BLOQUE')
  await fermerSessions(db, id, 'BLOCAGE', le)
  await revoquerJetonsDe(contexte, cible, { motif: 'BLOCAGE', par: agent })
  await noter(contexte, 'UTILISATEUR_BLOQUE', { cible })
}

/** Gives an account back, and lifts what its failures brought about; else nothing is written. */
export async function debloquerUtilisateur(
  contexte: Contexte,
  tenus: CompteTenu,
  { version }: VersionLue,
): Promise<void> {
  const { db, maintenant: le } = contexte
  const { cible } = tenus
  const { id } = cible
  const bloque = cible.statut === 'BLOQUE'
  const freine = await findFreine(db, id, le)
  if (!bloque && !freine) return
  refuserPerimee(cible, version)
  refuserAgentParti(tenus)
  if (bloque) await updateStatut(db, id, 'ACTIF')
  await deleteTentativesDuCompte(db, cible)
  await noter(contexte, 'UTILISATEUR_DEBLOQUE', { cible })
}

/**
 * Takes another person's factor away, for the day his telephone is lost; his sessions stay.
 * @throws SECOND_FACTEUR_SOI_MEME, SECOND_FACTEUR_INACTIF
 */
export async function reinitialiserSecondFacteur(
  contexte: Contexte & { config: Config },
  tenus: CompteTenu,
): Promise<undefined> {
  const { db, agent, maintenant, config } = contexte
  const { cible } = tenus
  if (cible.id === agent.id) throw erreur('SECOND_FACTEUR_SOI_MEME')
  refuserAgentParti(tenus)
  if (!(await deleteSecondFacteur(db, cible.id))) throw erreur('SECOND_FACTEUR_INACTIF')
  const action = 'SECOND_FACTEUR_REINITIALISE'
  await prevenirTitulaire(db, cible, action, { maintenant, config })
  await noter(contexte, action, { cible })
}

/**
 * Unlinks another's account, or one's own, from all its identities: its password opens it, and the
 * sessions that they opened close. @throws IDENTITE_INTROUVABLE
 */
export async function delierUtilisateur(
  contexte: Contexte & { config: Config },
  tenus: CompteTenu,
): Promise<undefined> {
  const { db, agent, maintenant, config } = contexte
  const { cible } = tenus
  refuserAgentParti(tenus)
  const vise = { utilisateurId: cible.id, saufSession: agent.sessionId }
  const nombre = await deleteIdentites(db, vise, maintenant)
  if (nombre === 0) throw erreur('IDENTITE_INTROUVABLE')
  await prevenirTitulaire(db, cible, 'IDENTITE_RETIREE', { maintenant, config })
  await noter(contexte, 'IDENTITE_RETIREE', { cible, detail: { nombre } })
}
