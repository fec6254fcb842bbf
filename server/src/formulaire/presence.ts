import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Presence } from '@releve/contract/formulaire/formulaire.schema.ts'
import { publierEvenement } from '../evenement/evenement.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { deletePresence, upsertPresence } from './presence.sql.ts'

/** Pages that one account may have open at once. */
const PAGES_MAX = 20
/** Seconds after which whoever has too many may try again. */
const RETOUR = 60

/** Says that a page is on this form, or leaves it; those who are there are told when that is news. */
export async function signalerPresence(
  { db, agent, body, maintenant }: Appel<typeof formulaireApi.signalerPresence>,
  { id: formulaireId }: { id: number },
): Promise<Presence[]> {
  const ici = { formulaireId, utilisateurId: agent.id, poste: body.poste }
  const annoncer = async (destinataires: readonly number[]) => {
    if (destinataires.length === 0) return
    await publierEvenement(db, { genre: 'PRESENCE', formulaireId, destinataires })
  }
  if (body.fin) {
    await annoncer(await deletePresence(db, ici, maintenant))
    return []
  }
  const bornes = { maintenant, pagesMax: PAGES_MAX }
  const { autres, nouveau, pages } = await upsertPresence(db, ici, body.lieu ?? '', bornes)
  if (pages > PAGES_MAX) {
    throw erreur('PRESENCES_TROP_NOMBREUSES', { maximum: String(PAGES_MAX) }, { attente: RETOUR })
  }
  if (nouveau) await annoncer([...new Set(autres.map(({ utilisateurId }) => utilisateurId))])
  return autres.map(({ nom, soi, lieu }) => ({ nom, soi, lieu }))
}
