import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { NOMS_MENTIONS } from '../parametre/mentions.champs.ts'

/** What the legal notices say that the program cannot know; a blank text was not given. */
const zNotices = z
  .object({
    organisation: z.string(),
    pays: z.string(),
    mentions: z.record(z.enum(NOMS_MENTIONS), z.string()),
    /** Months that a line of the journal stays. */
    conservationJournalMois: z.number(),
    /** Months that a message stays. */
    conservationMessagesMois: z.number(),
  })
  .meta({ id: 'Notices' })
export type Notices = z.infer<typeof zNotices>

/** Apart from the configuration, which every page reads: few open a notice. */
export const noticesApi = {
  lireNotices: {
    method: 'GET',
    path: '/notices',
    right: 'public',
    jeton: null,
    resume: 'Lire ce que disent les mentions légales et la page de confidentialité',
    output: zNotices,
  },
} as const satisfies Record<string, Operation>
