import { messageDe } from '../app/client.ts'
import { Alerte } from './Alerte.tsx'

const RESEAU =
  'La connexion au service est interrompue. Rien de ce que vous avez saisi n’est perdu.'

/** On a telephone the button that was pressed is far below: what it met is brought into view. */
const montrer = (alerte: HTMLElement | null) => alerte?.scrollIntoView({ block: 'nearest' })

/** Why a form did not go through, said once, over its fields. Nothing typed is lost. */
export function Echec({ echec, titre }: { echec: unknown; titre: string }) {
  if (!echec) return null
  return (
    <Alerte gravite="error" role="alert" titre={titre} ref={montrer}>
      {messageDe(echec, RESEAU)}
    </Alerte>
  )
}
