import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { lireEtGarder } from '../app/garde.ts'

/** One code list, by its code: `REGION`, `MOTIF_RENVOI`… */
const codification = (code: string) =>
  queryOptions({
    queryKey: ['codifications', code],
    queryFn: ({ signal }) =>
      appeler(codificationApi.listCodifications, { params: { code }, signal }),
    persister: lireEtGarder,
    staleTime: 10 * 60_000,
  })

/** `actif`: false when the screen has no use for the list. */
export const useCodification = (code: string, actif = true) =>
  useQuery({ ...codification(code), enabled: actif })
