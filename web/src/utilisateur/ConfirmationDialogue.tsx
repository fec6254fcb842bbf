import { Confirmation } from '../ui/Confirmation.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { textes } from './utilisateur.textes.ts'

type Props = {
  /** Names the person. */
  titre: string
  /** What happens then. */
  effets: readonly string[]
  bouton: string
  enCours: boolean
  echec: unknown
  /** When another person changed the account meanwhile. */
  onRecharger?: (() => void) | undefined
  onAgir: () => void
  onFermer: () => void
}

/** Asks before an act on somebody's account: whose it is, and what happens then. */
export function ConfirmationDialogue(props: Props) {
  const { effets, echec, onRecharger, ...confirmation } = props
  return (
    <Confirmation {...confirmation} fermer={textes.actes.fermer}>
      <FicheEchec
        textes={textes.confirmation}
        echec={echec}
        recharge={0}
        onRecharger={onRecharger}
      />
      <ul className="usr-effets">
        {effets.map((effet) => (
          <li key={effet}>{effet}</li>
        ))}
      </ul>
    </Confirmation>
  )
}
