import type { Sent } from '@releve/contract/operation.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { useMutation } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { retenirSession } from '../app/session.ts'

/** Opens a session, and keeps it in this browser. */
export const useConnexion = () =>
  useMutation({
    mutationFn: async (body: Sent<typeof sessionApi.connecter.body>) => {
      retenirSession(await appeler(sessionApi.connecter, { body }))
    },
  })

/** Changes one's own password; the answer is the new session. */
export const useModifierMotDePasse = () =>
  useMutation({
    mutationFn: async (body: Sent<typeof sessionApi.modifierMotDePasse.body>) => {
      retenirSession(await appeler(sessionApi.modifierMotDePasse, { body }))
    },
  })
