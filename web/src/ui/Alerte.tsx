import type { ReactNode, Ref } from 'react'
import { Icone } from './Icone.tsx'
import './Alerte.css'

export type Gravite = 'info' | 'success' | 'warning' | 'error'

const ICONES = { info: 'info', success: 'coche', warning: 'attention', error: 'erreur' } as const

type Props = {
  gravite: Gravite
  /** Says the nature of the message: « Erreur : … ». */
  titre?: string
  children?: ReactNode
  action?: ReactNode
  /** What holds it already spaces what it holds. */
  sansMarge?: boolean
  /** On one line with its act: what comes over the page, and goes. */
  compacte?: boolean
  /** `alert` for a failure that has just happened; nothing for what stands on the page. */
  role?: 'alert' | 'status'
  ref?: Ref<HTMLDivElement>
}

/** A message in the page: icon, words and colour, never colour alone. */
export function Alerte(props: Props) {
  const { gravite, titre, children, action, sansMarge, compacte, role, ref } = props
  const classes = [
    `ui-alerte ui-alerte-${gravite}`,
    sansMarge && 'ui-alerte-sans-marge',
    compacte && 'ui-alerte-compacte',
  ]
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      role={role}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
    >
      <Icone nom={ICONES[gravite]} />
      <div className="ui-alerte-corps">
        {titre && <strong>{titre}</strong>}
        {children}
      </div>
      {action}
    </div>
  )
}
