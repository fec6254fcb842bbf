import { z } from 'zod'

/** The largest that PostgreSQL's `integer` holds: beyond it, a call is malformed, not a failure. */
const ENTIER_MAX = 2_147_483_647

/** The id of a row, also as a path, a query or a form writes it. */
export const zId = z.coerce.number().int().positive().max(ENTIER_MAX)
/** The same in JSON: a number, never a text that reads as one. */
export const zIdDonne = z.int().positive().max(ENTIER_MAX)
/** Of a table whose ids are `bigint`: as far as a number counts exactly. */
export const zGrandId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** The same in JSON. */
export const zGrandIdDonne = z.int().positive().max(Number.MAX_SAFE_INTEGER)
/** What counts writes or publications: 0 where there are none. */
export const zCompteur = z.coerce.number().int().min(0).max(ENTIER_MAX)
/** The same in JSON. */
export const zCompteurDonne = z.int().min(0).max(ENTIER_MAX)
