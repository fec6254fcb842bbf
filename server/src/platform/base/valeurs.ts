import { CamelCasePlugin, type QueryResult, type UnknownRow } from 'kysely'
import pg from 'pg'

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
 * Queries: camelCase → snake_case, as Kysely's own plugin. Rows are left alone: `ClientReleve` has
 * already named their columns, once per answer where the plugin would copy each row.
 */
export class NomsPlugin extends CamelCasePlugin {
  override async transformResult(args: {
    result: QueryResult<UnknownRow>
  }): Promise<QueryResult<UnknownRow>> {
    return args.result
  }
}

interface Description {
  fields: { name: string }[]
}

interface ClientInterne {
  _handleRowDescription(message: Description): void
}

// `_handleRowDescription` is the client's own listener, absent from its types.
const interne = pg.Client.prototype as unknown as ClientInterne

/** A `pg` client whose rows come out with camelCase keys; the content of jsonb is untouched. */
export class ClientReleve extends pg.Client {
  /** Called by `pg` once per answer, before its rows. */
  _handleRowDescription(message: Description): void {
    for (const champ of message.fields) champ.name = enCamel(champ.name)
    interne._handleRowDescription.call(this, message)
  }
}

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const TIMESTAMPTZ = 1184
const INT8S = 1016
const NUMERICS = 1231
const DATES = 1182
const TIMESTAMPTZS = 1185

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

function texteTel(texte: string): string {
  return texte
}

// The types of pg list scalar types only.
const OID_TEXTS = 1009 as Parameters<typeof pg.types.getTypeParser>[0]

function tableau(lire: (texte: string) => unknown): (texte: string) => unknown {
  const enTextes: (texte: string) => (string | null)[] = pg.types.getTypeParser(OID_TEXTS)
  return (texte) => enTextes(texte).map((element) => (element === null ? null : lire(element)))
}

const LECTEURS = new Map<number, (texte: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [DATE, texteTel],
  [TIMESTAMPTZ, instantIso],
  [INT8S, tableau(Number)],
  [NUMERICS, tableau(Number)],
  [DATES, tableau(texteTel)],
  [TIMESTAMPTZS, tableau(instantIso)],
])

/**
 * How values come out of the base: `date` as 'YYYY-MM-DD', `timestamptz` as ISO 8601 UTC, `int8` and
 * `numeric` as numbers (exact up to 2^53), their arrays alike; everything else as `pg` reads it.
 */
export const valeurs: pg.CustomTypesConfig = {
  // The signature of pg covers text and binary formats; only text is ever asked for here.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && LECTEURS.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
