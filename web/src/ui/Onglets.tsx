import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import './Onglets.css'

type Onglet<Cle> = {
  cle: Cle
  libelle: string
  /** The parameters of its address; all else of the address stays. */
  search: string
}

type Props<Cle extends string> = {
  /** Of the whole, for a screen reader: what one chooses there. */
  nom: string
  onglets: readonly Onglet<Cle>[]
  actuel: Cle
}

/** Brings the current one into sight where they do not all fit, and the page stays where it is. */
function useEnVue(actuel: string) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const barre = ref.current
    const onglet = barre?.querySelector(`[aria-current][data-cle="${actuel}"]`)
    if (!barre || !onglet) return
    const dehors = barre.getBoundingClientRect()
    const dedans = onglet.getBoundingClientRect()
    barre.scrollLeft += dedans.left + dedans.width / 2 - dehors.left - dehors.width / 2
  }, [actuel])
  return ref
}

/**
 * The parts of a page, each an address: links, which one opens in another window, goes back from,
 * and walks through by Tab. They look like tabs, and are none: no arrow moves them.
 */
export function Onglets<Cle extends string>({ nom, onglets, actuel }: Props<Cle>) {
  const ref = useEnVue(actuel)
  return (
    <nav className="ui-onglets" aria-label={nom} ref={ref}>
      {onglets.map(({ cle, libelle, search }) => (
        <Link
          key={cle}
          data-cle={cle}
          to={{ search }}
          aria-current={cle === actuel ? 'page' : undefined}
          preventScrollReset
        >
          {libelle}
        </Link>
      ))}
    </nav>
  )
}
