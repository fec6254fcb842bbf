import { plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { relanceApi } from '@releve/contract/relance/relance.api.ts'
import type { SuiviRelances } from '@releve/contract/relance/relance.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { aujourdhui } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import { jourEnLettres } from '../platform/jour.ts'
import type { Appel, Contexte } from '../platform/route.ts'
import { findSuspension, insertSuspension, updateFin } from './suspension.sql.ts'

/** The longest suspension: days. */
const SUSPENSION_MAX = 366

type Structure = { id: number; code: string; etat: string }

/** Whether the structure is reminded, and what may be done about it. */
export async function readSuivi(
  contexte: Contexte,
  { id, etat }: Structure,
): Promise<SuiviRelances> {
  const { jour } = await aujourdhui(contexte)
  const suspension = (await findSuspension(contexte.db, id, jour)) ?? null
  if (suspension) return { suspension, actions: ['suspendre', 'reprendre'] }
  return { suspension, actions: etat === 'ACTIVE' ? ['relancer', 'suspendre'] : [] }
}

/** No reminder to this structure until a day, which may be said anew. @throws FIN_SUSPENSION_INVALIDE */
export async function suspendreRelances(
  appel: Appel<typeof relanceApi.suspendreRelances>,
  structure: Structure,
): Promise<SuiviRelances> {
  const { db, agent, body, maintenant: le } = appel
  const { jour } = await aujourdhui(appel)
  const { jusqua, motif } = body
  const au = plusJours(jour, SUSPENSION_MAX)
  if (jusqua < jour || jusqua > au) {
    throw erreur('FIN_SUSPENSION_INVALIDE', { du: jourEnLettres(jour), au: jourEnLettres(au) })
  }
  await insertSuspension(db, structure.id, { jusqua, motif, par: agent.id, le })
  const detail = { jusqua, motif }
  await noter(appel, 'RELANCES_SUSPENDUES', { cible: structure.code, detail })
  return readSuivi(appel, structure)
}

/** Reminders leave again. @throws RELANCES_NON_SUSPENDUES */
export async function reprendreRelances(
  appel: Appel<typeof relanceApi.reprendreRelances>,
  structure: Structure,
): Promise<SuiviRelances> {
  const { db, agent, maintenant: le } = appel
  const { jour } = await aujourdhui(appel)
  const suspension = await findSuspension(db, structure.id, jour)
  if (!suspension) throw erreur('RELANCES_NON_SUSPENDUES')
  await updateFin(db, structure.id, { par: agent.id, le })
  await noter(appel, 'RELANCES_REPRISES', { cible: structure.code })
  return readSuivi(appel, structure)
}
