import type { MouseEvent } from 'react'
import { Alerte } from './Alerte.tsx'
import type { Faute } from './fautes.ts'
import { prendreLeFocus } from './focus.ts'
import './ResumeFautes.css'

/** Brings to the field of this name, in the form where the link stands. */
function allerAuChamp(evenement: MouseEvent<HTMLAnchorElement>, nom: string): void {
  evenement.preventDefault()
  const champ = evenement.currentTarget.closest('form')?.elements.namedItem(nom)
  if (champ instanceof HTMLElement) champ.focus()
}

/** The faults of a form that could not be sent, each leading to its field. It takes the focus. */
export function ResumeFautes({ titre, fautes }: { titre: string; fautes: readonly Faute[] }) {
  return (
    <Alerte gravite="error" titre={titre} ref={prendreLeFocus}>
      <ul className="ui-fautes">
        {fautes.map(({ nom, libelle, faute }) => (
          <li key={nom}>
            <a href={`#${nom}`} onClick={(evenement) => allerAuChamp(evenement, nom)}>
              {libelle}
            </a>
            {`\u00a0: ${faute}`}
          </li>
        ))}
      </ul>
    </Alerte>
  )
}
