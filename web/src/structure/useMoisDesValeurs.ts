import { useState } from 'react'
import { differences, type Saisie } from '../ui/saisie.ts'

/** A form, as far as its values may be those of another month. */
type Forme<S extends Saisie, V> = {
  base: S
  saisie: S
  version: V
  reprendre: (lue: S, version: V) => string[]
  changer: <N extends keyof S & string>(nom: N, valeur: S[N]) => void
}

/**
 * The month of which a form shows what is dated, which its field `mois` chooses: what was not touched
 * takes the values of another month, what was keeps what was typed, though one passes by a month
 * where it is the same.
 */
export function useMoisDesValeurs<S extends Saisie>(initial: number, mois: keyof S & string) {
  const [rang, setRang] = useState(initial)
  const [touches, setTouches] = useState<readonly (keyof S & string)[]>([])
  function passer<V>(forme: Forme<S, V>, autre: S, leRang: number): void {
    const { base, saisie, version } = forme
    const tapees = differences(base, saisie).filter((nom) => nom !== mois)
    const toutes = [...new Set([...touches, ...tapees])]
    forme.reprendre(autre, version)
    // A key of a group that was never entered is blank.
    for (const nom of toutes) forme.changer(nom, (saisie[nom] ?? '') as S[typeof nom])
    setTouches(toutes)
    setRang(leRang)
  }
  return { rang, passer }
}
