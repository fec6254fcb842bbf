import { CamelCasePlugin, type QueryResult, type UnknownRow } from 'kysely'
import type { PostgresType } from 'postgres'
import { parse as lireTableau } from 'postgres-array'

const connus = new Map<string, string>()
const CONNUS_MAX = 5000

/** `date_ouverture` → `dateOuverture`; a name without underscore is itself. */
export function enCamel(nom: string): string {
  const connu = connus.get(nom)
  if (connu !== undefined) return connu
  const camel = nom.replace(/(?<=[a-z0-9])_+([a-z0-9])/g, (_, lettre: string) =>
    lettre.toUpperCase(),
  )
  // Aliases are written by hand: the list is short, and a bound keeps it so whatever happens.
  if (connus.size < CONNUS_MAX) connus.set(nom, camel)
  return camel
}

/**
 * Queries: camelCase → snake_case, as Kysely's own plugin. Rows are left alone: the driver has
 * already named their columns, once per answer where the plugin would copy each row.
 */
export class NomsPlugin extends CamelCasePlugin {
  override async transformResult(args: {
    result: QueryResult<UnknownRow>
  }): Promise<QueryResult<UnknownRow>> {
    return args.result
  }
}

const FORME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d(?::?\d\d)?)$/

/**
 * A `timestamptz` as PostgreSQL writes it → ISO 8601 in UTC with milliseconds, as `toISOString`.
 * Sessions run in UTC, so the usual value is only cut and glued; `infinity` comes out unchanged.
 */
export function instantIso(texte: string): string {
  const [, jour, heure, fraction = '', decalage] = FORME.exec(texte) ?? []
  if (jour === undefined || decalage === undefined) return texte
  const iso = `${jour}T${heure}.${fraction.slice(0, 3).padEnd(3, '0')}`
  if (decalage === '+00') return `${iso}Z`
  const suffixe = decalage.length === 3 ? `${decalage}:00` : decalage
  return new Date(`${iso}${suffixe}`).toISOString()
}

const tel = (texte: string) => texte
const vrai = (texte: string) => texte === 't'
const enOctets = (texte: string) => Buffer.from(texte.slice(2), 'hex')

/** What each type is read by, under its number in PostgreSQL, and under that of its arrays. */
const LECTURES: readonly [lire: (texte: string) => unknown, type: number, tableau: number][] = [
  [vrai, 16, 1000], // bool
  [enOctets, 17, 1001], // bytea
  [Number, 20, 1016], // int8
  [Number, 21, 1005], // int2
  [Number, 23, 1007], // int4
  [tel, 25, 1009], // text
  [Number, 26, 1028], // oid
  [JSON.parse, 114, 199], // json
  [Number, 700, 1021], // float4
  [Number, 701, 1022], // float8
  [tel, 1042, 1014], // bpchar
  [tel, 1043, 1015], // varchar
  [tel, 1082, 1182], // date
  [tel, 1114, 1115], // timestamp
  [instantIso, 1184, 1185], // timestamptz
  [Number, 1700, 1231], // numeric
  [tel, 2950, 2951], // uuid
  [JSON.parse, 3802, 3807], // jsonb
]

/** A value leaves as `enTexte` wrote it: the driver would write a JSON text a second time. */
const lu = (type: number, parse: (texte: string) => unknown): PostgresType => ({
  to: type,
  from: [type],
  serialize: tel,
  parse,
})

/**
 * How values come out of the base: `date` as 'YYYY-MM-DD', `timestamptz` as ISO 8601 UTC, `int8` and
 * `numeric` as numbers (exact up to 2^53), json parsed, `bytea` as bytes, their arrays alike with
 * their nulls; everything else as PostgreSQL writes it.
 */
export const TYPES: Record<string, PostgresType> = Object.fromEntries(
  LECTURES.flatMap(([lire, type, tableau]) => [
    [`t${type}`, lu(type, lire)],
    [`t${tableau}`, lu(tableau, (texte) => lireTableau(texte, lire))],
  ]),
)

function enElement(valeur: unknown): string {
  if (Array.isArray(valeur)) return enTableau(valeur)
  const texte = enTexte(valeur)
  return texte === null ? 'NULL' : `"${texte.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function enTableau(valeurs: readonly unknown[]): string {
  return `{${valeurs.map(enElement).join(',')}}`
}

/**
 * How a value goes into the base: as the text that PostgreSQL reads, whatever its type there. A
 * text leaves as it is, JSON or not; an object, as JSON; `undefined`, as null.
 */
export function enTexte(valeur: unknown): string | null {
  if (valeur === null || valeur === undefined) return null
  if (typeof valeur === 'string') return valeur
  if (valeur instanceof Uint8Array) return `\\x${Buffer.from(valeur).toString('hex')}`
  if (valeur instanceof Date) return valeur.toISOString()
  if (Array.isArray(valeur)) return enTableau(valeur)
  // A number, a boolean, a bigint: nothing else is left.
  return typeof valeur === 'object' ? JSON.stringify(valeur) : `${valeur as number}`
}
