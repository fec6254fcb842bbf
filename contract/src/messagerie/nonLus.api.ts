import { z } from 'zod'
import type { Operation } from '../operation.ts'

/** Apart from the others: every screen's menu asks for it, and carries nothing else of them. */
export const nonLusApi = {
  compterNonLus: {
    method: 'GET',
    path: '/mail/nonLus',
    right: 'message.lire',
    jeton: null,
    resume: 'Compter ses messages non lus, jusqu’à mille',
    output: z.object({ nonLus: z.number() }),
  },
} as const satisfies Record<string, Operation>
