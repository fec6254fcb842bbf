import { type Champ, libelleSeul } from './champ.ts'

/**
 * A table of fields, and what follows from it wherever its thing is entered, shown or written
 * (decision 0085). A field is *simple* when its kind says all that one does with it: one text, one
 * number, one day. What one chooses, and numbers by key, are *propres*: each place says what it
 * does with each of them, or does not compile.
 */
export type Champs = Readonly<Record<string, Champ>>

/** The names of a table, in its order. */
export type NomDe<C extends Champs> = keyof C & string

type Plusieurs = { sorte: 'choix' } | { parCle: true }
export type NomSimple<C extends Champs> = {
  [Nom in NomDe<C>]: C[Nom] extends Plusieurs ? never : Nom
}[NomDe<C>]
export type NomPropre<C extends Champs> = Exclude<NomDe<C>, NomSimple<C>>

/** Those of a table of its kind that may stay blank. */
type NomFacultatif<C extends Champs> = {
  [Nom in NomSimple<C>]: C[Nom] extends { requis: string } ? never : Nom
}[NomSimple<C>]

/** What stands for nothing, in each simple field that may stay blank. */
export type Blanc<C extends Champs> = {
  [Nom in NomFacultatif<C>]: C[Nom] extends { rien: '' } ? '' : null
}

// The keys of a literal are its own.
export const nomsDe = <C extends Champs>(champs: C) => Object.keys(champs) as NomDe<C>[]

/** Of these names, those of the fields of a block, in the order of the table. */
export function nomsDuBloc<C extends Readonly<Record<string, Champ & { bloc: string }>>>(
  champs: C,
  bloc: C[NomDe<C>]['bloc'],
): NomDe<C>[] {
  return nomsDe(champs).filter((nom) => champs[nom]?.bloc === bloc)
}

export const estParCle = (champ: Champ | undefined): boolean =>
  champ?.sorte === 'nombre' && champ.parCle === true

export const estSimple = <C extends Champs>(champs: C, nom: NomDe<C>): nom is NomSimple<C> =>
  champs[nom]?.sorte !== 'choix' && !estParCle(champs[nom])

/** What a thing holds of the fields of which nothing is said. */
export function blancDe<C extends Champs>(champs: C): Blanc<C> {
  const facultatifs = nomsDe(champs).filter(
    (nom) => estSimple(champs, nom) && champs[nom]?.requis === undefined,
  )
  // As `Blanc` has it, field by field.
  return Object.fromEntries(facultatifs.map((nom) => [nom, rienDe(champs[nom])])) as Blanc<C>
}

function rienDe(champ: Champ | undefined): '' | null {
  return champ?.sorte === undefined ? (champ?.rien ?? null) : null
}

/** A record whose blank texts say nothing, as its table says nothing. */
export function sansBlancs<Fiche extends object>(champs: Champs, fiche: Fiche): Fiche {
  const tenues = new Map<string, unknown>(Object.entries(fiche))
  const blancs = Object.entries(blancDe(champs)).filter(([nom]) => tenues.get(nom) === '')
  return { ...fiche, ...Object.fromEntries(blancs) }
}

/** What the column of a field is called in a spreadsheet. */
export const libelleColonne = (champ: Champ): string => champ.colonne ?? libelleSeul(champ)
