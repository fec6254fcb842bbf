import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { appeler } from '../app/client.ts'
import { enregistrerFichier } from '../ui/enregistrerFichier.ts'
import { useActe } from '../ui/useActe.ts'

/** The published values of a model, for another system. */
export const useExporterValeurs = (modele: string, dire: (rapports: number) => string) =>
  useActe(
    (query: Sent<typeof formulaireApi.exporterValeurs.query>) =>
      appeler(formulaireApi.exporterValeurs, { params: { modele }, query }),
    { reussite: ({ compte }) => dire(compte?.lignes ?? 0), refus: 'toast' },
    { onSuccess: enregistrerFichier },
  )

/** What the cells of a model are called elsewhere. */
export const useExporterCorrespondance = (modele: string) =>
  useActe(
    () =>
      appeler(formulaireApi.exporterCorrespondance, {
        params: { modele },
        query: { format: 'csv' },
      }),
    // The file comes.
    { reussite: null, refus: 'toast' },
    { onSuccess: enregistrerFichier },
  )
