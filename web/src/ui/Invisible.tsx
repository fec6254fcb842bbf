import type { ComponentProps } from 'react'
import './Invisible.css'

/** Words for screen readers only. */
export function Invisible(props: ComponentProps<'span'>) {
  return <span {...props} className="ui-invisible" />
}
