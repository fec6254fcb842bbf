import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { useDemandee } from '../app/demande.ts'
import { relectureDe } from '../ui/relecture.ts'
import { type Issue, useActe } from '../ui/useActe.ts'
import { textesInvitations } from './invitations.textes.ts'

/** When the invitations whose mail has not left yet were sent. */
const attenteDe = (liste: OutputOf<typeof inscriptionApi.listInvitations> | undefined) =>
  (liste?.elements ?? [])
    .filter(({ etat }) => etat === 'COURRIEL_EN_ATTENTE')
    .map(({ envoyeeLe }) => envoyeeLe)

export const invitations = (query: Sent<typeof inscriptionApi.listInvitations.query>) =>
  queryOptions({
    queryKey: ['invitations', query],
    queryFn: ({ signal }) => appeler(inscriptionApi.listInvitations, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Mails leave, people answer.
    refetchInterval: ({ state }) => relectureDe(attenteDe(state.data)),
  })

export const useInvitations = (query: Sent<typeof inscriptionApi.listInvitations.query>) =>
  useQuery({ ...invitations(query), ...useDemandee() })

/** Every invitation that these filters leave, as a spreadsheet. */
export const exporterInvitations = (query: Sent<typeof inscriptionApi.exporterInvitations.query>) =>
  appeler(inscriptionApi.exporterInvitations, { query })

/** What an invitation makes stale, beside the list of them. */
const PERIMEES = ['invitations', 'structures', 'structure', 'courriels', 'journal', 'recherche']

function oublier(client: QueryClient) {
  return Promise.all(PERIMEES.map((cle) => client.invalidateQueries({ queryKey: [cle] })))
}

/** An act, after which what it changed is read again, whatever came of it. */
function useActeInvitation<Envoye, Recu>(
  acte: (envoye: Envoye) => Promise<Recu>,
  issue: Issue<Envoye, Recu>,
) {
  const client = useQueryClient()
  return useActe(acte, issue, { onSettled: () => oublier(client) })
}

export type CorpsInvitation = Sent<typeof inscriptionApi.inviterStructure.body>

export const useInviter = () =>
  useActeInvitation((body: CorpsInvitation) => appeler(inscriptionApi.inviterStructure, { body }), {
    reussite: textesInvitations.fiche.envoyee,
    refus: 'place',
  })

/** `email`: to whom it goes once more. */
export const useRenvoyerInvitation = (email: string) =>
  useActeInvitation(
    (id: number) => appeler(inscriptionApi.renvoyerInvitation, { params: { id } }),
    { reussite: textesInvitations.renvoyee(email), refus: 'toast' },
  )

export const useAnnulerInvitation = () =>
  useActeInvitation((id: number) => appeler(inscriptionApi.annulerInvitation, { params: { id } }), {
    reussite: textesInvitations.annulation.faite,
    refus: 'place',
  })
