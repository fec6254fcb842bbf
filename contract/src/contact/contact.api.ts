import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import type { Operation } from '../operation.ts'
import { CHAMPS_CONTACT } from './contact.champs.ts'

/** The public contact form. */
export const contactApi = {
  contacter: {
    method: 'POST',
    path: '/contact',
    right: 'public',
    resume: 'Écrire à la direction centrale, sans compte',
    body: z.object({
      nom: zChamp(CHAMPS_CONTACT.nom),
      email: zChamp(CHAMPS_CONTACT.email),
      objet: zChamp(CHAMPS_CONTACT.objet),
      message: zChamp(CHAMPS_CONTACT.message),
      /** A field that no person sees: whoever fills it is a robot, thanked and forgotten. */
      site: z.string().optional(),
    }),
    output: z.object({ libelle: z.string() }),
    erreurs: ['TROP_DE_DEMANDES'],
  },
} as const satisfies Record<string, Operation>
