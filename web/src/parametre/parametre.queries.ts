import { securiteApi } from '@releve/contract/compte/securite.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { useActe } from '../app/useActe.ts'
import { textes } from './parametre.textes.ts'

type Appels<Recu, Envoye> = {
  lire: (signal: AbortSignal) => Promise<Recu>
  modifier: (envoye: Envoye) => Promise<Recu>
  /** Said once they are changed. */
  reussite: string
}

/** Settings read and changed together: what they are, how to read them anew, how to change them. */
function useGroupe<Recu, Envoye>(nom: string, appels: Appels<Recu, Envoye>) {
  const { lire, modifier, reussite } = appels
  const client = useQueryClient()
  const queryKey = ['parametres', nom]
  const lecture = { queryKey, queryFn: ({ signal }: { signal: AbortSignal }) => lire(signal) }
  return {
    requete: useQuery(lecture),
    relire: () => client.fetchQuery({ ...lecture, staleTime: 0 }),
    modification: useActe(
      modifier,
      { reussite, refus: 'place' },
      { onSuccess: (recu) => void client.setQueryData(queryKey, recu) },
    ),
  }
}
export type Groupe<Recu, Envoye> = Omit<ReturnType<typeof useGroupe<Recu, Envoye>>, 'requete'>

const { lireSecurite, modifierSecurite } = securiteApi
const { lireMentions, modifierMentions, lireConservation, modifierConservation } = parametreApi

export const useSecurite = () =>
  useGroupe('securite', {
    lire: (signal) => appeler(lireSecurite, { signal }),
    modifier: (body: Sent<typeof modifierSecurite.body>) => appeler(modifierSecurite, { body }),
    reussite: textes.securite.reussite,
  })

export const useMentions = () =>
  useGroupe('mentions', {
    lire: (signal) => appeler(lireMentions, { signal }),
    modifier: (body: Sent<typeof modifierMentions.body>) => appeler(modifierMentions, { body }),
    reussite: textes.mentions.reussite,
  })

export const useConservation = () =>
  useGroupe('conservation', {
    lire: (signal) => appeler(lireConservation, { signal }),
    modifier: (body: Sent<typeof modifierConservation.body>) =>
      appeler(modifierConservation, { body }),
    reussite: textes.conservation.reussite,
  })
