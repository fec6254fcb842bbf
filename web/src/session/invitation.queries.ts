import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { retenirSession } from '../app/session.ts'
import { useActe } from '../ui/useActe.ts'

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
  useActe(
    async (body: Sent<typeof inscriptionApi.repondreInvitation.body>) => {
      const envoi = { params: { jeton }, body }
      retenirSession(await appeler(inscriptionApi.repondreInvitation, envoi))
    },
    { reussite: null, refus: 'place' },
  )
