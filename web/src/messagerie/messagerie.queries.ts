import { documentApi } from '@releve/contract/document/document.api.ts'
import { TYPE_MESSAGE } from '@releve/contract/document/document.schema.ts'
import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import type { FrequenceAvis } from '@releve/contract/messagerie/messagerie.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { appeler } from '../app/client.ts'
import { useDemandee } from '../app/demande.ts'
import { enregistrerFichier } from '../ui/enregistrerFichier.ts'
import { useActe } from '../ui/useActe.ts'
import { textesMessagerie } from './messagerie.textes.ts'

/** All that is read of messages; how many wait, in the menu, is below it. */
const MESSAGES = ['messages'] as const

type Demande = Sent<typeof api.listRecus.query>
const LISTES = {
  recus: api.listRecus,
  envoyes: api.listEnvoyes,
  importants: api.listImportants,
}

export const messages = (boite: keyof typeof LISTES, query: Demande) =>
  queryOptions({
    queryKey: [...MESSAGES, boite, query],
    queryFn: ({ signal }) =>
      appeler(LISTES[boite] as typeof api.listRecus, {
        query: { ...query, extrait: 'true' },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const useMessages = (boite: keyof typeof LISTES, query: Demande) =>
  useQuery({ ...messages(boite, query), ...useDemandee() })

const EXPORTS = {
  recus: api.exporterRecus,
  envoyes: api.exporterEnvoyes,
  importants: api.exporterImportants,
  brouillons: api.exporterBrouillons,
}

/** One's own messages, or drafts, as these filters leave them, as a spreadsheet. */
export const exporterMessages = (
  boite: keyof typeof EXPORTS,
  query: Sent<typeof api.exporterRecus.query>,
) => appeler(EXPORTS[boite] as typeof api.exporterRecus, { query })

const BROUILLONS = [...MESSAGES, 'brouillons'] as const

export const brouillons = (query: Sent<typeof api.listBrouillons.query>) =>
  queryOptions({
    queryKey: [...BROUILLONS, query],
    queryFn: ({ signal }) => appeler(api.listBrouillons, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useBrouillons = (query: Sent<typeof api.listBrouillons.query>) =>
  useQuery({ ...brouillons(query), ...useDemandee() })

/** What one has begun under this key; null: nothing yet. */
export const brouillon = (cle: string) =>
  queryOptions({
    queryKey: [...MESSAGES, 'brouillon', cle],
    queryFn: async ({ signal }) => {
      const { elements } = await appeler(api.listBrouillons, { query: { cle }, signal })
      return elements[0] ?? null
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** Forgotten with the screen that asks: what it writes meanwhile is not in the answer. */
export function useBrouillon(cle: string) {
  const client = useQueryClient()
  useEffect(() => () => client.removeQueries({ queryKey: brouillon(cle).queryKey }), [client, cle])
  return useQuery({ ...brouillon(cle), ...useDemandee() })
}

export const message = (id: number | null) =>
  queryOptions({
    queryKey: [...MESSAGES, 'message', id],
    queryFn: ({ signal }) => appeler(api.lireMessage, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    staleTime: 0,
  })

export const useMessage = (id: number | null) => useQuery({ ...message(id), ...useDemandee() })

/** Whom to write to about this report. */
export const concernes = (numero: string | null) =>
  queryOptions({
    queryKey: ['adresses', 'concernes', numero],
    queryFn: ({ signal }) =>
      appeler(api.lireConcernes, { params: { numero: numero ?? '' }, signal }),
    enabled: numero !== null,
  })

export const useConcernes = (numero: string | null) => useQuery(concernes(numero))

export const useGroupes = () =>
  useQuery({
    queryKey: ['adresses', 'groupes'],
    queryFn: ({ signal }) => appeler(api.listGroupes, { signal }),
  })

/** Those whom these words name; everyone, as far as one page goes, where there is none. */
export const useAdresses = (texte: string) =>
  useQuery({
    queryKey: ['adresses', texte],
    queryFn: ({ signal }) =>
      appeler(api.listAdresses, { params: { param: texte || 'tous' }, query: {}, signal }),
    placeholderData: keepPreviousData,
  })

/** After an act, whatever came of it, messages are read again. */
function useRelecture() {
  const client = useQueryClient()
  return { onSettled: () => client.invalidateQueries({ queryKey: MESSAGES }) }
}

type Marque = { id: number; lu: boolean }
/** Nobody hears of a message marked read because it is open. */
export const useMarquerLu = () =>
  useActe(
    ({ id, lu }: Marque) =>
      appeler(api.marquerLu, { params: { id }, query: { lu: lu ? 'true' : 'false' } }),
    { reussite: null, refus: 'rien' },
    useRelecture(),
  )

export const useMarquerImportant = () =>
  useActe(
    ({ id, important }: { id: number; important: boolean }) =>
      appeler(api.marquerImportant, {
        params: { id, important: important ? 'true' : 'false' },
      }),
    { reussite: null, refus: 'toast' },
    useRelecture(),
  )

export function useSupprimer() {
  const client = useQueryClient()
  return useActe(
    (ids: number[]) => appeler(api.deleteMessages, { body: { ids } }),
    { reussite: textesMessagerie.suppression.fait, refus: 'place' },
    {
      // The one that is open is no longer there to be read: its screen is about to be left.
      onSettled: () =>
        client.invalidateQueries({
          queryKey: MESSAGES,
          predicate: ({ queryKey }) => queryKey[1] !== 'message',
        }),
    },
  )
}

export const useEnvoyer = () =>
  useActe(
    (body: Sent<typeof api.envoyerMessage.body>) => appeler(api.envoyerMessage, { body }),
    { reussite: textesMessagerie.ecrire.fait, refus: 'place' },
    useRelecture(),
  )

export type CorpsDeBrouillon = Sent<typeof api.enregistrerBrouillon.body>
/** Keeps what is written; the screen says it, or why it could not. */
export function useGarder() {
  const client = useQueryClient()
  return useActe(
    ({ cle, body }: { cle: string; body: CorpsDeBrouillon }) =>
      appeler(api.enregistrerBrouillon, { params: { cle }, body, keepalive: true }),
    { reussite: null, refus: 'rien' },
    { onSettled: () => client.invalidateQueries({ queryKey: BROUILLONS }) },
  )
}

/** Keeps under a key of its own what another draft may no longer take. */
export const useGarderAilleurs = () =>
  useActe(
    ({ cle, body }: { cle: string; body: CorpsDeBrouillon }) =>
      appeler(api.enregistrerBrouillon, { params: { cle }, body }),
    { reussite: textesMessagerie.ecrire.gardeAilleurs, refus: 'place' },
    useRelecture(),
  )

export const useJeter = () =>
  useActe(
    (cle: string) => appeler(api.deleteBrouillon, { params: { cle } }),
    { reussite: textesMessagerie.ecrire.jete, refus: 'toast' },
    useRelecture(),
  )

export const useJoindre = () =>
  useActe(
    (fichier: File) =>
      appeler(documentApi.deposerPiece, { body: { typeDocument: TYPE_MESSAGE, fichier } }),
    { reussite: null, refus: 'place' },
  )

/** Gives a file to the browser, which keeps it. */
export const useTelecharger = () =>
  useActe(
    async (id: number) =>
      enregistrerFichier(await appeler(documentApi.telechargerPiece, { params: { id } })),
    { reussite: null, refus: 'toast' },
  )

const AVIS = [...MESSAGES, 'avis']
export const useAvis = () =>
  useQuery({ queryKey: AVIS, queryFn: ({ signal }) => appeler(api.lireAvis, { signal }) })

export function useModifierAvis() {
  const client = useQueryClient()
  return useActe(
    (frequence: FrequenceAvis) => appeler(api.modifierAvis, { body: { frequence } }),
    { reussite: textesMessagerie.avisFait, refus: 'toast' },
    { onSettled: () => client.invalidateQueries({ queryKey: AVIS }) },
  )
}
