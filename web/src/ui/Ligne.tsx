import type { ReactNode } from 'react'
import { formatInstantCourt } from './format.ts'
import './Ligne.css'

/** What a cell says under its first line, in smaller letters. */
export function Second({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span className="ui-second" title={title}>
      {children}
    </span>
  )
}

/** A day and an hour (ISO), on one line. */
export function Instant({ le }: { le: string }) {
  return (
    <time dateTime={le} className="ui-instant">
      {formatInstantCourt(le)}
    </time>
  )
}
