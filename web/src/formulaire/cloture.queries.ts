import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { useActe } from '../ui/useActe.ts'
import { textesCloture } from './formulaire.textes.ts'

/** The months of a structure that are closed, close soon or are open again. */
export const moisClos = (structure: string) =>
  queryOptions({
    queryKey: ['calendrier', 'mois', structure],
    queryFn: ({ signal }) => appeler(api.listMoisClos, { params: { structure }, signal }),
    staleTime: 0,
  })

/** Asks for more time; the months are read again, whatever came of it. */
export function useDemander() {
  const client = useQueryClient()
  return useActe(
    (body: Sent<typeof api.demanderProlongation.body>) =>
      appeler(api.demanderProlongation, { body }),
    { reussite: textesCloture.fiche.envoyee, refus: 'place' },
    { onSettled: () => client.invalidateQueries({ queryKey: ['calendrier'] }) },
  )
}
