import { isDeepStrictEqual } from 'node:util'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import type { Ref } from '@releve/contract/page.ts'
import { CHAMPS_DATES, type ChampDate } from '@releve/contract/structure/structure.champs.ts'
import type { PeriodeStructure } from '@releve/contract/structure/structure.schema.ts'
import { type EtatDate, type Plage, SANS_FIN, type Tranche } from './periode.sql.ts'

export const etatDe = ({ du: _du, au: _au, ...etat }: Tranche): EtatDate => etat

/** What is true in this month. */
export function etatDuMois(tranches: readonly Tranche[], rang: number): EtatDate {
  const tranche = tranches.find(({ du, au }) => du <= rang && rang <= au)
  if (!tranche) throw new Error(`mois ${rang} sans état`)
  return etatDe(tranche)
}

/** The same, with one beginning at this month. */
function coupees(tranches: readonly Tranche[], rang: number): Tranche[] {
  return tranches.flatMap((tranche) =>
    tranche.du < rang && rang <= tranche.au
      ? [
          { ...tranche, au: rang - 1 },
          { ...tranche, du: rang },
        ]
      : [tranche],
  )
}

/** Neighbours that say the same are one. */
function jointes(tranches: readonly Tranche[]): Tranche[] {
  const reunies: Tranche[] = []
  for (const tranche of tranches) {
    const avant = reunies.at(-1)
    if (avant && isDeepStrictEqual(etatDe(avant), etatDe(tranche))) avant.au = tranche.au
    else reunies.push({ ...tranche })
  }
  return reunies
}

/** What a change asks of one month's state; the state itself where it asks nothing. */
type Change = (etat: EtatDate) => EtatDate

/** Changes every month of a stretch. */
export function changerPlage(
  tranches: readonly Tranche[],
  { du, au }: Plage,
  change: Change,
): Tranche[] {
  const aux = au === SANS_FIN ? coupees(tranches, du) : coupees(coupees(tranches, du), au + 1)
  return jointes(
    aux.map((tranche) =>
      du <= tranche.du && tranche.au <= au ? { ...tranche, ...change(etatDe(tranche)) } : tranche,
    ),
  )
}

/** The last month, from this one on, in which a part of the state stays what it is then. */
function finDe(
  tranches: readonly Tranche[],
  rang: number,
  lire: (etat: EtatDate) => unknown,
): number {
  const tenu = lire(etatDuMois(tranches, rang))
  const suivante = tranches.find(
    (tranche) => tranche.du > rang && !isDeepStrictEqual(lire(tranche), tenu),
  )
  return suivante ? suivante.du - 1 : SANS_FIN
}

const CHAMPS = CHAMPS_DATES.filter((champ) => champ !== 'modeles')

/** Gives or takes one model, from this month until something else is recorded of it. */
function changerModele(tranches: readonly Tranche[], rang: number, modele: string): Tranche[] {
  const donne = !etatDuMois(tranches, rang).modeles.includes(modele)
  const au = finDe(tranches, rang, ({ modeles }) => modeles.includes(modele))
  return changerPlage(tranches, { du: rang, au }, (etat) => ({
    ...etat,
    modeles: donne ? [...etat.modeles, modele] : etat.modeles.filter((un) => un !== modele),
  }))
}

/** The models in this order, where they are the same ones. */
function ordonner(tranches: readonly Tranche[], rang: number, modeles: string[]): Tranche[] {
  const au = finDe(tranches, rang, (etat) => etat.modeles)
  return changerPlage(tranches, { du: rang, au }, (etat) => ({ ...etat, modeles }))
}

/**
 * What is recorded once a structure is so from this month on: each field that differs from what it
 * is then changes there, until the next change of it that is already recorded; of the models, each
 * by itself.
 */
