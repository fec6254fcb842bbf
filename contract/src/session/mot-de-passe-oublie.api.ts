import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import type { Operation } from '../operation.ts'
import { CHAMPS_CONNEXION } from './session.champs.ts'

/** For whoever has lost his password. */
export const motDePasseOublieApi = {
  demanderMotDePasse: {
    method: 'GET',
    path: '/utilisateur/mdpOublie',
    right: 'public',
    jeton: null,
    agit: true,
    resume:
      'Recevoir par courriel un mot de passe provisoire, par son identifiant ou par l’adresse d’un seul compte\u202f; la réponse est la même que le compte existe ou non',
    query: z.object({ identifiant: zChamp(CHAMPS_CONNEXION.identifiant) }),
    output: z.object({ libelle: z.string() }),
    erreurs: ['TROP_DE_DEMANDES'],
  },
} as const satisfies Record<string, Operation>
