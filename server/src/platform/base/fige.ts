import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from '../route.ts'

/**
 * Stands for a value of the call while the text is written, when there is no value yet: computing
 * with it throws.
 */
class Place {
  readonly nom: PropertyKey

  constructor(nom: PropertyKey) {
    this.nom = nom
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`«\u00a0${String(this.nom)}\u00a0» n’a pas encore de valeur`)
  }
}

/** Runs a statement of one text with the values of a call. */
export type Executer<Ligne, Valeurs> = (db: Db, valeurs: Valeurs) => Promise<Ligne[]>

/**
 * A statement whose text is written once, for those that run at every call: at each of them Kysely
 * would build and print it anew, for the same text. `ecrire` receives a place for each value, under
 * the value's own type, which it may only put in the statement: the call gives the value by its
 * name. What the text itself depends on (a filter, a sort) has no place here.
 */
export function figer<Ligne, Valeurs extends object>(
  ecrire: (places: Valeurs) => RawBuilder<Ligne>,
): Executer<Ligne, Valeurs> {
  let figee: CompiledQuery<Ligne> | undefined
  // Whatever it is asked for, a place: of the names of `Valeurs`, by the type of `ecrire`.
  const places = new Proxy({}, { get: (_, nom) => new Place(nom) }) as Valeurs
  return async (db, valeurs) => {
    figee ??= ecrire(places).compile(db)
    const parameters = figee.parameters.map((lu) =>
      lu instanceof Place ? Reflect.get(valeurs, lu.nom) : lu,
    )
    const { rows } = await db.executeQuery<Ligne>({ ...figee, parameters })
    return rows
  }
}
