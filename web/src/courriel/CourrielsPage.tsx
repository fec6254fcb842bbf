import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import {
  type CourrielEnvoi,
  ETATS_COURRIEL,
  type EtatCourriel,
  LIBELLES_ETATS_COURRIEL,
} from '@releve/contract/courriel/courriel.schema.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import type { Demander } from '../app/demande.ts'
import { useDemandee } from '../app/demande.ts'
import { paths } from '../paths.ts'
import { ActesEnvoi } from '../ui/ActesEnvoi.tsx'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { formatInstantCourt } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { ModeEnvoi } from '../ui/ModeEnvoi.tsx'
import { Page } from '../ui/Page.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import { relectureDe } from '../ui/relecture.ts'
import type { Colonne } from '../ui/Tableau.tsx'
import { type Issue, useActe } from '../ui/useActe.ts'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { textesCourriel } from './courriel.textes.ts'
import './courriel.css'

/** When the mails that have not left yet were asked for. */
const attenteDe = (lue: OutputOf<typeof courrielApi.listCourriels> | undefined) =>
  (lue?.elements ?? [])
    .filter(({ etat }) => etat === 'EN_ATTENTE')
    .map(({ demandeLe }) => demandeLe)

const courriels = (query: Sent<typeof courrielApi.listCourriels.query>) =>
  queryOptions({
    queryKey: ['courriels', query],
    queryFn: ({ signal }) => appeler(courrielApi.listCourriels, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Mails leave by themselves.
    refetchInterval: ({ state }) => relectureDe(attenteDe(state.data)),
  })

const useCourriels = (query: Sent<typeof courrielApi.listCourriels.query>) =>
  useQuery({ ...courriels(query), ...useDemandee() })

/** The outbox as these filters leave it, as a spreadsheet. */
const exporterCourriels = (query: Sent<typeof courrielApi.exporterCourriels.query>) =>
  appeler(courrielApi.exporterCourriels, { query })

/** An act on one mail; the list and the journal are read again, whatever came of it. */
function useActeCourriel(
  operation: typeof courrielApi.reessayerCourriel,
  issue: Issue<number, unknown>,
) {
  const client = useQueryClient()
  return useActe((id: number) => appeler(operation, { params: { id } }), issue, {
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['courriels'] }),
        client.invalidateQueries({ queryKey: ['journal'] }),
      ]),
  })
}

const useReessayerCourriel = () =>
  useActeCourriel(courrielApi.reessayerCourriel, {
    reussite: textesCourriel.repris,
    refus: 'toast',
  })
const useAbandonnerCourriel = () =>
  useActeCourriel(courrielApi.abandonnerCourriel, {
    reussite: textesCourriel.abandon.fait,
    refus: 'place',
  })

const c = textesCourriel.colonnes
const a = textesCourriel.actes
const f = textesCourriel.filtres

const COURRIELS_DEMANDES = question({
  filtres: {
    q: recherche(f.recherche),
    etat: plusieurs(ETATS_COURRIEL, LIBELLES_ETATS_COURRIEL, { legende: f.etats }),
  },
  tris: [],
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(courriels(lireListe(COURRIELS_DEMANDES, adresse).query))

const ASPECTS: Record<EtatCourriel, Aspect> = {
  EN_ATTENTE: ['horloge', 'info'],
  REPORTE: ['reessayer', 'attention'],
  ENVOYE: ['coche', 'succes'],
  ABANDONNE: ['erreur', 'erreur'],
  SANS_OBJET: ['interdit', 'neutre'],
}

function EtatEnvoi({ etat }: { etat: EtatCourriel }) {
  return <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_COURRIEL[etat]}</Pastille>
}

function Destinataire({ destinataire }: CourrielEnvoi) {
  if (!destinataire) return <Second>{textesCourriel.sansDestinataire}</Second>
  return (
    <>
      {destinataire.nom}
      <Second>{destinataire.email}</Second>
    </>
  )
}

function quandDe(courriel: CourrielEnvoi): string {
  const { etat, envoyeLe, abandonneLe, sansObjetLe, prochainEssai, essais } = courriel
  if (envoyeLe) return textesCourriel.parti(formatInstantCourt(envoyeLe))
  if (sansObjetLe) return textesCourriel.sansObjet(formatInstantCourt(sansObjetLe))
  if (abandonneLe) return textesCourriel.abandonne(formatInstantCourt(abandonneLe))
  if (etat === 'EN_ATTENTE' || essais === 0 || !prochainEssai) return textesCourriel.attend
  return textesCourriel.prochain(formatInstantCourt(prochainEssai))
}

function Suite(courriel: CourrielEnvoi) {
  const { essais, erreur, etat } = courriel
  return (
    <>
      {quandDe(courriel)}
      {essais > 1 && <Second>{textesCourriel.essais(essais)}</Second>}
      {erreur && etat !== 'ENVOYE' && <code className="crl-erreur">{erreur}</code>}
    </>
  )
}

/** What may be done with this mail now. */
function Actes({ id, actions, objet, destinataire }: CourrielEnvoi) {
  const noms = [
    objet ?? textesCourriel.rien,
    destinataire?.email ?? textesCourriel.sansDestinataire,
  ] as const
  return (
    <ActesEnvoi
      id={id}
      reprise={{
        possible: actions.includes('reessayer'),
        icone: 'reessayer',
        libelle: a.reessayer,
        nom: a.reessayerNom(...noms),
        mutation: useReessayerCourriel(),
      }}
      arret={{
        possible: actions.includes('abandonner'),
        libelle: a.abandonner,
        nom: a.abandonnerNom(...noms),
        mutation: useAbandonnerCourriel(),
        question: {
          titre: textesCourriel.abandon.titre,
          effets: textesCourriel.abandon.effets(...noms),
          fermer: a.fermer,
          echec: a.echec,
        },
      }}
    />
  )
}

const COLONNES: Colonne<CourrielEnvoi>[] = [
  { cle: 'sujet', titre: c.objet, rendu: ({ objet }) => objet ?? textesCourriel.rien },
  {
    cle: 'destinataire',
    titre: c.destinataire,
    rendu: (courriel) => <Destinataire {...courriel} />,
  },
  { cle: 'envoi', titre: c.etat, rendu: ({ etat }) => <EtatEnvoi etat={etat} /> },
  { cle: 'demande', titre: c.demande, rendu: ({ demandeLe }) => <Instant le={demandeLe} /> },
  { cle: 'suite', titre: c.suite, rendu: (courriel) => <Suite {...courriel} /> },
  { cle: 'action', titre: c.actes, muet: true, rendu: (courriel) => <Actes {...courriel} /> },
]

export const COURRIELS = liste({
  ...COURRIELS_DEMANDES,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: textesCourriel,
  icone: 'envoi',
  className: 'ui-envoi-tableau',
})

/** `/dashboard/courriels`: what is to leave, has left, or was given up. */
export default function CourrielsPage() {
  const filtrage = useListe(COURRIELS)
  const requete = useCourriels(filtrage.query)
  const { criteres } = filtrage
  const journal = (
    <LienAction to={paths.journal} icone="historique">
      {textesCourriel.journal}
    </LienAction>
  )
  return (
    <Page titre={textesCourriel.titre} chapeau={textesCourriel.chapeau} actions={journal}>
      <Filtres filtrage={filtrage} />
      {requete.data && (
        <ModeEnvoi
          envoi={requete.data.envoi}
          sansEnvoi={textesCourriel.sansEnvoi(requete.data.enAttente)}
          demonstration={textesCourriel.demonstration}
        />
      )}
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterCourriels({ ...criteres, format })}
      />
    </Page>
  )
}
