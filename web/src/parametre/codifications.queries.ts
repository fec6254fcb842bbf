import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import type { EnvoiImport } from '../ui/ImportTableur.tsx'
import { useActe } from '../ui/useActe.ts'
import { textesCodifications as t } from './codifications.textes.ts'

const api = codificationApi
const LISTES = 'listesDeCodes'

export const listes = queryOptions({
  queryKey: [LISTES],
  queryFn: ({ signal }) => appeler(api.listListes, { signal }),
})

const codification = (code: string) =>
  queryOptions({
    queryKey: [LISTES, code],
    queryFn: ({ signal }) => appeler(api.lireCodification, { params: { code }, signal }),
  })

export const useListes = () => useQuery(listes)
/** A list to change; `actif`: false while none is chosen. */
export const useListe = (code: string, actif = true) =>
  useQuery({ ...codification(code), enabled: actif })

export function useRelire(code: string) {
  const client = useQueryClient()
  return () => client.fetchQuery({ ...codification(code), staleTime: 0 })
}

/** What is known of the lists is no longer so, wherever it is shown. */
function useOublier() {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [LISTES, 'codifications'].map((cle) => client.invalidateQueries({ queryKey: [cle] })),
    )
  }
}

export type DemandeCodification = Sent<(typeof api.enregistrerCodification)['body']>

const envoyer = (body: DemandeCodification) => appeler(api.enregistrerCodification, { body })

/** What a change would do, then the change: one act, which the demand's `apercu` tells apart. */
export function useEnregistrer() {
  const oublier = useOublier()
  const apercu = useActe(envoyer, { reussite: null, refus: 'place' })
  const ecriture = useActe(
    envoyer,
    { reussite: t.enregistree, refus: 'place' },
    { onSettled: oublier },
  )
  return {
    mutate: (demande: DemandeCodification, suites: Parameters<typeof ecriture.mutate>[1]) =>
      (demande.apercu ? apercu : ecriture).mutate(demande, suites),
    reset: () => {
      apercu.reset()
      ecriture.reset()
    },
    isPending: apercu.isPending || ecriture.isPending,
    error: ecriture.error ?? apercu.error,
  }
}

/** Puts the codes of a list in another order: nobody who uses them is touched. */
export function useRanger() {
  const oublier = useOublier()
  return useActe(envoyer, { reussite: t.rangee, refus: 'toast' }, { onSettled: oublier })
}

/** What a demand would do, for it to be confirmed. */
export const useApercu = (demande: DemandeCodification) =>
  useQuery({
    queryKey: ['apercuCodes', demande],
    queryFn: () => envoyer({ ...demande, apercu: true }),
    gcTime: 0,
    retry: false,
  })

/** The codes of a list, as a spreadsheet. */
export const exporterCodes = (
  code: string,
  query: Sent<(typeof api.exporterCodification)['query']>,
) => appeler(api.exporterCodification, { params: { code }, query })

/** The call of an import, and what to do once it is written. */
export function useImportCodes(code: string) {
  const oublier = useOublier()
  return {
    importer: ({ fichier, apercu, seulementJustes, signal }: EnvoiImport) =>
      appeler(api.importerCodification, {
        params: { code },
        body: { fichier, apercu, seulementJustes },
        signal,
      }),
    restes: (fichier: File) =>
      appeler(api.exporterCodesRestants, { params: { code }, body: { fichier } }),
    onEcrit: () => void oublier(),
  }
}
