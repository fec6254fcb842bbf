import type { ReactNode, SyntheticEvent } from 'react'
import { useAbandonPage } from '../ui/Abandon.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import type { Saisie } from '../ui/saisie.ts'
import type { Envoi, Mutation } from '../ui/useEnvoi.ts'
import { useForme } from '../ui/useForme.ts'
import type { Forme, Options } from '../ui/useSaisie.ts'
import { textesParametre } from './parametre.textes.ts'

/** Settings read and changed together. */
type Groupe<Recu, Envoye> = {
  modification: Mutation<Envoye & { version?: string | undefined }, Recu>
  relire: () => Promise<Recu>
}

type Reglages<Recu, Envoye, S extends Saisie> = Pick<
  Options<S, string>,
  'champs' | 'dire' | 'fautes'
> & {
  saisieDe: (recu: Recu) => S
  corpsDe: (saisie: S) => Envoye
}

/** The fields of a tab of settings over what was read of them, and what sends them. */
export function useReglages<
  Recu extends { version: string },
  Envoye extends object,
  S extends Saisie,
>(
  recu: Recu,
  { modification, relire }: Groupe<Recu, Envoye>,
  { saisieDe, corpsDe, ...options }: Reglages<Recu, Envoye, S>,
) {
  const { forme, envoi } = useForme({ ...options, lue: recu, saisieDe }, modification, relire)
  return {
    forme,
    envoi,
    soumettre: () =>
      envoi.soumettre(() => ({ ...corpsDe(forme.saisie), version: forme.version }), {
        onSuccess: (ecrit) => forme.enregistrer(saisieDe(ecrit), ecrit.version),
      }),
    annuler: () => {
      forme.annuler()
      envoi.oublier()
    },
  }
}

type Props = {
  reglages: { forme: Forme; envoi: Envoi; soumettre: () => void; annuler: () => void }
  /** Sends it; absent: at once. */
  onSoumettre?: () => void
  children: ReactNode
}

/** The frame of a tab of settings: why it was not recorded, its fields, what records or undoes. */
export function FormeReglages({ reglages, onSoumettre = reglages.soumettre, children }: Props) {
  const { forme, envoi, annuler } = reglages
  const { modifiee, nommer } = forme
  const question = useAbandonPage(modifiee)
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    onSoumettre()
  }
  const changees = envoi.changees.map(nommer)
  return (
    <form className="prm-forme" noValidate onSubmit={soumettre}>
      {question}
      <ResumeFautes {...{ forme, envoi }} />
      <FicheEchec
        textes={{
          ...textesParametre,
          recharge: changees.length
            ? textesParametre.changeParAutrui(changees)
            : textesParametre.recharge,
        }}
        echec={envoi.echec}
        recharge={envoi.recharge}
        onRecharger={envoi.recharger}
      />
      {children}
      <div className="prm-actions">
        <BoutonAction type="submit" variant="contained" enCours={envoi.enCours}>
          {textesParametre.enregistrer}
        </BoutonAction>
        {modifiee && <BoutonAction onClick={annuler}>{textesParametre.annuler}</BoutonAction>}
        <span role="status" className="prm-modifie">
          {modifiee && textesParametre.modifie}
        </span>
      </div>
    </form>
  )
}
