import { z } from 'zod'
import {
  type Bornes,
  type Champ,
  examinerChamp,
  type FauteDeSaisie,
  fauteJour,
  normaliserChamp,
  type Texte,
} from './champ.ts'
import { type Champs, type NomDe, type NomPropre } from './champs.ts'
import { zJour } from './page.ts'

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
    .meta({ maxLength, ...(minLength !== undefined && { minLength }), description: champ.libelle })
}

/** The same where nothing may be said: absent, null or blank, it is null. */
export const zFacultatif = (champ: Texte) =>
  zChamp(champ)
    .nullable()
    .default(null)
    .transform((texte) => texte || null)

/** A number as its table says. */
export function zNombre({ min, max, entier, faute, libelle }: Bornes & { libelle?: string }) {
  const nombre = z
    .number({ error: () => faute })
    .min(min, faute)
    .max(max, faute)
    .meta(libelle === undefined ? {} : { description: libelle })
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

const zNombreFacultatif = (bornes: Bornes) => zNombre(bornes).nullable().default(null)
const zJourFacultatif = zJourSaisi.nullable().default(null)

type Requis = { requis: string }
/** What one enters of a simple field. */
type Saisi<C extends Champ> = C extends { sorte: 'nombre' }
  ? ReturnType<C extends Requis ? typeof zNombre : typeof zNombreFacultatif>
  : C extends { sorte: 'jour' }
    ? C extends Requis
      ? typeof zJourSaisi
      : typeof zJourFacultatif
    : C extends Requis
      ? ReturnType<typeof zChamp>
      : C extends { rien: '' }
        ? z.ZodDefault<ReturnType<typeof zChamp>>
        : ReturnType<typeof zFacultatif>

function zSaisi(champ: Champ): z.ZodType {
  if (champ.sorte === 'choix')
    throw new Error(`«\u00a0${champ.libelle}\u00a0» a son schéma à elle.`)
  const requis = champ.requis !== undefined
  if (champ.sorte === 'nombre') return requis ? zNombre(champ) : zNombreFacultatif(champ)
  if (champ.sorte === 'jour') return (requis ? zJourSaisi : zJourFacultatif).describe(champ.libelle)
  if (requis) return zChamp(champ)
  return champ.rien === undefined ? zFacultatif(champ) : zChamp(champ).default(champ.rien)
}

/** What is read of a simple field. */
type SchemaLu<C extends Champ> = C extends Requis | { rien: '' }
  ? Valeur<C>
  : z.ZodNullable<Valeur<C>>
type Valeur<C extends Champ> = C extends { sorte: 'nombre' }
  ? z.ZodNumber
  : C extends { sorte: 'jour' }
    ? typeof zJour
    : z.ZodString

function zLu(champ: Champ): z.ZodType {
  const { sorte, requis } = champ
  const valeur = sorte === 'nombre' ? z.number() : sorte === 'jour' ? zJour : z.string()
  const jamaisNul = requis !== undefined || (sorte === undefined && champ.rien !== undefined)
  return (jamaisNul ? valeur : valeur.nullable()).describe(champ.libelle)
}

/** The schemas of the fields that say theirs; another one's, where the table's will not do. */
type Propres<C extends Champs> = Record<NomPropre<C>, z.ZodType>

function formesDe(champs: Champs, propres: object, zDe: (champ: Champ) => z.ZodType) {
  const dites = new Map<string, z.ZodType>(Object.entries(propres))
  const formes = Object.entries(champs).map(([nom, un]) => [nom, dites.get(nom) ?? zDe(un)])
  return Object.fromEntries(formes) as unknown
}

/** The fields of a table as one enters them, in its order: the shape of an object. */
export function zSaisis<C extends Champs, P extends Propres<C>>(champs: C, propres: P) {
  // Field by field, what `zSaisi` makes.
  return formesDe(champs, propres, zSaisi) as {
    -readonly [Nom in NomDe<C>]: Nom extends keyof P ? P[Nom] : Saisi<C[Nom]>
  }
}

/** The fields of a table as they are read: the same. */
export function zLus<C extends Champs, P extends Propres<C>>(champs: C, propres: P) {
  // Field by field, what `zLu` makes.
  return formesDe(champs, propres, zLu) as {
    -readonly [Nom in NomDe<C>]: Nom extends keyof P ? P[Nom] : SchemaLu<C[Nom]>
  }
}
