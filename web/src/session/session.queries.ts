import type { Sent } from '@releve/contract/operation.ts'
import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { appeler } from '../app/client.ts'
import { retenirSession } from '../app/session.ts'
import { readAppareil, writeAppareil } from '../app/stockage.ts'
import { useActe } from '../ui/useActe.ts'
import { defiDe } from './verification.ts'

/** Opens a session, and keeps it in this browser. */
export const useConnexion = () =>
  useActe(
    async (body: Sent<typeof sessionApi.connecter.body>) => {
      const envoi = { body: { ...body, jetonAppareil: readAppareil() } }
      retenirSession(await appeler(sessionApi.connecter, envoi))
    },
    // The screen asked for opens; or the code that some accounts ask for.
    { reussite: null, refus: (echec) => (defiDe(echec) ? 'rien' : 'place') },
  )

/** Ends a sign-in that asked for a code. */
export const useVerification = () =>
  useActe(
    async (body: Sent<typeof verificationApi.verifier.body>) => {
      const envoi = { body: { ...body, jetonAppareil: readAppareil() } }
      retenirSession(await appeler(verificationApi.verifier, envoi))
    },
    { reussite: null, refus: 'place' },
  )

/** Lifts the wait of an account by the link that its owner was sent; this browser is known since. */
export const useLeverAttente = () =>
  useActe(
    async (jeton: string) => {
      const body = { jeton, jetonAppareil: readAppareil() }
      const { libelle, jetonAppareil } = await appeler(leveeApi.leverAttente, { body })
      writeAppareil(jetonAppareil)
      return libelle
    },
    { reussite: (libelle) => libelle, dite: 'place', refus: 'place' },
  )
