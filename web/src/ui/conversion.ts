import type { Champ } from '@releve/contract/champ.ts'
import { type Champs, estParCle } from '@releve/contract/champs.ts'
import { lireNombre, nombreDe } from './nombre.ts'
import { gardeDe, type Saisie } from './saisie.ts'

// From what was read to what the fields hold, and from there to what is sent, as the table of the
// fields says it. Apart from `saisie.ts`, which the sign-in brings: it has no record to convert.

type Cles<C extends Champs> = {
  [Nom in keyof C & string]: C[Nom] extends { parCle: true } ? Nom : never
}[keyof C & string]

/** What the fields of a table hold, beside what `P` says: a text, and one for each key of a group. */
export type SaisieDe<C extends Champs, P> = {
  [Nom in Exclude<keyof C & string, Cles<C> | keyof P>]: string
} & P & { [Chemin in `${Cles<C>}.${string}`]: string }

/** What the fields of a table hold at first, in its order: nothing, but for what `propres` says. */
export function videDe<C extends Champs, P extends Saisie>(champs: C, propres: P) {
  const noms = Object.keys(champs).filter((nom) => !estParCle(champs[nom]))
  // A field of `propres` stands at its place in the table.
  const vide: Saisie = { ...Object.fromEntries(noms.map((nom) => [nom, ''])), ...propres }
  return vide as SaisieDe<C, P>
}

/** A number as one writes it here; « 4,25 ». */
const ecrire = (valeur: unknown) =>
  typeof valeur === 'number' ? String(valeur).replace('.', ',').replace('-', '−') : valeur

/** What the fields hold of what was read; null: as at first, and so of what it does not say. */
export function enSaisie<S extends Saisie>(champs: Champs, vide: S, lue: object | null): S {
  const tenues = Object.entries(lue ?? {}).flatMap(([nom, valeur]) => {
    if (nom in vide) return [[nom, ecrire(valeur) ?? vide[nom]]]
    if (!estParCle(champs[nom])) return []
    return Object.entries(valeur).map(([cle, nombre]) => [`${nom}.${cle}`, ecrire(nombre)])
  })
  return { ...vide, ...Object.fromEntries(tenues) }
}

/** What was typed in the fields of a group, by key. */
export const groupeDe = (saisie: Saisie, groupe: string): [string, string][] =>
  Object.entries(saisie).flatMap(([nom, valeur]): [string, string][] =>
    nom.startsWith(`${groupe}.`) ? [[nom.slice(groupe.length + 1), String(valeur)]] : [],
  )

/** The numbers of a group, without the blanks; of these keys only, where some are given. */
export function nombresDe(saisie: Saisie, groupe: string, cles?: readonly string[]) {
  const lus = groupeDe(saisie, groupe).flatMap(([cle, saisi]): [string, number][] => {
    const lu = cles && !cles.includes(cle) ? null : lireNombre(saisi)
    return typeof lu === 'number' ? [[cle, lu]] : []
  })
  return Object.fromEntries(lus)
}

type ValeurEnvoyee<C, V> = C extends { parCle: true }
  ? Record<string, number>
  : V extends readonly (infer Une)[]
    ? Une[]
    : V extends string
      ?
          | (C extends { sorte: 'nombre' } ? number : V)
          | (C extends { requis: string } | { rien: '' } ? never : null)
      : V
type Corps<C extends Champs, S> = {
  [Nom in keyof C]: ValeurEnvoyee<C[Nom], Nom extends keyof S ? S[Nom] : string>
}

function envoyeeDe(champ: Champ, nom: string, saisie: Saisie) {
  const valeur = saisie[nom] ?? ''
  if (estParCle(champ)) return nombresDe(saisie, nom)
  if (typeof valeur !== 'string') return valeur
  if (champ.sorte === 'nombre') {
    return champ.requis ? nombreDe(valeur) : (lireNombre(valeur) ?? null)
  }
  const jamaisNul = champ.requis || (champ.sorte === undefined && champ.rien !== undefined)
  return gardeDe(champ, valeur) || (jamaisNul ? '' : null)
}

/** What is sent of the fields of a table: as it is kept, and null where nothing was entered. */
export function enCorps<C extends Champs, S extends Saisie>(champs: C, saisie: S): Corps<C, S> {
  const envoyees = Object.entries(champs).map(([nom, champ]) => {
    return [nom, envoyeeDe(champ, nom, saisie)]
  })
  // Field by field, what its kind says.
  return Object.fromEntries(envoyees) as Corps<C, S>
}
