import { z } from 'zod'

/**
 * A fingerprint of the settings as they were read. Sent with a change, it refuses what someone else
 * changed meanwhile; without it, the change is written over what is there.
 */
export const zVersion = z.object({
  version: z
    .string()
    .max(64)
    .describe('Empreinte des réglages tels qu’ils ont été lus, à renvoyer avec un changement')
    .optional(),
})
