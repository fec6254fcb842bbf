import type { CourrielEnvoi } from '@releve/contract/courriel/courriel.schema.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { messageDe } from '../app/client.ts'
import { toastEchec, toastReussite } from '../app/toasts.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { useAbandonnerCourriel, useReessayerCourriel } from './courriel.queries.ts'
import { textes } from './courriel.textes.ts'

const t = textes.actes

const nomsDe = ({ objet, destinataire }: CourrielEnvoi) =>
  [objet ?? textes.rien, destinataire?.email ?? textes.sansDestinataire] as const

function Abandon({ courriel, onFermer }: { courriel: CourrielEnvoi; onFermer: () => void }) {
  const { mutate, isPending, error } = useAbandonnerCourriel()
  const abandonner = () => {
    if (isPending) return
    const onSuccess = () => {
      toastReussite(textes.abandon.fait)
      onFermer()
    }
    mutate(courriel.id, { onSuccess })
  }
  return (
    <Dialogue
      ouvert
      titre={textes.abandon.titre}
      onFermer={onFermer}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {t.fermer}
          </BoutonAction>
          <BoutonAction variant="contained" enCours={isPending} onClick={abandonner}>
            {t.abandonner}
          </BoutonAction>
        </>
      }
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={t.echec}>
          {messageDe(error)}
        </Alerte>
      )}
      <p>{textes.abandon.effets(...nomsDe(courriel))}</p>
    </Dialogue>
  )
}

/** What may be done with this mail now. */
export function ActesCourriel({ courriel }: { courriel: CourrielEnvoi }) {
  const [abandon, setAbandon] = useState(false)
  const { mutate, isPending } = useReessayerCourriel()
  const { id, actions } = courriel
  const reessayer = () => {
    if (isPending) return
    mutate(id, { onSuccess: () => toastReussite(textes.repris), onError: toastEchec })
  }
  return (
    <div className="crl-actes">
      {actions.includes('reessayer') && (
        <BoutonAction
          size="small"
          icone="reessayer"
          aria-label={t.reessayerNom(...nomsDe(courriel))}
          enCours={isPending}
          onClick={reessayer}
        >
          {t.reessayer}
        </BoutonAction>
      )}
      {actions.includes('abandonner') && (
        <BoutonAction
          size="small"
          variant="text"
          aria-label={t.abandonnerNom(...nomsDe(courriel))}
          onClick={() => setAbandon(true)}
        >
          {t.abandonner}
        </BoutonAction>
      )}
      {/* Out of the table, whose cells set texts their own way. */}
      {abandon &&
        createPortal(
          <Abandon courriel={courriel} onFermer={() => setAbandon(false)} />,
          document.body,
        )}
    </div>
  )
}
