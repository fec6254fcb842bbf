import { z } from 'zod'

const decrits = new WeakMap<z.core.$ZodType, z.ZodType>()

/**
 * A schema for answers only: checked by hand where walking thousands of values with `decrit` would
 * cost more than all the rest of the call, and still described to partners by `decrit`.
 */
export function garde<T>(decrit: z.ZodType<T>, verifier: (valeur: unknown) => boolean) {
  const schema = z.custom<T>(verifier)
  decrits.set(schema, decrit)
  return schema
}

/** What describes a schema made by `garde`; undefined for any other. */
export function decritDe(schema: z.core.$ZodType): z.ZodType | undefined {
  return decrits.get(schema)
}
