import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type Changement, changerAdresse } from './adresse.ts'
import { type FiltreActif, retraitDe } from './filtresActifs.ts'

/**
 * The filters of a list, held by its address. `lire` leaves out what the address may not say;
 * `actifsDe` tells those in force in words.
 */
export function useFiltres<F>(
  lire: (params: URLSearchParams) => F,
  actifsDe: (filtres: F) => FiltreActif[],
) {
  const [params, setParams] = useSearchParams()
  const cadre = useRef<HTMLElement>(null)
  const filtres = lire(params)
  const actifs = actifsDe(filtres)
  const changer = (changement: Changement) =>
    setParams((avant) => changerAdresse(avant, changement), { preventScrollReset: true })
  return {
    filtres,
    /** In the order of their fields. */
    actifs,
    /** Where their fields stand: what is pressed to take a filter away goes, the focus must not. */
    cadre,
    changer,
    retirer: ({ retrait }: FiltreActif) => {
      cadre.current?.focus({ preventScroll: true })
      changer(retrait)
    },
    effacer: () => {
      const recherche = cadre.current?.querySelector<HTMLElement>('[type=search]')
      ;(recherche ?? cadre.current)?.focus()
      changer(retraitDe(actifs))
    },
  }
}

export type Filtrage<F> = ReturnType<typeof useFiltres<F>>
