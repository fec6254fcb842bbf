import { type ReactNode, useEffect, useRef } from 'react'
import { Dialogue } from './Dialogue.tsx'
import { Second } from './Ligne.tsx'
import './PanneauLot.css'

/** One of a lot that an act leaves out, or did not do, and why. */
export type LigneLaissee = { nom: string; raison: string }

/** What was chosen and is left out, each with its reason: before the act, and after it. */
function Ecartes({ titre, lignes }: { titre: string; lignes: readonly LigneLaissee[] }) {
  if (lignes.length === 0) return null
  return (
    <details open className="ui-lot-ecartes">
      <summary>{titre}</summary>
      <ul>
        {lignes.map(({ nom, raison }) => (
          <li key={`${nom} ${raison}`}>
            {nom}
            <Second>{raison}</Second>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Props = {
  /** How many of how many, to be done and then done. */
  titre: string
  /** What is to be known of the act, before it. */
  aide?: ReactNode
  /** What it leaves out, and how that is announced. */
  ecartes: { titre: string; lignes: readonly LigneLaissee[] }
  /** The act has begun: its buttons change, and the focus stays here. */
  commence: boolean
  actions: ReactNode
  onFermer: () => void
  /** Enter asks for the act. */
  onSoumettre?: () => void
  /** Line by line: what would be done, then what came of it. */
  children: ReactNode
}

/**
 * The panel of an act on several things at once, the same for all of them: before it, how many of
 * how many, which are left out and why; after it, it stays, and says line by line what was done.
 */
export function PanneauLot(props: Props) {
  const { titre, aide, ecartes, commence, actions, onFermer, onSoumettre, children } = props
  const ref = useRef<HTMLDivElement>(null)
  // The button pressed goes away as the act begins and as it ends.
  useEffect(() => {
    if (!commence || document.activeElement !== document.body) return
    const boutons = '.ui-dialogue-actions button'
    ref.current?.closest('dialog')?.querySelector<HTMLElement>(boutons)?.focus()
  })
  return (
    <Dialogue
      ouvert
      largeur="md"
      {...{ titre, onFermer, actions }}
      {...(onSoumettre && { onSoumettre })}
    >
      <div ref={ref} className="ui-lot">
        {aide}
        <Ecartes {...ecartes} />
        {children}
      </div>
    </Dialogue>
  )
}
