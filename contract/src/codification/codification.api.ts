import { z } from 'zod'
import type { Operation } from '../operation.ts'

export const zValeurCodification = z.object({
  code: z.string(),
  libelle: z.string(),
  ordre: z.number(),
  actif: z.boolean(),
  parent: z.string().nullable(),
})
export type ValeurCodification = z.infer<typeof zValeurCodification>

export const codificationApi = {
  listCodifications: {
    method: 'GET',
    path: '/codifications/lister/{code}',
    right: 'codification.lire',
    resume: 'Lire une liste de codes',
    params: z.object({ code: z.string().max(40) }),
    output: z.array(zValeurCodification),
    erreurs: ['CODIFICATION_INTROUVABLE'],
  },
} as const satisfies Record<string, Operation>
