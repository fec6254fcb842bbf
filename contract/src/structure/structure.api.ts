import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { zListe, zPagination } from '../page.ts'
import { zStructureListee } from './structure.schema.ts'

export const structureApi = {
  listStructures: {
    method: 'GET',
    path: '/structure/lister',
    right: 'structure.lister',
    resume: 'Lister les structures',
    query: zPagination.extend({
      region: z.string().max(30).optional(),
      typeStructure: z.string().max(30).optional(),
    }),
    output: zListe(zStructureListee),
  },
} as const satisfies Record<string, Operation>
