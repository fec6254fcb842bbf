import { z } from 'zod'
import { TYPES_MIME, zFichier } from './fichier.ts'
import { FORMATS_TABLEUR } from './import.ts'

/** Which file a list is wanted in. */
export const zFormat = z.object({ format: z.enum(FORMATS_TABLEUR) })

/** What every export of a list answers: all that its filters leave, as it is read. */
export const EXPORT = {
  reponse: 'fichier',
  output: zFichier,
  typesMime: [TYPES_MIME.csv, TYPES_MIME.xlsx],
  erreurs: ['EXPORT_TROP_GRAND'],
} as const
