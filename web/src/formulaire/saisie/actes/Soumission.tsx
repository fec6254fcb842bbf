import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode, MOIS, nbJours } from '@releve/contract/mois.ts'
import { useId, useState } from 'react'
import { EchecApi } from '../../../api/envoi.ts'
import { souhaiterSoumettre } from '../../../app/attentes.ts'
import { estCoupure, noterLigne } from '../../../app/ligne.ts'
import { useAuth } from '../../../app/useSession.ts'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Dialogue } from '../../../ui/Dialogue.tsx'
import { toastRefus } from '../../../ui/toasts.ts'
import { useSoumettreFormulaire } from '../../formulaire.queries.ts'
import { textesDialogues } from './actes.textes.ts'
import { useActer } from './useActer.ts'
import { useFocusRendu } from './useFocusRendu.ts'
import './actes.css'

/** By the server's clock the month is not over: one more question. */
const estAConfirmer = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'CONFIRMATION_REQUISE'

type Props = { formulaire: Formulaire; onFermer: () => void }

/** Without network nothing is signed: the wish is kept, for its author to confirm. */
function useAttendreReseau(numero: string) {
  const { identifiant } = useAuth()
  return () => {
    noterLigne(true)
    souhaiterSoumettre(identifiant, numero)
    toastRefus(textesDialogues.souhaitee)
  }
}

function useSoumission({ formulaire, onFermer }: Props) {
  const acter = useActer()
  useFocusRendu()
  const [exige, setExige] = useState(() => estEnCours(formulaire))
  const [confirme, setConfirme] = useState(false)
  const [tente, setTente] = useState(false)
  const periode = libellePeriode(formulaire)
  const attendre = useAttendreReseau(formulaire.numero)
  const { mutateAsync, isPending } = useSoumettreFormulaire({
    reussite: textesDialogues.succes.soumettre(periode, formulaire.numero),
    refus: (echec) => (estAConfirmer(echec) || estCoupure(echec) ? 'rien' : 'place'),
  })
  const soumettre = async () => {
    setTente(true)
    if (exige && !confirme) return
    const fini = await acter(
      (version) => mutateAsync({ id: formulaire.id, version, ...(confirme && { confirme }) }),
      (echec) => {
        if (estAConfirmer(echec)) setExige(true)
        return estAConfirmer(echec)
      },
      attendre,
    )
    if (fini) onFermer()
  }
  return { periode, exige, confirme, setConfirme, tente, soumettre, isPending }
}

/** The question before submitting: what it means, and once more while the month runs. */
export function Soumission(props: Props) {
  const { onFermer } = props
  const { periode, exige, confirme, setConfirme, tente, ...envoi } = useSoumission(props)
  const textes = textesDialogues.soumission
  return (
    <Dialogue
      ouvert
      titre={textes.titre(periode)}
      onFermer={onFermer}
      onSoumettre={() => void envoi.soumettre()}
      actions={
        <>
          <BoutonAction onClick={onFermer}>{textes.revenir}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={envoi.isPending}>
            {textes.soumettre}
          </BoutonAction>
        </>
      }
    >
      <p>{textes.consequence}</p>
      {exige && (
        <Confirmation
          {...{ periode, confirme }}
          enFaute={tente && !confirme}
          surChange={setConfirme}
        />
      )}
    </Dialogue>
  )
}

type ConfirmationProps = {
  periode: string
  confirme: boolean
  enFaute: boolean
  surChange: (confirme: boolean) => void
}

function Confirmation({ periode, confirme, enFaute, surChange }: ConfirmationProps) {
  const id = useId()
  return (
    <>
      <label className="s-confirme">
        <input
          type="checkbox"
          checked={confirme}
          aria-invalid={enFaute}
          aria-describedby={enFaute ? id : undefined}
          onChange={({ currentTarget }) => surChange(currentTarget.checked)}
        />
        {textesDialogues.soumission.moisEnCours(periode)}
      </label>
      {enFaute && (
        <span id={id} className="s-erreur" role="alert">
          {textesDialogues.soumission.cochez}
        </span>
      )}
    </>
  )
}

/** Before the month's last day one is asked to confirm; the server asks too, by its own clock. */
function estEnCours(formulaire: Formulaire): boolean {
  const { mois, annee } = formulaire
  return new Date() < new Date(annee, MOIS.indexOf(mois), nbJours(formulaire))
}
