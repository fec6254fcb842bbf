import type { ReactNode } from 'react'
import { Icone, type NomIcone } from './Icone.tsx'
import './Pastille.css'

type Ton = 'neutre' | 'info' | 'accent' | 'succes' | 'attention' | 'erreur'
/** How a state looks; its word goes with it. */
export type Aspect = readonly [icone: NomIcone, ton: Ton]

/** A state: icon, word and colour, never colour alone. */
export function Pastille({ aspect, children }: { aspect: Aspect; children: ReactNode }) {
  const [icone, ton] = aspect
  return (
    <span className={`ui-pastille ui-ton-${ton}`}>
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
