import { z } from 'zod'
import type { Operation } from '../operation.ts'

/** For whoever has lost his password. */
export const motDePasseOublieApi = {
  demanderMotDePasse: {
    method: 'GET',
    path: '/utilisateur/mdpOublie',
    right: 'public',
    resume:
      'Recevoir par courriel un mot de passe provisoire\u202f; la réponse est la même que le compte existe ou non',
    query: z.object({ identifiant: z.string().trim().min(1).max(100) }),
    output: z.object({ libelle: z.string() }),
    erreurs: ['TROP_DE_DEMANDES'],
  },
} as const satisfies Record<string, Operation>
