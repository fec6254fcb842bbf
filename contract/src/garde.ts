import { z } from 'zod'
import { TexteJson } from './json.ts'

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

/**
 * The same, of a value that an answer may hold as the JSON that it already is: what the base keeps
 * was checked on its way in. Whoever reads the answer has the value.
 */
export function gardeOuTexte<T>(decrit: z.ZodType<T>, verifier: (valeur: unknown) => boolean) {
  const schema = garde(decrit, (valeur) => valeur instanceof TexteJson || verifier(valeur))
  return schema as unknown as z.ZodType<T, T | TexteJson<T>>
}

/** What describes a schema made by `garde`; undefined for any other. */
export function decritDe(schema: z.core.$ZodType): z.ZodType | undefined {
  return decrits.get(schema)
}
