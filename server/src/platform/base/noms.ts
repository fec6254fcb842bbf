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
