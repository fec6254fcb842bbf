import type { MouseEvent } from 'react'
import { Alerte } from './Alerte.tsx'
import { prendreLeFocus } from './focus.ts'
import { textesFiche } from './ui.textes.ts'
import './ResumeFautes.css'

/** What is wrong with a field: its name in the form, and its words on the screen. */
export type Faute = { nom: string; libelle: string; faute: string }

/** Brings to the field of this name, in the form where the link stands. */
function allerAuChamp(evenement: MouseEvent<HTMLAnchorElement>, nom: string): void {
  evenement.preventDefault()
  const champ = evenement.currentTarget.closest('form')?.elements.namedItem(nom)
  if (champ instanceof HTMLElement) champ.focus()
}

type Props = {
  forme: { fautes: readonly Faute[]; essais: number }
  envoi: { enCours: boolean; echec: unknown }
}

/** The faults of a form that could not be sent, each leading to its field. It takes the focus. */
export function ResumeFautes({ forme: { fautes, essais }, envoi: { enCours, echec } }: Props) {
  if (essais === 0 || fautes.length === 0 || enCours || echec) return null
  return (
    // Anew at each try: the focus comes back to it.
    <Alerte
      key={essais}
      gravite="error"
      titre={textesFiche.resume(fautes.length)}
      ref={prendreLeFocus}
    >
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
