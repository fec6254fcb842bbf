import type { ReactNode } from 'react'
import { BoutonAction } from './BoutonAction.tsx'
import { Dialogue } from './Dialogue.tsx'

type Props = {
  /** Names what the act is about. */
  titre: string
  /** Words of the button that leaves things as they are. */
  fermer: string
  /** Words of the button that acts. */
  bouton: string
  enCours?: boolean
  /** What one may look at before, between the two buttons. */
  autre?: ReactNode
  onAgir: () => void
  onFermer: () => void
  /** What happens then, under why it was refused. */
  children: ReactNode
}

/** Asks before an act that is not taken back. */
export function Confirmation(props: Props) {
  const { titre, fermer, bouton, enCours, autre, onAgir, onFermer, children } = props
  return (
    <Dialogue
      ouvert
      titre={titre}
      onFermer={onFermer}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {fermer}
          </BoutonAction>
          {autre}
          <BoutonAction variant="contained" enCours={enCours} onClick={onAgir}>
            {bouton}
          </BoutonAction>
        </>
      }
    >
      {children}
    </Dialogue>
  )
}
