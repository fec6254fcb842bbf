import type { Valeur } from '@releve/contract/modele/modele.schema.ts'

/** What one save sends: only what changed; `null` erases. */
export type Lot = {
  donnees: Record<string, Valeur | null>
  commentaires: Record<string, string | null>
  justifications: Record<string, string | null>
}
export type Sorte = keyof Lot

/** Cells whose values wait for the server, and those on their way to it. */
export type Attente = {
  poser: <S extends Sorte>(sorte: S, cle: string, valeur: Lot[S][string]) => void
  /** Nothing more to send for this key: its text is not valid, or the server refused it. */
  retirer: (sorte: Sorte, cle: string) => void
  /** What the server does not hold yet, in flight or not. */
  contient: (sorte: Sorte, cle: string) => boolean
  /** Typed since the lot in flight left: newer than whatever its answer says. */
  attend: (sorte: Sorte, cle: string) => boolean
  /** Moves all that waits in flight, `null` when nothing does. At most one lot flies at a time. */
  prendre: () => Lot | null
  /** The lot in flight is saved. */
  confirmer: () => void
  /** The lot in flight was not saved: it waits again, behind what was typed meanwhile. */
  rendre: () => void
  /** All that the server does not hold yet. */
  cles: (sorte: Sorte) => string[]
  estVide: () => boolean
  /** When the value of this cell was typed; null when that is not known. */
  tapeLe: (adresse: string) => Date | null
}

const lotVide = (): Lot => ({ donnees: {}, commentaires: {}, justifications: {} })
const SORTES: readonly Sorte[] = ['donnees', 'commentaires', 'justifications']
const estLotVide = (lot: Lot) => SORTES.every((sorte) => Object.keys(lot[sorte]).length === 0)

export function creerAttente(): Attente {
  let attend = lotVide()
  let enVol: Lot | null = null
  const instants = new Map<string, Date>()
  return {
    poser: (sorte, cle, valeur) => {
      if (sorte === 'donnees') instants.set(cle, new Date())
      attend[sorte][cle] = valeur
    },
    retirer: (sorte, cle) => {
      delete attend[sorte][cle]
    },
    contient: (sorte, cle) =>
      Object.hasOwn(attend[sorte], cle) || (enVol !== null && Object.hasOwn(enVol[sorte], cle)),
    attend: (sorte, cle) => Object.hasOwn(attend[sorte], cle),
    prendre: () => {
      if (enVol || estLotVide(attend)) return null
      enVol = attend
      attend = lotVide()
      return enVol
    },
    confirmer: () => {
      enVol = null
    },
    rendre: () => {
      if (!enVol) return
      // What was typed during the flight is newer: it wins over what comes back.
      for (const sorte of SORTES)
        Object.assign(attend, { [sorte]: { ...enVol[sorte], ...attend[sorte] } })
      enVol = null
    },
    cles: (sorte) => [
      ...new Set([...Object.keys(enVol?.[sorte] ?? {}), ...Object.keys(attend[sorte])]),
    ],
    estVide: () => enVol === null && estLotVide(attend),
    tapeLe: (adresse) => instants.get(adresse) ?? null,
  }
}
