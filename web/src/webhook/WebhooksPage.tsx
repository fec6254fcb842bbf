import type { Sent } from '@releve/contract/operation.ts'
import { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import { LIBELLES_TYPES_WEBHOOK, TYPES_WEBHOOK } from '@releve/contract/webhook/webhook.champs.ts'
import {
  ETATS_WEBHOOK,
  type EtatWebhook,
  LIBELLES_ETATS_WEBHOOK,
  LIBELLES_MOTIFS_SUSPENSION,
  type Webhook,
} from '@releve/contract/webhook/webhook.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useState } from 'react'
import { appeler } from '../app/client.ts'
import { type Demander, useDemandee } from '../app/demande.ts'
import { paths } from '../paths.ts'
import { Actes } from '../ui/Actes.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { copier, peutCopier } from '../ui/copier.ts'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { formatInstantCourt } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { ActesWebhook } from './ActesWebhook.tsx'
import { type Donne, WebhookForm } from './WebhookForm.tsx'
import { webhooks } from './webhook.queries.ts'
import { textesWebhook as t } from './webhook.textes.ts'

const c = t.colonnes
const n = t.neuf

const WEBHOOKS_DEMANDES = question({
  filtres: {
    q: recherche(t.filtres.recherche),
    etat: plusieurs(ETATS_WEBHOOK, LIBELLES_ETATS_WEBHOOK, { legende: t.filtres.etats }),
  },
  tris: ['nom', 'creeLe', 'recuLe'],
  tri: 'nom',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(webhooks(lireListe(WEBHOOKS_DEMANDES, adresse).query))

const ASPECTS: Record<EtatWebhook, Aspect> = {
  ACTIF: ['coche', 'succes'],
  EN_ECHEC: ['erreur', 'erreur'],
  SUSPENDU: ['interdit', 'attention'],
}

function Etat({ etat, echecDepuis, suspenduLe, motifSuspension }: Webhook) {
  return (
    <>
      <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_WEBHOOK[etat]}</Pastille>
      {suspenduLe && motifSuspension && (
        <Second>
          {t.suspendu(formatInstantCourt(suspenduLe), LIBELLES_MOTIFS_SUSPENSION[motifSuspension])}
        </Second>
      )}
      {!suspenduLe && echecDepuis && <Second>{t.depuis(formatInstantCourt(echecDepuis))}</Second>}
    </>
  )
}

const Montrer = createContext<(donne: Donne) => void>(() => {})

function Actions({ webhook }: { webhook: Webhook }) {
  return <ActesWebhook webhook={webhook} onDonne={useContext(Montrer)} />
}

const COLONNES: Colonne<Webhook>[] = [
  {
    cle: 'nom',
    titre: c.nom,
    tri: 'nom',
    rendu: ({ nom, adresse, gardien }) => (
      <>
        {nom}
        <Second>{adresse}</Second>
        <Second>{t.gardien(gardien.nomAffichable)}</Second>
      </>
    ),
  },
  {
    cle: 'types',
    titre: c.types,
    rendu: ({ types }) =>
      types.length === TYPES_WEBHOOK.length
        ? t.tous
        : types.map((type) => LIBELLES_TYPES_WEBHOOK[type]).join(', '),
  },
  { cle: 'etat', titre: c.etat, rendu: (webhook) => <Etat {...webhook} /> },
  {
    cle: 'recuLe',
    titre: c.recuLe,
    tri: 'recuLe',
    rendu: ({ recuLe }) => (recuLe ? <Instant le={recuLe} /> : t.jamais),
  },
  { cle: 'enAttente', titre: c.enAttente, rendu: ({ enAttente }) => enAttente },
  {
    cle: 'creeLe',
    titre: c.creeLe,
    tri: 'creeLe',
    rendu: ({ creeLe }) => <Instant le={creeLe} />,
  },
  { cle: 'action', titre: c.action, muet: true, rendu: (webhook) => <Actions webhook={webhook} /> },
]

export const WEBHOOKS = liste({
  ...WEBHOOKS_DEMANDES,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: t,
  icone: 'envoi',
})

/** The webhooks as these filters leave them, as a spreadsheet. */
const exporterWebhooks = (query: Sent<typeof webhookApi.exporterWebhooks.query>) =>
  appeler(webhookApi.exporterWebhooks, { query })

/** A secret, shown this once. */
function Neuf({ nom, secret, onFermer }: Donne & { onFermer: () => void }) {
  return (
    <Dialogue
      ouvert
      titre={n.titre}
      onFermer={onFermer}
      actions={
        <BoutonAction variant="contained" onClick={onFermer}>
          {n.fermer}
        </BoutonAction>
      }
    >
      <ChampTexte
        libelle={n.libelle(nom)}
        aide={n.aide}
        readOnly
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      {peutCopier() && (
        <p>
          <BoutonAction size="small" onClick={() => void copier(secret, n.copie)}>
            {n.copier}
          </BoutonAction>
        </p>
      )}
      <p>{n.secret}</p>
    </Dialogue>
  )
}

/** `/dashboard/webhooks`: which programs are told of what happens, and how they take it. */
export default function WebhooksPage() {
  const filtrage = useListe(WEBHOOKS)
  const requete = useQuery({ ...webhooks(filtrage.query), ...useDemandee() })
  const [creation, setCreation] = useState(false)
  const [donne, setDonne] = useState<Donne | null>(null)
  const { criteres, tri } = filtrage
  // What is done to one may take its line out of what the filters find.
  const ref = useFocusGarde<HTMLDivElement>(requete.data?.total ?? 0)
  const montrer = useCallback((un: Donne) => {
    setCreation(false)
    setDonne(un)
  }, [])
  const actions = (
    <Actes>
      <LienAction to={paths.livraisons()} icone="historique">
        {t.livraisons}
      </LienAction>
      <BoutonAction variant="contained" icone="plus" onClick={() => setCreation(true)}>
        {t.creer}
      </BoutonAction>
    </Actes>
  )
  return (
    <Page titre={t.titre} chapeau={t.chapeau} actions={actions}>
      <Filtres filtrage={filtrage} />
      <Montrer value={montrer}>
        <div ref={ref} tabIndex={-1}>
          <Liste
            {...{ requete, filtrage }}
            exporter={(format) => exporterWebhooks({ ...criteres, tri, format })}
          />
        </div>
      </Montrer>
      {creation && (
        <WebhookForm webhook={null} onDonne={montrer} onFermer={() => setCreation(false)} />
      )}
      {donne && <Neuf {...donne} onFermer={() => setDonne(null)} />}
    </Page>
  )
}
