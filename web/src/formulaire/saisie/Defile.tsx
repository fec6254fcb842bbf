import type { ReactNode } from 'react'

type Props = {
  /** Name of the region: what it holds, and that it scrolls. */
  nom: string
  className?: string
  children: ReactNode
}

/** A table wider than the screen scrolls in its own named region, by keyboard too (RGAA 10.11). */
export function Defile({ nom, className = '', children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`s-defile ${className}`} aria-label={nom} tabIndex={0}>
      {children}
    </section>
  )
}
