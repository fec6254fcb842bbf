import {
  type CourrielEnvoi,
  ETATS_COURRIEL,
  type EtatCourriel,
  LIBELLES_ETATS_COURRIEL,
} from '@releve/contract/courriel/courriel.schema.ts'
import type { Demander } from '../app/demande.ts'
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
import type { Colonne } from '../ui/Tableau.tsx'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import {
  courriels,
  exporterCourriels,
  useAbandonnerCourriel,
  useCourriels,
  useReessayerCourriel,
} from './courriel.queries.ts'
import { textesCourriel } from './courriel.textes.ts'
import './courriel.css'

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
