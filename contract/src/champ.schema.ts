import { z } from 'zod'
import {
  type Bornes,
  examinerChamp,
  type FauteDeSaisie,
  fauteJour,
  normaliserChamp,
  type Texte,
} from './champ.ts'

/** A fault in zod's own terms, which name it to programs; its sentence is for the person. */
function issueDe({ nature, phrase: message }: FauteDeSaisie, { min = 0, max }: Texte) {
  switch (nature) {
    case 'too_small':
      return { code: nature, origin: 'string', minimum: min, message } as const
    case 'too_big':
      return { code: nature, origin: 'string', maximum: max, message } as const
    case 'invalid_format':
      return { code: nature, format: 'champ', message } as const
  }
}

/** A text as its table says, kept as it says: the refusal bears the sentence that the screen shows. */
export function zChamp(champ: Texte) {
  const { max: maxLength, min, requis } = champ
  const minLength = requis === undefined ? undefined : (min ?? 1)
  return z
    .string({ error: () => requis ?? 'Donnez un texte.' })
    .overwrite((valeur) => normaliserChamp(champ, valeur))
    .superRefine((valeur, ctx) => {
      const faute = examinerChamp(champ, valeur)
      if (faute) ctx.addIssue(issueDe(faute, champ))
    })
    .meta({ maxLength, ...(minLength !== undefined && { minLength }) })
}

/** The same where nothing may be said: absent, null or blank, it is null. */
export const zFacultatif = (champ: Texte) =>
  zChamp(champ)
    .nullable()
    .default(null)
    .transform((texte) => texte || null)

/** A number as its table says. */
export function zNombre({ min, max, entier, faute }: Bornes) {
  const nombre = z
    .number({ error: () => faute })
    .min(min, faute)
    .max(max, faute)
  return entier ? nombre.int(faute) : nombre
}

/** A day that one enters. */
export const zJourSaisi = z
  .string({ error: () => fauteJour('') ?? undefined })
  .superRefine((jour, ctx) => {
    const message = fauteJour(jour)
    if (message) ctx.addIssue({ code: 'invalid_format', format: 'date', message })
  })
  .meta({ format: 'date' })
