import type { ComponentProps } from 'react'
import './Actes.css'

/** What one may do here: buttons, on as many lines as they need. */
export function Actes(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div {...props} className="ui-actes" />
}

/** What an act brings, told before it. */
export function Effets({ effets }: { effets: readonly string[] }) {
  return (
    <ul className="ui-effets">
      {effets.map((effet) => (
        <li key={effet}>{effet}</li>
      ))}
    </ul>
  )
}
