import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { useQuery } from '@tanstack/react-query'
import { estCoupure } from '../../api/envoi.ts'
import { appeler } from '../../app/client.ts'
import { useActeFormulaire } from '../formulaire.queries.ts'
import { textesRetour } from './saisie.textes.ts'

export const useRemarquerFormulaire = () =>
  useActeFormulaire(
    (body: Sent<typeof formulaireApi.remarquerFormulaire.body>) =>
      appeler(formulaireApi.remarquerFormulaire, { body, query: { sans: 'fixe' } }),
    { reussite: textesRetour.remarqueEnvoyee, refus: 'toast' },
  )

export const useRepondreRemarque = () =>
  useActeFormulaire(
    (body: Sent<typeof formulaireApi.repondreRemarque.body>) =>
      appeler(formulaireApi.repondreRemarque, { body, query: { sans: 'fixe' } }),
    // Without network, its field says what becomes of it.
    {
      reussite: textesRetour.envoyee,
      refus: (echec) => (estCoupure(echec) ? 'rien' : 'place'),
    },
  )

/** What a report has changed since it was submitted before; read anew with each of its versions. */
export const useDifferences = ({ numero, version }: Formulaire) =>
  useQuery({
    queryKey: ['differences', numero, version],
    queryFn: ({ signal }) =>
      appeler(formulaireApi.listDifferencesFormulaire, { params: { numero }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
