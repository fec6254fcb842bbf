import { porteeDe } from '../../platform/agent.ts'
import type { Contexte } from '../../platform/route.ts'
import { findEdition } from '../annuaire.sql.ts'
import { findLisible, genererApercu, lireAnnuaire } from '../lire.ts'
import type { AFaire } from './garder.ts'

/** A year, and the edition that is wanted: the last unless told; `soumis` asks for a preview. */
type Demande = { annee: number; edition?: number | undefined; soumis?: boolean | undefined }

/** Whether the file is of a preview: nothing saved to read, and somebody who may see it. */
async function estApercu(
  contexte: Contexte,
  { annee, edition, soumis }: Demande,
): Promise<boolean> {
  if (porteeDe(contexte.agent, 'annuaire.gerer') === null || edition !== undefined) return false
  return soumis !== undefined || !(await findEdition(contexte.db, { annee }))
}

/** A frozen edition, whose file is kept once made; null for a provisional content. */
export type EditionFigee = { annuaireId: number; edition: number } | null

/** @throws ANNUAIRE_INTROUVABLE */
export async function trouver(contexte: Contexte, demande: Demande): Promise<EditionFigee> {
  if (await estApercu(contexte, demande)) return null
  const {
    id: annuaireId,
    etat,
    edition,
  } = await findLisible(contexte, demande.annee, demande.edition)
  return etat === 'PROVISOIRE' ? null : { annuaireId, edition }
}

/** What a file is made of. @throws ANNUAIRE_INTROUVABLE, ANNEE_A_VENIR, ANNEE_SANS_DONNEES */
export async function findAFaire(contexte: Contexte, demande: Demande): Promise<AFaire> {
  const { annee, soumis } = demande
  if (await estApercu(contexte, demande)) {
    return { annuaire: await genererApercu(contexte, annee, soumis ?? false), annuaireId: null }
  }
  const { id, etat, edition } = await findLisible(contexte, annee, demande.edition)
  const annuaire = await lireAnnuaire(contexte, annee, edition)
  return { annuaire, annuaireId: etat === 'PROVISOIRE' ? null : id }
}
