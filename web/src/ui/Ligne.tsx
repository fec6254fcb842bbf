import type { ReactNode } from 'react'
import { Link } from 'react-router'
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

type PropsNom = { to: string; nom: string; second: string }

/** What names a line and leads to its own page, over what is unique to it. */
export function Nom({ to, nom, second }: PropsNom) {
  return (
    <>
      <Link className="ui-nom" to={to}>
        {nom}
      </Link>
      <Second>{second}</Second>
    </>
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
