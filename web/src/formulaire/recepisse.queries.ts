import { recepisseApi } from '@releve/contract/formulaire/recepisse.api.ts'
import { useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { enregistrerFichier } from '../ui/enregistrerFichier.ts'
import { useActe } from '../ui/useActe.ts'
import { cles } from './formulaire.demande.ts'

/** A report's receipts: what makes its record stale makes them so. */
export const useRecepisses = (numero: string) =>
  useQuery({
    queryKey: [...cles.historique(numero), 'recepisses'],
    queryFn: ({ signal }) => appeler(recepisseApi.listRecepisses, { params: { numero }, signal }),
  })

/** The receipt of a submission; of the last one when none is named. */
export const useTelechargerRecepisse = (numero: string) =>
  useActe(
    (query: { soumission?: number; format?: 'pdf' | 'json' }) =>
      appeler(recepisseApi.lireRecepisse, { params: { numero }, query }),
    { reussite: ({ nom }) => nom, refus: 'toast' },
    { onSuccess: enregistrerFichier },
  )
