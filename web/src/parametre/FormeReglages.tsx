import type { ReactNode, SyntheticEvent } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import { textes as t } from './parametre.textes.ts'
import { useGarde } from './useGarde.ts'

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

/** Someone goes away from what was typed: he may still stay. */
function Depart({ modifie }: { modifie: boolean }) {
  const depart = useGarde(modifie)
  if (depart.state !== 'blocked') return null
  return (
    <Dialogue
      ouvert
      titre={t.depart.titre}
      onFermer={depart.reset}
      actions={
        <>
          <BoutonAction variant="contained" onClick={depart.reset}>
            {t.depart.rester}
          </BoutonAction>
          <BoutonAction onClick={depart.proceed}>{t.depart.partir}</BoutonAction>
        </>
      }
    >
      <p>{t.depart.texte}</p>
    </Dialogue>
  )
}

function Bilan({ forme, libelles }: Pick<Props, 'forme' | 'libelles'>) {
  const { essais, fautes, echec, changees, recharger } = forme
  const nommer = (nom: string) => libelles[nom] ?? nom
  const dites = Object.entries(fautes).flatMap(([nom, faute]) =>
    faute ? [{ nom, libelle: nommer(nom), faute }] : [],
  )
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
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    if (controler()) onEnvoyer()
  }
  return (
    <form className="prm-forme" noValidate onSubmit={soumettre}>
      <Depart modifie={modifie} />
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
