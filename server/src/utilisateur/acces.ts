import { insertJournal } from '../journal/journal.sql.ts'
import { erreur } from '../platform/erreur.ts'
import { fermerSessions } from '../session/session.sql.ts'
import { deleteTentativesDuCompte, findFreine } from '../session/tentative.sql.ts'
import { type Acte, ouvrirContexte, refuserAgentParti } from './enregistrer.ts'
import { type CompteVerrouille, updateStatut } from './fiche.sql.ts'
import { type Contexte, estDernierDpps } from './gardes.ts'
import { peutGerer } from './utilisateur.rights.ts'

type Demande = { id: number; version?: number | undefined }

/** The account to act on. Throws `UTILISATEUR_INTROUVABLE`, `ROLE_INTERDIT`. */
export function cibleDe({ agent, comptes }: Contexte, id: number): CompteVerrouille {
  const cible = comptes.get(id)
  if (!cible) throw erreur('UTILISATEUR_INTROUVABLE')
  if (!peutGerer(agent, cible)) throw erreur('ROLE_INTERDIT')
  return cible
}

/** Throws `VERSION_COMPTE_PERIMEE` when the account is no longer as it was read. */
export function refuserPerimee(cible: CompteVerrouille, version: number | undefined): void {
  if (version !== undefined && version !== cible.version) throw erreur('VERSION_COMPTE_PERIMEE')
}

/** Blocks an account: its sessions end at once. Blocked already, nothing is written. */
export async function bloquerUtilisateur(acte: Acte, { id, version }: Demande): Promise<void> {
  const { sql, agent, maintenant: le } = acte
  const contexte = await ouvrirContexte(acte, [id])
  const cible = cibleDe(contexte, id)
  if (id === agent.id) throw erreur('SOI_MEME')
  if (cible.statut === 'BLOQUE') return
  refuserPerimee(cible, version)
  if (estDernierDpps(contexte.comptes, cible)) throw erreur('DERNIER_DPPS')
  refuserAgentParti(contexte)
  await updateStatut(sql, id, 'BLOQUE')
  await fermerSessions(sql, id, 'BLOCAGE', le)
  const ligne = { le, utilisateurId: agent.id, cibleId: id, action: 'UTILISATEUR_BLOQUE' }
  await insertJournal(sql, { ...ligne, objet: cible.identifiant })
}

/** Gives an account back, and lifts what its failures brought about; else nothing is written. */
export async function debloquerUtilisateur(acte: Acte, { id, version }: Demande): Promise<void> {
  const { sql, agent, maintenant: le } = acte
  const contexte = await ouvrirContexte(acte, [id])
  const cible = cibleDe(contexte, id)
  const bloque = cible.statut === 'BLOQUE'
  const freine = await findFreine(sql, id, le)
  if (!bloque && !freine) return
  refuserPerimee(cible, version)
  refuserAgentParti(contexte)
  if (bloque) await updateStatut(sql, id, 'ACTIF')
  await deleteTentativesDuCompte(sql, cible)
  const ligne = { le, utilisateurId: agent.id, cibleId: id, action: 'UTILISATEUR_DEBLOQUE' }
  await insertJournal(sql, { ...ligne, objet: cible.identifiant })
}
