import { z } from 'zod'
import { DUREES } from './modele/rythme.ts'
import { MOIS, type Mois } from './mois.ts'

/** A month of the API: its name, or its number from 1 to 12 (also as text, in a path). */
export const zMois = z
  .union([z.enum(MOIS), z.string().regex(/^(0?[1-9]|1[0-2])$/), z.int().min(1).max(12)])
  .transform((mois): Mois => MOIS[Number(mois) - 1] ?? (mois as Mois))
export const zAnnee = z.coerce.number().int().min(2000).max(2100)

/** A month of a year, as a call names it. */
export const zPeriode = z.object({ mois: zMois, annee: zAnnee })

/** The same, as an answer tells it. */
export const zMoisLu = z.object({ mois: z.enum(MOIS), annee: z.number() })

/** The same of a report, with how many months it covers, ending with this one. */
export const zMoisCouvert = zMoisLu.extend({ moisCouverts: z.literal(DUREES) })
export type MoisCouvert = z.infer<typeof zMoisCouvert>
