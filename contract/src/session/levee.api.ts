import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { zJetonAppareil } from './session.schema.ts'

/** For whoever was told by mail that his account waits, after too many failures. */
export const leveeApi = {
  leverAttente: {
    method: 'POST',
    path: '/utilisateur/lever',
    right: 'public',
    jeton: null,
    resume:
      'Lever, par le lien reçu par courriel, l’attente d’un compte après trop d’échecs\u202f; l’appareil qui le demande est désormais compté à part',
    body: z.object({ jeton: z.string().trim().min(1).max(200), jetonAppareil: zJetonAppareil }),
    output: z.object({ libelle: z.string(), jetonAppareil: z.string() }),
    erreurs: ['LEVEE_INTROUVABLE', 'TROP_DE_DEMANDES'],
  },
} as const satisfies Record<string, Operation>
