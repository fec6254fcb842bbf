import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from '../route.ts'

/** Where a value of the call comes. */
class Place {
  readonly nom: PropertyKey

  constructor(nom: PropertyKey) {
    this.nom = nom
  }
}

type Places<Valeurs> = { readonly [Nom in keyof Valeurs]: Place }

/**
 * A statement whose text is written once, for those that run at every call: at each of them Kysely
 * would build and print it anew, for the same text. `ecrire` receives a place for each value, which
 * the call gives by its name. What the text itself depends on (a filter, a sort) has no place here:
 * such a statement is an ordinary one.
 */
export function figer<Ligne, Valeurs extends object>(
  ecrire: (places: Places<Valeurs>) => RawBuilder<Ligne>,
): (db: Db, valeurs: Valeurs) => Promise<Ligne[]> {
  let figee: CompiledQuery<Ligne> | undefined
  // Whatever it is asked for, a place: of the names of `Valeurs`, by the type of `ecrire`.
  const places = new Proxy({}, { get: (_, nom) => new Place(nom) }) as Places<Valeurs>
  return async (db, valeurs) => {
    figee ??= ecrire(places).compile(db)
    const parameters = figee.parameters.map((lu) =>
      lu instanceof Place ? Reflect.get(valeurs, lu.nom) : lu,
    )
    const { rows } = await db.executeQuery<Ligne>({ ...figee, parameters })
    return rows
  }
}
