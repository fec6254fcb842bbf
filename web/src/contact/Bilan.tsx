import type { ChampContact } from '@releve/contract/contact/contact.champs.ts'
import { type EchecApi, messageDe } from '../app/envoi.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { textes } from './contact.textes.ts'

type Props = {
  fautes: readonly { champ: ChampContact; faute: string }[]
  /** Tries to send so far: each puts the focus on its own summary. */
  essais: number
  envoi: { enCours: boolean; echec: EchecApi | null; echecs: number }
  onAller: (champ: ChampContact) => void
}

/** Why the message did not leave: the fields to correct, each a step away, or the failed call. */
export function Bilan({ fautes, essais, envoi, onAller }: Props) {
  if (fautes.length > 0) {
    return (
      <Alerte
        key={essais}
        gravite="error"
        titre={textes.fautes(fautes.length)}
        ref={prendreLeFocus}
      >
        <ul className="ctc-fautes">
          {fautes.map(({ champ, faute }) => (
            <li key={champ}>
              <button type="button" className="ctc-lien" onClick={() => onAller(champ)}>
                <span>{faute}</span>
              </button>
            </li>
          ))}
        </ul>
      </Alerte>
    )
  }
  const { enCours, echec, echecs } = envoi
  if (!echec) return null
  return (
    <Alerte
      key={-echecs}
      gravite="error"
      titre={echec.estReseau ? textes.coupure : textes.echec}
      ref={prendreLeFocus}
      action={
        <BoutonAction type="submit" size="small" enCours={enCours}>
          {enCours ? textes.enCours : textes.reessayer}
        </BoutonAction>
      }
    >
      {messageDe(echec, textes.reseau)}
    </Alerte>
  )
}
