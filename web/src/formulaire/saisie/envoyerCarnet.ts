import type { QueryClient } from '@tanstack/react-query'
import { EchecApi } from '../../api/envoi.ts'
import { estCoupure, noterLigne } from '../../app/ligne.ts'
import { formulaire as lire } from '../formulaire.demande.ts'
import { ouvrirSansEcran } from './store/store.ts'

/** `A_VOIR`: not valid, in conflict, or no longer taken: the form's screen tells which. */
export type Issue = 'ENVOYE' | 'COUPE' | 'A_VOIR'

/**
 * Sends what waits of a report that no screen shows, by the very entry that a screen opens: same
 * checks, over the version seen when it was typed. What is not taken stays in the notebook.
 */
export async function envoyerCarnet(client: QueryClient, numero: string): Promise<Issue> {
  try {
    const recu = await client.fetchQuery({ ...lire(numero), staleTime: 0 })
    const ouvert = recu.actions.includes('modifier') ? ouvrirSansEcran(client, recu) : null
    if (!ouvert) return 'A_VOIR'
    await ouvert.entree.vider()
    const coupe = ouvert.entree.enregistrement().sorte === 'interrompu'
    ouvert.liaison.suspendre()
    if (coupe) return 'COUPE'
    return ouvert.carnet.lire() === null ? 'ENVOYE' : 'A_VOIR'
  } catch (echec) {
    if (!(echec instanceof EchecApi)) throw echec
    if (estCoupure(echec)) noterLigne(true)
    return estCoupure(echec) || echec.statut === 401 || echec.statut === 429 ? 'COUPE' : 'A_VOIR'
  }
}
