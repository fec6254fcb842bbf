import type { ComponentProps } from 'react'
import { Icone, type NomIcone } from './Icone.tsx'
import './Bouton.css'

type Props = ComponentProps<'button'> & {
  nom: NomIcone
  'aria-label': string
  size?: 'small' | 'medium' | 'large'
}

/** A button that is an icon alone: its name is for all, as a tooltip and to screen readers. */
export function BoutonIcone({ nom, size = 'medium', className = '', ...reste }: Props) {
  return (
    <button
      type="button"
      title={reste['aria-label']}
      {...reste}
      className={`ui-rond ui-rond-${size} ${className}`.trim()}
    >
      <Icone nom={nom} />
    </button>
  )
}