export function changerApartir(
  tranches: readonly Tranche[],
  rang: number,
  voulu: EtatDate,
): Tranche[] {
  const actuel = etatDuMois(tranches, rang)
  let changees = jointes(tranches)
  for (const champ of CHAMPS) {
    if (isDeepStrictEqual(actuel[champ], voulu[champ])) continue
    const au = finDe(changees, rang, (etat) => etat[champ])
    changees = changerPlage(changees, { du: rang, au }, (etat) => ({
      ...etat,
      [champ]: voulu[champ],
    }))
  }
  const avant = new Set(actuel.modeles)
  const apres = new Set(voulu.modeles)
  for (const modele of new Set([...avant, ...apres]))
    if (avant.has(modele) !== apres.has(modele)) changees = changerModele(changees, rang, modele)
  return isDeepStrictEqual(etatDuMois(changees, rang).modeles, voulu.modeles)
    ? changees
    : ordonner(changees, rang, voulu.modeles)
}

/** What one part of the state is, and from which month to which: neighbours that say the same are one. */
export function reduireA<Part>(
  tranches: readonly Tranche[],
  lire: (etat: EtatDate) => Part,
): (Plage & { valeur: Part })[] {
  const reunies: (Plage & { valeur: Part })[] = []
  for (const tranche of tranches) {
    const valeur = lire(tranche)
    const avant = reunies.at(-1)
    if (avant && isDeepStrictEqual(avant.valeur, valeur)) avant.au = tranche.au
    else reunies.push({ du: tranche.du, au: tranche.au, valeur })
  }
  return reunies
}

/** The periods of a field, or of a model, as they are told; those of `undefined` are not. */
function dire(
  champ: ChampDate,
  tranches: readonly Tranche[],
  lire: (etat: EtatDate) => PeriodeStructure['valeur'] | undefined,
): PeriodeStructure[] {
  return reduireA(tranches, lire).flatMap(({ du, au, valeur }) =>
    valeur === undefined
      ? []
      : [
          {
            champ,
            valeur,
            de: du === 0 ? null : periodeDe(du),
            a: au === SANS_FIN ? null : periodeDe(au),
          },
        ],
  )
}

/** What is recorded of these fields of a structure; `parents`: those that it names, by code. */
export function periodesDe(
  tranches: readonly Tranche[],
  parents: ReadonlyMap<string, Ref>,
  champs: readonly ChampDate[] = CHAMPS_DATES,
): PeriodeStructure[] {
  const modeles = [...new Set(tranches.flatMap((tranche) => tranche.modeles))]
  return champs.flatMap((champ) => {
    if (champ === 'modeles')
      return modeles.flatMap((modele) =>
        dire(champ, tranches, (etat) => (etat.modeles.includes(modele) ? modele : undefined)),
      )
    return dire(champ, tranches, (etat) =>
      champ === 'parent' ? (parents.get(etat.parent ?? '') ?? null) : etat[champ],
    )
  })
}

/** The stretches of months in which neither record changes. */
export function croiser(avant: readonly Plage[], apres: readonly Plage[]): Plage[] {
  const debuts = [...new Set([...avant, ...apres].map(({ du }) => du))].toSorted((a, b) => a - b)
  return debuts.map((du, n) => ({ du, au: (debuts[n + 1] ?? SANS_FIN + 1) - 1 }))
}

/** « 2024-01 → 2024-06 »: the months of a stretch, in a line of the journal. */
const direPlage = ({ du, au }: Plage): string =>
  [du === 0 ? '…' : isoDe(periodeDe(du)), au === SANS_FIN ? '…' : isoDe(periodeDe(au))].join(' → ')

/** What a field is over a stretch of months: its value, or its values with their months. */
export function valeurSurPlage(
  tranches: readonly Tranche[],
  champ: ChampDate,
  { du, au }: Plage,
): unknown {
  const dedans = reduireA(tranches, (etat) => etat[champ])
    .filter((une) => une.du <= au && une.au >= du)
    .map((une) => ({ ...une, du: Math.max(une.du, du), au: Math.min(une.au, au) }))
  const [seule] = dedans
  if (dedans.length === 1) return seule?.valeur
  // A list, and not one thing: the base keeps no order of keys.
  return dedans.map(({ valeur, ...plage }) => ({ [direPlage(plage)]: valeur }))
}
