import { z } from 'zod'

const TAILLE_MAX = 200

/** What one looks for. Some keyboards and files write an accent as a sign of its own. */
export const zRecherche = z.string().normalize('NFC').trim().max(100)

/** Query of every list: `page` from 1, `taille` ≤ 200, `tri` (`-champ` for descending), `q`. */
export const zPagination = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  taille: z.coerce.number().int().min(1).max(TAILLE_MAX).default(50),
  tri: z.string().max(60).optional(),
  q: zRecherche.optional(),
})
export type Pagination = z.infer<typeof zPagination>

/** Up to how many lines a list without end is counted (docs/decisions/0082). */
export const TOTAL_MAX = 1000

/** How many lines a list has: `totalBorne` when there are more than `total`, which is then `TOTAL_MAX`. */
export type Total = { total: number; totalBorne?: true | undefined }

/** Answer of every list. */
export const zListe = <T extends z.ZodType>(element: T) =>
  z.object({
    elements: z.array(element),
    total: z.number(),
    totalBorne: z.literal(true).optional(),
    page: z.number(),
    taille: z.number(),
  })
/** `recalcul`: some reports are being computed again; what is said of them is of before. */
export const zRecalculDit = z.object({ recalcul: z.literal(true).optional() })
export type RecalculDit = z.infer<typeof zRecalculDit>

export type Liste<T> = Total & { elements: T[]; page: number; taille: number }

export const zRef = z
  .object({ id: z.number(), code: z.string(), libelle: z.string() })
  .meta({ id: 'Ref' })
export type Ref = z.infer<typeof zRef>

/** An instant, ISO 8601 in UTC. */
export const zInstant = z.string()
/** A day, `AAAA-MM-JJ`. */
export const zJour = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
/** Several values in a query string: repeated, or separated by commas. */
export const zPlusieurs = <T extends z.ZodType<string>>(element: T) =>
  z.preprocess(
    (valeur) => (typeof valeur === 'string' ? valeur.split(',').filter(Boolean) : valeur),
    z.array(element).max(500),
  )
