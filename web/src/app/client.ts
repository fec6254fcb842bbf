import type { Operation } from '@releve/contract/operation.ts'
import { EchecApi, type Envoi, envoyer, type Reponse, type Voie } from '../api/envoi.ts'
import { renouveler } from './renouvellement.ts'
import {
  demanderReconnexion,
  exigerNouveauMotDePasse,
  exigerSecondFacteur,
  getSession,
} from './session.ts'

async function reprendreSession(echec: EchecApi, jeton: string): Promise<boolean> {
  if (echec.code === 'JETON_EXPIRE' && (await renouveler(jeton))) return true
  return demanderReconnexion()
}

/**
 * Calls an operation of the contract, with the session's token. A call is sent again in one case
 * only: the server refused its token (so it did nothing), and the session was taken up again, by a
 * renewal or by the person signing in over the page. Nothing else is ever retried. `voie`: how it
 * travels, where it is not by `fetch`.
 * @throws EchecApi
 */
export async function appeler<O extends Operation>(
  operation: O,
  envoi: Envoi<O>,
  voie?: Voie,
): Promise<Reponse<O>> {
  const jeton = operation.right === 'public' ? undefined : getSession().auth?.token.value
  try {
    return await envoyer(operation, envoi, jeton, voie)
  } catch (echec) {
    if (!(echec instanceof EchecApi) || !jeton) throw echec
    if (echec.code === 'MOT_DE_PASSE_A_CHANGER') exigerNouveauMotDePasse()
    if (echec.code === 'SECOND_FACTEUR_A_ACTIVER') exigerSecondFacteur()
    const refuse = echec.code === 'JETON_EXPIRE' || echec.code === 'JETON_ABSENT'
    if (!refuse || !(await reprendreSession(echec, jeton))) throw echec
    return envoyer(operation, envoi, getSession().auth?.token.value, voie)
  }
}
