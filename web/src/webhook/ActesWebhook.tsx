import { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import type { Webhook } from '@releve/contract/webhook/webhook.schema.ts'
import { type ReactNode, useState } from 'react'
import { messageDe, titreEchec } from '../api/envoi.ts'
import { appeler } from '../app/client.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { useActe } from '../ui/useActe.ts'
import { type Donne, WebhookForm } from './WebhookForm.tsx'
import { useRelireWebhooks } from './webhook.queries.ts'
import { textesWebhook } from './webhook.textes.ts'
import '../ui/Envoi.css'

const a = textesWebhook.actes
const q = textesWebhook.questions

/** What is asked before it is done. */
type AConfirmer = keyof typeof q

const REUSSITES = { suspendre: a.suspendu, renouveler: null, supprimer: a.supprime } as const

const OPERATIONS = {
  suspendre: webhookApi.suspendreWebhook,
  supprimer: webhookApi.supprimerWebhook,
} as const

type PropsQuestion = {
  webhook: Webhook
  acte: AConfirmer
  onDonne: (donne: Donne) => void
  onFermer: () => void
}

function Question({ webhook: { id, nom }, acte, onDonne, onFermer }: PropsQuestion) {
  const onSettled = useRelireWebhooks()
  const { isPending, error, mutate } = useActe(
    async (): Promise<string | null> => {
      const params = { id }
      if (acte !== 'renouveler') return (await appeler(OPERATIONS[acte], { params })) ?? null
      return (await appeler(webhookApi.renouvelerSecretWebhook, { params })).secret
    },
    { reussite: REUSSITES[acte], refus: 'place' },
    { onSettled, gcTime: 0 },
  )
  const agir = () => {
    if (isPending) return
    mutate(undefined, {
      onSuccess: (secret) => {
        onFermer()
        if (secret !== null) onDonne({ nom, secret })
      },
    })
  }
  const { titre, effets } = q[acte](nom)
  return (
    <Confirmation
      titre={titre}
      fermer={a.garder}
      bouton={a[acte]}
      enCours={isPending}
      onAgir={agir}
      onFermer={onFermer}
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={titreEchec(error, a.echec)}>
          {messageDe(error)}
        </Alerte>
      )}
      <p>{effets}</p>
    </Confirmation>
  )
}

type PropsBouton = { nom: string; onClick: () => void; enCours?: boolean; children: ReactNode }

const Bouton = ({ nom, ...props }: PropsBouton) => (
  <BoutonAction size="small" variant="text" aria-label={nom} {...props} />
)

type PropsActe = {
  webhook: Webhook
  operation: typeof webhookApi.essayerWebhook | typeof webhookApi.reprendreWebhook
  reussite: string
  nom: string
  children: ReactNode
}

/** What is done at once, without a question. */
function Acte({ webhook: { id }, operation, reussite, nom, children }: PropsActe) {
  const onSettled = useRelireWebhooks()
  const { isPending, mutate } = useActe(
    () => appeler(operation, { params: { id } }),
    { reussite, refus: 'toast' },
    { onSettled },
  )
  const agir = () => {
    if (!isPending) mutate(undefined)
  }
  return (
    <Bouton nom={nom} enCours={isPending} onClick={agir}>
      {children}
    </Bouton>
  )
}

type Props = { webhook: Webhook; onDonne: (donne: Donne) => void }

/** What may be done with this webhook, from its row. */
export function ActesWebhook({ webhook, onDonne }: Props) {
  const [ouvert, setOuvert] = useState<AConfirmer | 'modifier' | null>(null)
  const { id, nom, etat } = webhook
  const fermer = () => setOuvert(null)
  return (
    <div className="ui-envoi-actes">
      <LienAction
        size="small"
        variant="text"
        to={paths.livraisons({ webhook: String(id) })}
        aria-label={a.livraisonsNom(nom)}
      >
        {textesWebhook.livraisons}
      </LienAction>
      {etat === 'SUSPENDU' ? (
        <Acte
          webhook={webhook}
          operation={webhookApi.reprendreWebhook}
          reussite={a.repris}
          nom={a.reprendreNom(nom)}
        >
          {a.reprendre}
        </Acte>
      ) : (
        <>
          <Acte
            webhook={webhook}
            operation={webhookApi.essayerWebhook}
            reussite={a.essaye}
            nom={a.essayerNom(nom)}
          >
            {a.essayer}
          </Acte>
          <Bouton nom={a.suspendreNom(nom)} onClick={() => setOuvert('suspendre')}>
            {a.suspendre}
          </Bouton>
        </>
      )}
      <Bouton nom={a.modifierNom(nom)} onClick={() => setOuvert('modifier')}>
        {a.modifier}
      </Bouton>
      <Bouton nom={a.renouvelerNom(nom)} onClick={() => setOuvert('renouveler')}>
        {a.renouveler}
      </Bouton>
      <Bouton nom={a.supprimerNom(nom)} onClick={() => setOuvert('supprimer')}>
        {a.supprimer}
      </Bouton>
      {ouvert === 'modifier' && <WebhookForm {...{ webhook, onDonne }} onFermer={fermer} />}
      {ouvert !== null && ouvert !== 'modifier' && (
        <Question {...{ webhook, onDonne }} acte={ouvert} onFermer={fermer} />
      )}
    </div>
  )
}
