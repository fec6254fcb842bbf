import type { ReactNode } from 'react'
import { Icone, type NomIcone } from './Icone.tsx'
import './Pastille.css'

type Ton = 'neutre' | 'info' | 'accent' | 'succes' | 'attention' | 'erreur'
/** How a state looks; its word goes with it. */
export type Aspect = readonly [icone: NomIcone, ton: Ton]

type Props = {
  aspect: Aspect
  /** Without its ground: among others, in a legend. */
  nue?: boolean
  children: ReactNode
}

/** A state: icon, word and colour, never colour alone. */
export function Pastille({ aspect, nue, children }: Props) {
  const [icone, ton] = aspect
  return (
    <span className={`ui-pastille ui-ton-${ton}${nue ? ' ui-pastille-nue' : ''}`}>
      <Icone nom={icone} taille={15} />
      {children}
    </span>
  )
}

/** The same, where there is room for the icon only: its word must be near. */
export function PastilleIcone({ aspect: [icone, ton] }: { aspect: Aspect }) {
  return (
    <span className={`ui-pastille-icone ui-ton-${ton}`}>
      <Icone nom={icone} taille={14} />
    </span>
  )
}
