import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { useActe } from '../ui/useActe.ts'
import { textesParametre } from './parametre.textes.ts'

const { lireReglagesAnnuaire, modifierReglagesAnnuaire } = annuaireApi
const { lireSecurite, modifierSecurite } = securiteApi
const { lireMentions, modifierMentions, lireConservation, modifierConservation } = parametreApi
const { lireOrganisation, modifierOrganisation } = parametreApi

/** Settings that are read together. */
export const groupe = <Recu>(nom: string, lire: (signal: AbortSignal) => Promise<Recu>) =>
  queryOptions({ queryKey: ['parametres', nom], queryFn: ({ signal }) => lire(signal) })

export const securite = groupe('securite', (signal) => appeler(lireSecurite, { signal }))
export const organisation = groupe('organisation', (signal) =>
  appeler(lireOrganisation, { signal }),
)
export const mentions = groupe('mentions', (signal) => appeler(lireMentions, { signal }))
export const conservation = groupe('conservation', (signal) =>
  appeler(lireConservation, { signal }),
)

export const annuaire = groupe('annuaire', (signal) => appeler(lireReglagesAnnuaire, { signal }))

type Modification<Recu, Envoye> = {
  modifier: (envoye: Envoye) => Promise<Recu>
  /** Said once they are changed. */
  reussite: string
  /** What else on screen follows from them: first words of what it was asked by. */
  perimees?: readonly string[]
}

/** Settings read and changed together: what they are, how to read them anew, how to change them. */
export function useGroupe<Recu, Envoye>(
  lecture: ReturnType<typeof groupe<Recu>>,
  { modifier, reussite, perimees = [] }: Modification<Recu, Envoye>,
) {
  const client = useQueryClient()
  return {
    requete: useQuery(lecture),
    relire: () => client.fetchQuery({ ...lecture, staleTime: 0 }),
    modification: useActe(
      modifier,
      { reussite, refus: 'place' },
      {
        onSuccess: (recu) => {
          client.setQueryData<unknown>(lecture.queryKey, recu)
          for (const cle of perimees) void client.invalidateQueries({ queryKey: [cle] })
        },
      },
    ),
  }
}

export const useSecurite = () =>
  useGroupe(securite, {
    modifier: (body: Sent<typeof modifierSecurite.body>) => appeler(modifierSecurite, { body }),
    reussite: textesParametre.securite.reussite,
  })

export const useOrganisation = () =>
  useGroupe(organisation, {
    modifier: (body: Sent<typeof modifierOrganisation.body>) =>
      appeler(modifierOrganisation, { body }),
    reussite: textesParametre.organisation.reussite,
    perimees: ['configuration'],
  })

export const useMentions = () =>
  useGroupe(mentions, {
    modifier: (body: Sent<typeof modifierMentions.body>) => appeler(modifierMentions, { body }),
    reussite: textesParametre.mentions.reussite,
  })

export const useConservation = () =>
  useGroupe(conservation, {
    modifier: (body: Sent<typeof modifierConservation.body>) =>
      appeler(modifierConservation, { body }),
    reussite: textesParametre.conservation.reussite,
  })

export const useReglagesAnnuaire = () =>
  useGroupe(annuaire, {
    modifier: (body: Sent<typeof modifierReglagesAnnuaire.body>) =>
      appeler(modifierReglagesAnnuaire, { body }),
    reussite: textesParametre.annuaire.reussite,
  })
