import type { ReactNode } from 'react'
import { Icone, type NomIcone } from './Icone.tsx'
import './EtatVide.css'

type Props = { icone?: NomIcone; children: ReactNode; action?: ReactNode }

/** Nothing to show: says what, and what to do about it. */
export function EtatVide({ icone = 'rapport', children, action }: Props) {
  return (
    <div className="ui-vide">
      <Icone nom={icone} taille={32} />
      <p>{children}</p>
      {action}
    </div>
  )
}
