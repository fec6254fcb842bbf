import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { zJetonAppareil, zSession } from './session.schema.ts'
import { CODE_RECUPERATION } from './verification.champs.ts'

/** Second step of a sign-in, for accounts that ask for it. */
export const verificationApi = {
  verifier: {
    method: 'POST',
    path: '/utilisateur/verifier',
    right: 'public',
    jeton: null,
    resume: 'Terminer une connexion par un code de vérification ou de récupération',
    body: z.object({
      /** What `/utilisateur/connexion` gave with `VERIFICATION_REQUISE`. */
      defi: z.string().min(1).max(200),
      /** Six figures, or a recovery code. */
      code: z.string().trim().min(1).max(CODE_RECUPERATION.max),
      jetonAppareil: zJetonAppareil,
    }),
    output: zSession,
    erreurs: ['VERIFICATION_EXPIREE', 'CODE_INCORRECT', 'COMPTE_BLOQUE', 'TROP_DE_CODES'],
  },
} as const satisfies Record<string, Operation>
