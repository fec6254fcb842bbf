/** Stands where a text comes: PostgreSQL keeps no NUL, and the server takes none, so that nobody else writes one. */
const PLACE = '\0'
const PLACE_ECRITE = JSON.stringify(PLACE)

/** The texts met by the `ecrireJson` under way, in their order. */
let rencontres: string[] | null = null

/**
 * A value that is JSON already (a column of the base, a stored model): sent as it is, and read only
 * by whom needs it, once.
 */
export class TexteJson<Valeur> {
  readonly texte: string
  #lue: Valeur | undefined

  constructor(texte: string, lue?: Valeur) {
    this.texte = texte
    this.#lue = lue
  }

  /** Of a value that must be written anyway. */
  static de<Valeur>(valeur: Valeur): TexteJson<Valeur> {
    return new TexteJson(JSON.stringify(valeur), valeur)
  }

  /** The value; shared: never change anything in it. */
  lire(): Valeur {
    // Written by us, from the very same type.
    this.#lue ??= JSON.parse(this.texte) as Valeur
    return this.#lue
  }

  toJSON(): unknown {
    if (rencontres === null) return this.lire()
    rencontres.push(this.texte)
    return PLACE
  }
}

/** The same value, whichever way it came. */
export const valeurDe = <Valeur>(dite: Valeur | TexteJson<Valeur>): Valeur =>
  dite instanceof TexteJson ? dite.lire() : dite

/** `JSON.stringify`, in which what is a `TexteJson` is not written a second time. */
export function ecrireJson(valeur: unknown): string {
  const textes: string[] = []
  rencontres = textes
  let ecrit: string
  try {
    ecrit = JSON.stringify(valeur)
  } finally {
    rencontres = null
  }
  if (textes.length === 0) return ecrit
  const morceaux = ecrit.split(PLACE_ECRITE)
  if (morceaux.length !== textes.length + 1) throw new Error('un NUL dans une réponse')
  return morceaux.reduce((debut, suite, rang) => `${debut}${textes[rang - 1]}${suite}`)
}
