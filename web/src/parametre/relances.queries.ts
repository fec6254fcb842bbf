import type { Sent } from '@releve/contract/operation.ts'
import { relanceApi as api } from '@releve/contract/relance/relance.api.ts'
import { appeler } from '../app/client.ts'
import { textesRelances } from './calendrier.textes.ts'
import { groupe, useGroupe } from './parametre.queries.ts'

const relances = groupe('relances', (signal) => appeler(api.lireReglagesRelances, { signal }))

export const useReglagesRelances = () =>
  useGroupe(relances, {
    modifier: (body: Sent<typeof api.modifierReglagesRelances.body>) =>
      appeler(api.modifierReglagesRelances, { body }),
    reussite: textesRelances.enregistres,
  })
