import { Effets } from '../ui/Actes.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { textesUtilisateur } from './utilisateur.textes.ts'

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
    <Confirmation {...confirmation} fermer={textesUtilisateur.actes.fermer}>
      <FicheEchec textes={textesUtilisateur.confirmation} echec={echec} onRecharger={onRecharger} />
      <Effets effets={effets} />
    </Confirmation>
  )
}
