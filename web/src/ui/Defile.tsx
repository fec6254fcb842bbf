import { type ReactNode, useCallback, useState } from 'react'
import './Defile.css'

type Props = {
  /** Name of the region: what it holds. */
  nom: string
  className?: string
  children: ReactNode
}

/**
 * A table wider than the screen scrolls in its own named region, by keyboard too (RGAA 10.11). One
 * that fits scrolls with the page: its headings then stay in sight, and it stops no Tab.
 */
export function Defile({ nom, className = '', children }: Props) {
  const [deborde, setDeborde] = useState(false)
  const suivre = useCallback((boite: HTMLElement | null) => {
    const table = boite?.firstElementChild
    if (!boite || !table) return
    const observateur = new ResizeObserver(() => {
      setDeborde(table.getBoundingClientRect().width > boite.clientWidth + 1)
    })
    observateur.observe(boite)
    observateur.observe(table)
    return () => observateur.disconnect()
  }, [])
  return (
    <section
      ref={suivre}
      className={`ui-defile ${className}`.trim()}
      data-deborde={deborde || undefined}
      data-tient={!deborde || undefined}
      aria-label={deborde ? nom : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={deborde ? 0 : undefined}
    >
      {children}
    </section>
  )
}
