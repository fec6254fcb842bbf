import type { ComponentProps } from 'react'
import './Invisible.css'

type Props = Omit<ComponentProps<'span'>, 'className'> & {
  /** Hidden only where the screen is narrower, in pixels; seen by all elsewhere. */
  sous?: 600 | 700 | 900 | 1600
}

/** Words for screen readers only. What is no `span` takes the classes of Invisible.css itself. */
export function Invisible({ sous, ...reste }: Props) {
  return <span {...reste} className={sous ? `ui-invisible-sous-${sous}` : 'ui-invisible'} />
}
