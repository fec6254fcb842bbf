import type { ReactNode, SyntheticEvent } from 'react'
import { useAbandonPage } from '../ui/Abandon.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { direFautes } from '../ui/fautes.ts'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import { textes as t } from './parametre.textes.ts'

type Props = {
  forme: {
    modifie: boolean
    essais: number
    enCours: boolean
    echec: unknown
    changees: readonly string[] | null
    fautes: Readonly<Record<string, string | null | undefined>>
    controler: () => boolean
    envoyer: () => void
    annuler: () => void
    recharger: (() => void) | undefined
  }
  /** The words of each field, by its name. */
  libelles: Readonly<Record<string, string>>
  /** Sends it; absent: at once. */
  onEnvoyer?: () => void
  children: ReactNode
}

function Bilan({ forme, libelles }: Pick<Props, 'forme' | 'libelles'>) {
  const { essais, fautes, echec, changees, recharger } = forme
  const nommer = (nom: string) => libelles[nom] ?? nom
  const dites = direFautes(Object.keys(fautes), fautes, nommer)
  if (essais > 0 && dites.length > 0) {
    // Anew at each try: the focus comes back to it.
    return <ResumeFautes key={essais} titre={t.resume(dites.length)} fautes={dites} />
  }
  const recharge = changees?.length ? t.changeParAutrui(changees.map(nommer)) : t.recharge
  return (
    <FicheEchec
      textes={{ ...t, recharge }}
      echec={echec}
      recharge={changees ? 1 : 0}
      onRecharger={recharger}
    />
  )
}

/** The frame of a tab of settings: why it was not recorded, its fields, what records or undoes. */
export function FormeReglages({ forme, libelles, onEnvoyer = forme.envoyer, children }: Props) {
  const { modifie, enCours, controler, annuler } = forme
  const question = useAbandonPage(modifie)
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    if (controler()) onEnvoyer()
  }
  return (
    <form className="prm-forme" noValidate onSubmit={soumettre}>
      {question}
      <Bilan forme={forme} libelles={libelles} />
      {children}
      <div className="prm-actions">
        <BoutonAction type="submit" variant="contained" enCours={enCours}>
          {t.enregistrer}
        </BoutonAction>
        {modifie && <BoutonAction onClick={annuler}>{t.annuler}</BoutonAction>}
        <span role="status" className="prm-modifie">
          {modifie && t.modifie}
        </span>
      </div>
    </form>
  )
}
