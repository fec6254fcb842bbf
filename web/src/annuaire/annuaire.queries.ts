import { annuaireApi as api } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Annuaire, EditionAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import type { Demander } from '../app/demande.ts'
import { useActe } from '../ui/useActe.ts'

const CLE = 'annuaire'

/** Every edition that one may read, the latest year first. */
const editions = queryOptions({
  queryKey: [CLE, 'tous'],
  queryFn: async ({ signal }): Promise<EditionAnnuaire[]> => {
    const lus = await appeler(api.lireAnnuaire, { params: { param: 'tous' }, signal })
    return Array.isArray(lus) ? lus : []
  },
})

export const useEditions = () => useQuery(editions)

/**
 * The annuaire of a year, whole: its last edition, or the one asked for; `nouvelle`: the year has
 * none yet, and its figures are computed to be looked at.
 */
export function useAnnuaire(annee: number | null, edition: number | undefined, nouvelle: boolean) {
  return useQuery({
    queryKey: [CLE, annee, edition, nouvelle],
    queryFn: async ({ signal }): Promise<Annuaire> => {
      if (nouvelle && annee !== null) {
        return appeler(api.genererApercu, { params: { annee }, signal })
      }
      const demande = { params: { param: String(annee) }, query: { edition }, signal }
      const lu = await appeler(api.lireAnnuaire, demande)
      if (Array.isArray(lu)) throw new Error('a list where one annuaire was asked for')
      return lu
    },
    enabled: annee !== null,
    // It may take seconds to compute, and changes with each form.
    staleTime: 60_000,
    retry: false,
  })
}

type Enregistre = Sent<typeof api.enregistrerAnnuaire.body>

/** Saves the texts of an annuaire, freezes it, publishes it, or opens the edition that corrects it. */
export function useEnregistrer(reussite: string) {
  const client = useQueryClient()
  return useActe(
    (body: Enregistre) => appeler(api.enregistrerAnnuaire, { body }),
    { reussite, refus: 'place' },
    { onSettled: () => client.invalidateQueries({ queryKey: [CLE] }) },
  )
}

/** A figure, by its place in an annuaire. */
export type Designe = { tableau: string; ligne: string; colonne: string }

/** The forms, their versions and their cells, that make a figure. */
export const useExplication = (annuaire: Annuaire, designe: Designe, page: number) =>
  useQuery({
    queryKey: [CLE, 'explication', annuaire.annee, annuaire.edition, designe, page],
    queryFn: ({ signal }) =>
      appeler(api.expliquerChiffre, {
        params: { annee: annuaire.annee },
        query: {
          ...designe,
          page,
          taille: 20,
          // An annuaire that is not kept yet has no edition to be read by.
          ...(annuaire.version > 0 && { edition: annuaire.edition }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const demander: Demander = (client) => client.prefetchQuery(editions)
