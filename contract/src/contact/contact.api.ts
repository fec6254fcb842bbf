import { z } from 'zod'
import { zSaisis } from '../champ.schema.ts'
import type { Operation } from '../operation.ts'
import { CHAMPS_CONTACT } from './contact.champs.ts'

/** The public contact form. */
export const contactApi = {
  contacter: {
    method: 'POST',
    path: '/contact',
    right: 'public',
    jeton: null,
    resume: 'Écrire à la direction centrale, sans compte',
    body: z.object({
      ...zSaisis(CHAMPS_CONTACT, {}),
      /** A field that no person sees: whoever fills it is a robot, thanked and forgotten. */
      site: z.string().optional(),
    }),
    output: z.object({ libelle: z.string() }),
    erreurs: ['TROP_DE_DEMANDES'],
  },
} as const satisfies Record<string, Operation>
