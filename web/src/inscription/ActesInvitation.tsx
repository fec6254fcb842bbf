import type { InvitationSuivie } from '@releve/contract/inscription/inscription.schema.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { messageDe } from '../app/client.ts'
import { toastEchec, toastReussite } from '../app/toasts.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { useAnnulerInvitation, useRenvoyerInvitation } from './inscription.queries.ts'
import { textes } from './invitations.textes.ts'

const t = textes.actes
type Props = { invitation: InvitationSuivie }

/** Asks before an invitation is cancelled: whose it is, and what happens then. */
function Annulation({ invitation, onFermer }: Props & { onFermer: () => void }) {
  const { id, structure, email } = invitation
  const { mutate, isPending, error } = useAnnulerInvitation()
  const annuler = () => {
    if (isPending) return
    const onSuccess = () => {
      toastReussite(textes.annulation.faite)
      onFermer()
    }
    mutate(id, { onSuccess })
  }
  return (
    <Dialogue
      ouvert
      titre={textes.annulation.titre(structure.libelle)}
      onFermer={onFermer}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {t.garder}
          </BoutonAction>
          <BoutonAction variant="contained" enCours={isPending} onClick={annuler}>
            {t.annuler}
          </BoutonAction>
        </>
      }
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={t.echec}>
          {messageDe(error)}
        </Alerte>
      )}
      <p>{textes.annulation.effets(email)}</p>
    </Dialogue>
  )
}

/** What may be done with this invitation now. */
export function ActesInvitation({ invitation }: Props) {
  const [annulation, setAnnulation] = useState(false)
  const { mutate, isPending } = useRenvoyerInvitation()
  const { id, structure, email, actions } = invitation
  const ref = useFocusGarde<HTMLDivElement>(actions.length)
  const renvoyer = () => {
    if (isPending) return
    const onSuccess = () => toastReussite(textes.renvoyee(email))
    mutate(id, { onSuccess, onError: toastEchec })
  }
  return (
    <div className="inv-actes" ref={ref} tabIndex={-1}>
      {actions.includes('renvoyer') && (
        <BoutonAction
          size="small"
          icone="envoi"
          aria-label={t.renvoyerNom(structure.libelle)}
          enCours={isPending}
          onClick={renvoyer}
        >
          {t.renvoyer}
        </BoutonAction>
      )}
      {actions.includes('annuler') && (
        <BoutonAction
          size="small"
          variant="text"
          aria-label={t.annulerNom(structure.libelle)}
          onClick={() => setAnnulation(true)}
        >
          {t.annuler}
        </BoutonAction>
      )}
      {/* Out of the table, whose cells set texts their own way. */}
      {annulation &&
        createPortal(
          <Annulation invitation={invitation} onFermer={() => setAnnulation(false)} />,
          document.body,
        )}
    </div>
  )
}
