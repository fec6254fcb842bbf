import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import type { EtatInvitation } from '@releve/contract/inscription/inscription.schema.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { type Issue, useActe } from '../app/useActe.ts'
import { relectureDe } from '../ui/relecture.ts'
import { textes } from './invitations.textes.ts'

export type Recherche = {
  etat?: EtatInvitation[] | undefined
  q?: string | undefined
  tri?: string | undefined
  page: number
  taille: number
}

/** When the invitations whose mail has not left yet were sent. */
const attenteDe = (liste: OutputOf<typeof inscriptionApi.listInvitations> | undefined) =>
  (liste?.elements ?? [])
    .filter(({ etat }) => etat === 'COURRIEL_EN_ATTENTE')
    .map(({ envoyeeLe }) => envoyeeLe)

export const useInvitations = (query: Recherche) =>
  useQuery({
    queryKey: ['invitations', query],
    queryFn: ({ signal }) => appeler(inscriptionApi.listInvitations, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Mails leave, people answer.
    refetchInterval: ({ state }) => relectureDe(attenteDe(state.data)),
  })

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
    reussite: textes.fiche.envoyee,
    refus: 'place',
  })

/** `email`: to whom it goes once more. */
export const useRenvoyerInvitation = (email: string) =>
  useActeInvitation(
    (id: number) => appeler(inscriptionApi.renvoyerInvitation, { params: { id } }),
    { reussite: textes.renvoyee(email), refus: 'toast' },
  )

export const useAnnulerInvitation = () =>
  useActeInvitation((id: number) => appeler(inscriptionApi.annulerInvitation, { params: { id } }), {
    reussite: textes.annulation.faite,
    refus: 'place',
  })
