import { compteApi } from '@releve/contract/compte/compte.api.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'

export type Compte = OutputOf<typeof compteApi.lireCompte>
export type SessionOuverte = OutputOf<typeof compteApi.listSessions>[number]
export type Secret = OutputOf<typeof compteApi.preparerSecondFacteur>

const cles = { compte: ['compte'], sessions: ['sessions'] } as const

export const useCompte = () =>
  useQuery({
    queryKey: cles.compte,
    queryFn: ({ signal }) => appeler(compteApi.lireCompte, { signal }),
  })

export const useSessions = () =>
  useQuery({
    queryKey: cles.sessions,
    queryFn: ({ signal }) => appeler(compteApi.listSessions, { signal }),
  })

/** An act on one's account: what is read of it is read anew. */
function useActe<Envoye, Recu>(
  acte: (envoye: Envoye) => Promise<Recu>,
  cle: readonly string[] = cles.compte,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: acte,
    onSettled: () => void client.invalidateQueries({ queryKey: cle }),
  })
}

/** Draws a secret; it is worth nothing until a first code activates it. */
export const usePreparer = () =>
  useMutation({ mutationFn: () => appeler(compteApi.preparerSecondFacteur, {}) })

export const useActiver = () =>
  useActe((body: Sent<typeof compteApi.activerSecondFacteur.body>) =>
    appeler(compteApi.activerSecondFacteur, { body }),
  )

export const useDesactiver = () =>
  useActe((body: Sent<typeof compteApi.desactiverSecondFacteur.body>) =>
    appeler(compteApi.desactiverSecondFacteur, { body }),
  )

export const useRenouvelerCodes = () =>
  useActe((body: Sent<typeof compteApi.renouvelerCodes.body>) =>
    appeler(compteApi.renouvelerCodes, { body }),
  )

export const useFermerSession = () =>
  useActe((id: number) => appeler(compteApi.fermerSession, { body: { id } }), cles.sessions)

export const useFermerAutresSessions = () =>
  useActe(() => appeler(compteApi.fermerAutresSessions, {}), cles.sessions)
