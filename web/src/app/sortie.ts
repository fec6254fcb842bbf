import { fournisseurApi } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { envoyer } from '../api/envoi.ts'
import type { Auth } from './stockage.ts'

const DELAI_MS = 3000

/**
 * Where to sign out of the provider that opened this session too; null: it has no such place, or
 * does not answer in time. Asked while the session is still open.
 */
export async function lireSortie({ refreshToken, token }: Auth): Promise<string | null> {
  const envoi = { body: { refreshToken }, signal: AbortSignal.timeout(DELAI_MS) }
  return envoyer(fournisseurApi.lireSortie, envoi, token.value).then(
    ({ adresse }) => adresse,
    () => null,
  )
}
