import { z } from 'zod'
import type { Operation } from '../operation.ts'
import {
  type ChampContact,
  fauteContact,
  LONGUEURS_CONTACT,
  normaliserContact,
} from './contact.rules.ts'

function zChamp(champ: ChampContact) {
  const { min: minLength, max: maxLength } = LONGUEURS_CONTACT[champ]
  return z
    .string({ error: () => fauteContact(champ, '') ?? undefined })
    .overwrite((valeur) => normaliserContact(champ, valeur))
    .superRefine((valeur, ctx) => {
      const faute = fauteContact(champ, valeur)
      if (faute) ctx.addIssue(faute)
    })
    .meta({ minLength, maxLength })
}

/** The public contact form. */
export const contactApi = {
  contacter: {
    method: 'POST',
    path: '/contact',
    right: 'public',
    resume: 'Écrire à la direction centrale, sans compte',
    body: z.object({
      nom: zChamp('nom'),
      email: zChamp('email'),
      objet: zChamp('objet'),
      message: zChamp('message'),
      /** A field that no person sees: whoever fills it is a robot, thanked and forgotten. */
      site: z.string().optional(),
    }),
    output: z.object({ libelle: z.string() }),
    erreurs: ['TROP_DE_DEMANDES'],
  },
} as const satisfies Record<string, Operation>
