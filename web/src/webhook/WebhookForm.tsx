import type { Sent } from '@releve/contract/operation.ts'
import { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import {
  CHAMPS_WEBHOOK as c,
  LIBELLES_TYPES_WEBHOOK,
  TYPES_WEBHOOK,
  type TypeWebhook,
} from '@releve/contract/webhook/webhook.champs.ts'
import type { Webhook } from '@releve/contract/webhook/webhook.schema.ts'
import { appeler } from '../app/client.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import { useActe } from '../ui/useActe.ts'
import { useForme } from '../ui/useForme.ts'
import { useRelireWebhooks } from './webhook.queries.ts'
import { textesWebhook } from './webhook.textes.ts'

const t = textesWebhook.fiche

export const VIDE = { nom: '', adresse: '', types: TYPES_WEBHOOK as readonly TypeWebhook[] }
export type SaisieWebhook = typeof VIDE

/** What the table cannot say. */
export const fautesPropres = ({ types }: SaisieWebhook) => ({
  types: types.length > 0 ? null : c.types.requis,
})

export const corpsDe = ({ nom, adresse, types }: SaisieWebhook) => ({
  nom,
  adresse,
  types: [...types],
})

/** Where a refusal belongs that names no field of its own. */
const PAR_CODE = {
  WEBHOOK_EXISTANT: 'nom',
  WEBHOOK_SOI: 'adresse',
  ADRESSE_INTERDITE: 'adresse',
} as const

/** A webhook whose secret is to be shown, once. */
export type Donne = { nom: string; secret: string }

/** Sends it: a new one gives its secret, another nothing. */
function useEnregistrer(webhook: Webhook | null) {
  const onSettled = useRelireWebhooks()
  return useActe(
    async (body: Sent<typeof webhookApi.creerWebhook.body>): Promise<string | null> => {
      if (!webhook) return (await appeler(webhookApi.creerWebhook, { body })).secret
      await appeler(webhookApi.modifierWebhook, { params: { id: webhook.id }, body })
      return null
    },
    { reussite: (secret) => (secret === null ? t.modifie : null), refus: 'place' },
    // What comes holds a secret: nothing keeps it.
    { onSettled, gcTime: 0 },
  )
}

type Props = {
  /** The one to modify; null: a new one. */
  webhook: Webhook | null
  onDonne: (donne: Donne) => void
  onFermer: () => void
}

/** « Créer un webhook », or « Modifier » one: who is told, where, and of what. */
export function WebhookForm({ webhook, onDonne, onFermer }: Props) {
  const { forme, envoi } = useForme(
    {
      champs: c,
      lue: webhook && { ...webhook, version: webhook.id },
      saisieDe: (lu): SaisieWebhook => lu ?? VIDE,
      fautes: fautesPropres,
      parCode: PAR_CODE,
    },
    useEnregistrer(webhook),
  )
  const { saisie } = forme
  const onSoumettre = () =>
    envoi.soumettre(() => corpsDe(saisie), {
      onSuccess: (secret) =>
        secret === null ? onFermer() : onDonne({ nom: saisie.nom.trim(), secret }),
    })
  const types = TYPES_WEBHOOK.map((code) => ({ code, libelle: LIBELLES_TYPES_WEBHOOK[code] }))
  const dessin = {
    forme,
    aides: { nom: t.nomAide, adresse: t.adresseAide },
    options: { types },
    propres: { adresse: { place: 'ui-plein', spellCheck: false } },
  }
  return (
    <Fiche
      titre={webhook ? t.titreModifier(webhook.nom) : t.titre}
      textes={t}
      bouton={webhook ? t.enregistrer : t.creer}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <Groupe {...dessin} legende={t.qui} champs={['nom', 'adresse']} />
      <Groupe {...dessin} nom="types" />
    </Fiche>
  )
}
