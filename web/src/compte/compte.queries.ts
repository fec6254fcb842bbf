import { compteApi } from '@releve/contract/compte/compte.api.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import type { Demander } from '../app/demande.ts'
import { type Issue, useActe } from '../ui/useActe.ts'
import { textesCompte } from './compte.textes.ts'

export type Compte = OutputOf<typeof compteApi.lireCompte>
export type SessionOuverte = OutputOf<typeof compteApi.listSessions>[number]
export type Secret = OutputOf<typeof compteApi.preparerSecondFacteur>

const cles = { compte: ['compte'], sessions: ['sessions'] } as const

const compte = queryOptions({
  queryKey: cles.compte,
  queryFn: ({ signal }) => appeler(compteApi.lireCompte, { signal }),
})

const sessions = queryOptions({
  queryKey: cles.sessions,
  queryFn: ({ signal }) => appeler(compteApi.listSessions, { signal }),
})

export const useCompte = () => useQuery(compte)
export const useSessions = () => useQuery(sessions)

export const demander: Demander = (client) =>
  Promise.all([client.prefetchQuery(compte), client.prefetchQuery(sessions)])

/** What every act on one's second factor changes: it closes the other sessions too. */
const FACTEUR = [cles.compte, cles.sessions]

/** An act on one's account: what it changes is read anew. */
function useActeCompte<Envoye, Recu>(
  acte: (envoye: Envoye) => Promise<Recu>,
  changees: readonly (readonly string[])[],
  issue: Issue<Envoye, Recu>,
) {
  const client = useQueryClient()
  return useActe(acte, issue, {
    onSettled: () => {
      for (const queryKey of changees) void client.invalidateQueries({ queryKey })
    },
    // What is sent holds a password: nothing keeps it once the screen is left.
    gcTime: 0,
  })
}

/** Draws a secret; it is worth nothing until a first code activates it. */
export const usePreparer = () =>
  useActeCompte(
    (body: Sent<typeof compteApi.preparerSecondFacteur.body>) =>
      appeler(compteApi.preparerSecondFacteur, { body }),
    [],
    // The secret shows.
    { reussite: null, refus: 'place' },
  )

export const useActiver = () =>
  useActeCompte(
    (body: Sent<typeof compteApi.activerSecondFacteur.body>) =>
      appeler(compteApi.activerSecondFacteur, { body }),
    FACTEUR,
    { reussite: textesCompte.facteur.active, refus: 'place' },
  )

export const useDesactiver = () =>
  useActeCompte(
    (body: Sent<typeof compteApi.desactiverSecondFacteur.body>) =>
      appeler(compteApi.desactiverSecondFacteur, { body }),
    FACTEUR,
    { reussite: textesCompte.facteur.desactive, refus: 'place' },
  )

export const useRenouvelerCodes = () =>
  useActeCompte(
    (body: Sent<typeof compteApi.renouvelerCodes.body>) =>
      appeler(compteApi.renouvelerCodes, { body }),
    FACTEUR,
    { reussite: textesCompte.facteur.renouveles, refus: 'place' },
  )

type MotDePasse = Sent<typeof compteApi.fermerAutresSessions.body>

export const useFermerSession = (id: number) =>
  useActeCompte(
    ({ password }: MotDePasse) => appeler(compteApi.fermerSession, { body: { id, password } }),
    [cles.sessions],
    { reussite: textesCompte.sessions.fermee, refus: 'place' },
  )

export const useFermerAutresSessions = () =>
  useActeCompte(
    ({ password }: MotDePasse) => appeler(compteApi.fermerAutresSessions, { body: { password } }),
    [cles.sessions],
    { reussite: ({ fermees }) => textesCompte.sessions.fermees(fermees), refus: 'place' },
  )
