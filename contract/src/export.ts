import { z } from 'zod'
import { zFichier } from './fichier.ts'
import { FORMATS_TABLEUR } from './import.ts'

/** Which file a list is wanted in. */
export const zFormat = z.object({ format: z.enum(FORMATS_TABLEUR) })

/** What every export of a list answers: all that its filters leave, as it is read. */
export const EXPORT = {
  reponse: 'fichier',
  output: zFichier,
  erreurs: ['EXPORT_TROP_GRAND'],
} as const
