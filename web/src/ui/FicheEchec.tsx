import { messageDe, titreEchec } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { prendreLeFocus } from './focus.ts'
import { textesFiche } from './ui.textes.ts'

/** The sentences of a failure; those that are not given are those of every record. */
export type TextesEchec = { echec: string; reseau?: string; recharge?: string; recharger?: string }

type Props = {
  echec: unknown
  /** Its sentences, as the catalogue of the feature has them. */
  textes: TextesEchec
  /** How many times the record was read anew; 0 since the last sending. */
  recharge?: number
  /** When another person changed it meanwhile. */
  onRecharger: (() => void) | undefined
}

/** Why a record was not kept, where no field says it; or that it was read anew. */
export function FicheEchec({ echec, textes, recharge = 0, onRecharger }: Props) {
  const t = { ...textesFiche, ...textes }
  if (recharge > 0) {
    return (
      <Alerte key={recharge} gravite="info" ref={prendreLeFocus}>
        {t.recharge}
      </Alerte>
    )
  }
  if (!echec) return null
  return (
    <Alerte
      gravite="error"
      titre={titreEchec(echec, t.echec)}
      ref={prendreLeFocus}
      action={
        onRecharger && (
          <BoutonAction size="small" icone="reessayer" onClick={onRecharger}>
            {t.recharger}
          </BoutonAction>
        )
      }
    >
      {messageDe(echec, t.reseau)}
    </Alerte>
  )
}
