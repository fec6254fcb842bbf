import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { queryOptions } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { lireEtGarder } from '../app/garde.ts'

/** The definition of a model, as reports of this month are begun with; kept for who has no network. */
export const modeleEnVigueur = (code: string) =>
  queryOptions({
    queryKey: ['modeleEnVigueur', code],
    queryFn: ({ signal }) => appeler(modeleApi.lireModeleEnVigueur, { params: { code }, signal }),
    persister: lireEtGarder,
    staleTime: 10 * 60_000,
  })
