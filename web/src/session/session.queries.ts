import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { motDePasseOublieApi } from '@releve/contract/session/motDePasseOublie.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { retenirSession } from '../app/session.ts'
import { readAppareil, writeAppareil } from '../app/stockage.ts'

/** Opens a session, and keeps it in this browser. */
export const useConnexion = () =>
  useMutation({
    mutationFn: async (body: Sent<typeof sessionApi.connecter.body>) => {
      const envoi = { body: { ...body, jetonAppareil: readAppareil() } }
      retenirSession(await appeler(sessionApi.connecter, envoi))
    },
  })

/** Ends a sign-in that asked for a code. */
export const useVerification = () =>
  useMutation({
    mutationFn: async (body: Sent<typeof verificationApi.verifier.body>) => {
      const envoi = { body: { ...body, jetonAppareil: readAppareil() } }
      retenirSession(await appeler(verificationApi.verifier, envoi))
    },
  })

/** Changes one's own password; the answer is the new session. */
export const useModifierMotDePasse = () =>
  useMutation({
    mutationFn: async (body: Sent<typeof sessionApi.modifierMotDePasse.body>) => {
      retenirSession(await appeler(sessionApi.modifierMotDePasse, { body }))
    },
  })

/** Asks for a temporary password; the answer is a sentence, known account or not. */
export const useDemanderMotDePasse = () =>
  useMutation({
    mutationFn: (query: Sent<typeof motDePasseOublieApi.demanderMotDePasse.query>) =>
      appeler(motDePasseOublieApi.demanderMotDePasse, { query }),
  })

/** Lifts the wait of an account by the link that its owner was sent; this browser is known since. */
export const useLeverAttente = () =>
  useMutation({
    mutationFn: async (jeton: string) => {
      const body = { jeton, jetonAppareil: readAppareil() }
      const { libelle, jetonAppareil } = await appeler(leveeApi.leverAttente, { body })
      writeAppareil(jetonAppareil)
      return libelle
    },
  })

/** The invitation that this link bears. Read again at each visit: it serves once. */
export const useInvitation = (jeton: string) =>
  useQuery({
    queryKey: ['invitation', jeton],
    queryFn: ({ signal }) => appeler(inscriptionApi.lireInvitation, { params: { jeton }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Opens the account of an invited person, and a session with it. */
export const useInscription = (jeton: string) =>
  useMutation({
    mutationFn: async (body: Sent<typeof inscriptionApi.repondreInvitation.body>) => {
      const envoi = { params: { jeton }, body }
      retenirSession(await appeler(inscriptionApi.repondreInvitation, envoi))
    },
  })
