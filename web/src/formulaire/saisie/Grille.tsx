import type { ReactNode } from 'react'
import { Defile } from '../../ui/Defile.tsx'
import { auClavier, auCollage, type Colle } from './clavier.ts'
import { TEXTES } from './saisie.textes.ts'
import type { Saisie } from './saisie.types.ts'

type Props = {
  saisie: Saisie
  libelle: string
  /** Addresses, row by row: what a pasted block lands on. */
  grille: readonly (readonly string[])[]
  surCollage: (colle: Colle) => void
  className?: string
  children: ReactNode
}

/** A native table of entry: its keys, and the blocks pasted into it. */
export function Grille({ saisie, libelle, grille, surCollage, className = '', children }: Props) {
  return (
    <Defile nom={TEXTES.defiler(libelle)} className="s-defile">
      <table
        className={`s-table ${className}`}
        onKeyDown={(evenement) => auClavier(evenement, saisie)}
        onPaste={(evenement) => {
          const colle = auCollage(evenement, grille, saisie)
          if (colle) surCollage(colle)
        }}
      >
        {children}
      </table>
    </Defile>
  )
}
