import type { ComponentProps } from 'react'
import { messageDe, titreEchec } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'

const RESEAU =
  'La connexion au service est interrompue. Rien de ce que vous avez saisi n’est perdu.'

/** On a telephone the button that was pressed is far below: what it met is brought into view. */
const montrer = (alerte: HTMLElement | null) => alerte?.scrollIntoView({ block: 'nearest' })

type Props = Pick<ComponentProps<typeof Alerte>, 'sansMarge'> & {
  echec: unknown
  titre: string
  /** The act leaves nothing behind, so that without an answer it is as good as not done. */
  sansSuite?: boolean
}

/** Why a form did not go through, said once, over its fields. Nothing typed is lost. */
export function Echec({ echec, titre, sansMarge, sansSuite = false }: Props) {
  if (!echec) return null
  return (
    <Alerte
      gravite="error"
      role="alert"
      titre={sansSuite ? titre : titreEchec(echec, titre)}
      ref={montrer}
      sansMarge={sansMarge}
    >
      {messageDe(echec, RESEAU)}
    </Alerte>
  )
}
