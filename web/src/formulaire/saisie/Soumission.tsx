import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode, MOIS, nbJours } from '@releve/contract/mois.ts'
import { useId, useState } from 'react'
import { EchecApi } from '../../app/client.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { useSoumettreFormulaire } from '../formulaire.queries.ts'
import type { PropsActions } from './Actions.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Bilan } from './saisie.types.ts'

/** By the server's clock the month is not over: one more question. */
const estAConfirmer = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'CONFIRMATION_REQUISE'

type SoumettreProps = PropsActions & { bilan: Bilan }

/** The last button: asks once more, and says what submitting means. */
export function Soumettre({ formulaire, preparer, surEchec, bilan }: SoumettreProps) {
  const [ouvert, setOuvert] = useState(false)
  const [exige, setExige] = useState(() => estEnCours(formulaire))
  const [confirme, setConfirme] = useState(false)
  const [tente, setTente] = useState(false)
  const periode = libellePeriode(formulaire)
  const { mutateAsync, isPending } = useSoumettreFormulaire({
    reussite: TEXTES.succes.soumettre(periode, formulaire.numero),
    refus: (echec) => (estAConfirmer(echec) ? 'rien' : 'place'),
  })
  const empeche = bilan.bloquants + bilan.aJustifier > 0
  const soumettre = async () => {
    const version = await preparer()
    if (version === null) return setOuvert(false)
    try {
      await mutateAsync({ id: formulaire.id, version, ...(confirme && { confirme }) })
    } catch (echec) {
      if (estAConfirmer(echec)) setExige(true)
      else {
        setOuvert(false)
        surEchec(echec)
      }
    }
  }
  return (
    <>
      <BoutonAction
        variant="contained"
        icone="envoi"
        raison={empeche ? TEXTES.revue.impossible : null}
        onClick={() => setOuvert(true)}
      >
        {TEXTES.revue.soumettre(periode)}
      </BoutonAction>
      <Dialogue
        ouvert={ouvert}
        titre={TEXTES.revue.confirmer(periode)}
        onFermer={() => setOuvert(false)}
        onSoumettre={() => {
          setTente(true)
          if (!exige || confirme) void soumettre()
        }}
        actions={
          <>
            <BoutonAction onClick={() => setOuvert(false)}>{TEXTES.revue.revenir}</BoutonAction>
            <BoutonAction type="submit" variant="contained" enCours={isPending}>
              {TEXTES.revue.confirmation}
            </BoutonAction>
          </>
        }
      >
        <p>{TEXTES.revue.consequence}</p>
        {exige && (
          <Confirmation
            {...{ periode, confirme }}
            enFaute={tente && !confirme}
            surChange={setConfirme}
          />
        )}
      </Dialogue>
    </>
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
        {TEXTES.revue.moisEnCours(periode)}
      </label>
      {enFaute && (
        <span id={id} className="s-erreur" role="alert">
          {TEXTES.revue.cochez}
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
