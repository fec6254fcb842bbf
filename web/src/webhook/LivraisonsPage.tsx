import type { Sent } from '@releve/contract/operation.ts'
import { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import { LIBELLES_TYPES_WEBHOOK } from '@releve/contract/webhook/webhook.champs.ts'
import {
  ETATS_LIVRAISON,
  type EtatLivraison,
  LIBELLES_ETATS_LIVRAISON,
  type Livraison,
} from '@releve/contract/webhook/webhook.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { type Demander, useDemandee } from '../app/demande.ts'
import { paths } from '../paths.ts'
import { ActesEnvoi } from '../ui/ActesEnvoi.tsx'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { choix, plusieurs, recherche } from '../ui/filtre.tsx'
import { formatInstantCourt } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { type Issue, useActe } from '../ui/useActe.ts'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { livraisons, tousWebhooks, useRelireWebhooks } from './webhook.queries.ts'
import { textesWebhook } from './webhook.textes.ts'

const t = textesWebhook.liv
const c = t.colonnes

const lireId = (texte: string) => (/^[1-9]\d{0,8}$/.test(texte) ? Number(texte) : undefined)

const LIVRAISONS_DEMANDEES = question({
  filtres: {
    q: recherche(t.filtres.recherche),
    webhook: choix(
      { libelle: t.filtres.webhook, vide: t.filtres.tousWebhooks },
      { options: null, lire: lireId },
    ),
    etat: plusieurs(ETATS_LIVRAISON, LIBELLES_ETATS_LIVRAISON, { legende: t.filtres.etats }),
  },
  tris: ['creeLe', 'webhook', 'type'],
  tri: '-creeLe',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(livraisons(lireListe(LIVRAISONS_DEMANDEES, adresse).query))

const ASPECTS: Record<EtatLivraison, Aspect> = {
  EN_ATTENTE: ['horloge', 'info'],
  REPORTEE: ['reessayer', 'attention'],
  LIVREE: ['coche', 'succes'],
  ABANDONNEE: ['erreur', 'erreur'],
}

const LIBELLES: Readonly<Record<string, string>> = LIBELLES_TYPES_WEBHOOK
const nomDe = ({ type }: Livraison): string => LIBELLES[type] ?? type

function Etat({ etat, essais, prochainEssai }: Livraison) {
  return (
    <>
      <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_LIVRAISON[etat]}</Pastille>
      {essais > 1 && <Second>{t.essais(essais)}</Second>}
      {etat === 'REPORTEE' && prochainEssai && (
        <Second>{t.prochain(formatInstantCourt(prochainEssai))}</Second>
      )}
    </>
  )
}

/** What was answered to the last try: the status and its first line, or why nothing was. */
function Reponse({ statut, reponse, erreur, essayeLe, dureeMs }: Livraison) {
  if (!essayeLe) return erreur ?? t.attend
  return (
    <>
      {statut === null ? erreur : `${statut} ${reponse ?? ''}`}
      <Second>
        {formatInstantCourt(essayeLe)} {dureeMs !== null && t.duree(dureeMs)}
      </Second>
    </>
  )
}

function useActeLivraison(
  operation: typeof webhookApi.renvoyerLivraison,
  issue: Issue<number, unknown>,
) {
  const onSettled = useRelireWebhooks()
  return useActe((id: number) => appeler(operation, { params: { id } }), issue, { onSettled })
}

/** What may be done with this delivery now. */
function Actes(livraison: Livraison) {
  const { id, actions, webhook } = livraison
  const noms = [nomDe(livraison), webhook.nom] as const
  const reprise = useActeLivraison(webhookApi.renvoyerLivraison, {
    reussite: t.renvoyee,
    refus: 'toast',
  })
  const arret = useActeLivraison(webhookApi.abandonnerLivraison, {
    reussite: t.abandon.faite,
    refus: 'place',
  })
  return (
    <ActesEnvoi
      id={id}
      reprise={{
        possible: actions.includes('renvoyer'),
        icone: 'reessayer',
        libelle: t.renvoyer,
        nom: t.renvoyerNom(...noms),
        mutation: reprise,
      }}
      arret={{
        possible: actions.includes('abandonner'),
        libelle: t.abandonner,
        nom: t.abandonnerNom(...noms),
        mutation: arret,
        question: {
          titre: t.abandon.titre,
          effets: t.abandon.effets(...noms),
          fermer: t.fermer,
          echec: t.echec,
        },
      }}
    />
  )
}

const COLONNES: Colonne<Livraison>[] = [
  {
    cle: 'type',
    titre: c.type,
    tri: 'type',
    rendu: (livraison) => (
      <>
        {nomDe(livraison)}
        {livraison.objet && <Second>{livraison.objet}</Second>}
      </>
    ),
  },
  { cle: 'webhook', titre: c.webhook, tri: 'webhook', rendu: ({ webhook }) => webhook.nom },
  { cle: 'etat', titre: c.etat, rendu: (livraison) => <Etat {...livraison} /> },
  { cle: 'creeLe', titre: c.creeLe, tri: 'creeLe', rendu: ({ creeLe }) => <Instant le={creeLe} /> },
  { cle: 'reponse', titre: c.reponse, rendu: (livraison) => <Reponse {...livraison} /> },
  { cle: 'action', titre: c.action, muet: true, rendu: (livraison) => <Actes {...livraison} /> },
]

export const LIVRAISONS = liste({
  ...LIVRAISONS_DEMANDEES,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: t,
  icone: 'envoi',
})

/** Deliveries as these filters leave them, as a spreadsheet. */
const exporterLivraisons = (query: Sent<typeof webhookApi.exporterLivraisons.query>) =>
  appeler(webhookApi.exporterLivraisons, { query })

/** `/dashboard/webhooks/livraisons`: what was told to programs, and what they have answered. */
export default function LivraisonsPage() {
  const { data } = useQuery(tousWebhooks)
  const options = (data?.elements ?? []).map(({ id, nom }) => ({ code: String(id), libelle: nom }))
  const filtrage = useListe(LIVRAISONS, { webhook: options })
  const requete = useQuery({ ...livraisons(filtrage.query), ...useDemandee() })
  const { criteres, tri } = filtrage
  const webhooks = (
    <LienAction to={paths.webhooks} icone="retour">
      {t.webhooks}
    </LienAction>
  )
  return (
    <Page titre={t.titre} chapeau={t.chapeau} actions={webhooks}>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterLivraisons({ ...criteres, tri, format })}
      />
    </Page>
  )
}
