import type { ComponentProps } from 'react'
import './Note.css'

/** What helps to read what stands near, in smaller letters. `className`: its place. */
export function Note({ className = '', ...reste }: ComponentProps<'p'>) {
  return <p {...reste} className={`ui-note ${className}`.trim()} />
}
