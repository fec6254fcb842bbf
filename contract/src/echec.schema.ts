// Apart from `erreur.ts`, which every reader of files starts with: zod is a third of such a start.
import { z } from 'zod'

export const zDetail = z
  .object({
    chemin: z.string(),
    code: z.string(),
    libelle: z.string(),
    /** Of a conflict: who saved the other value, and when. */
    auteur: z.string().optional(),
    le: z.string().optional(),
  })
  .meta({ id: 'Detail' })

/** Body of every failure. */
export const zEchec = z
  .object({
    code: z.string(),
    libelle: z.string(),
    details: z.array(zDetail).optional(),
    trace: z.string(),
  })
  .meta({ id: 'Echec' })
export type Echec = z.infer<typeof zEchec>
