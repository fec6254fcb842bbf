import { Icone } from '../../../ui/Icone.tsx'
import type { Faute } from './Formule.tsx'

/** What is wrong in a group of fields as a whole. */
export function Reproches({ fautes }: { fautes: readonly Pick<Faute, 'message'>[] }) {
  return fautes.map(({ message }) => (
    <p key={message} className="mdl-reproche">
      <Icone nom="erreur" taille={18} />
      <span>{message}</span>
    </p>
  ))
}
