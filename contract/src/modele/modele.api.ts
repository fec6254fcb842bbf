import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { zRef } from '../page.ts'

export const modeleApi = {
  listModeles: {
    method: 'GET',
    path: '/modeles',
    right: 'modele.lire',
    resume: 'Lister les modèles de rapport, chacun dans sa dernière version',
    output: z.array(zRef),
  },
} as const satisfies Record<string, Operation>
