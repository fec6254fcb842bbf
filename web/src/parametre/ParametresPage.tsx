import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Demander } from '../app/demande.ts'
import { paths } from '../paths.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Onglets } from '../ui/Onglets.tsx'
import { Page } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { AnnuaireForm } from './AnnuaireForm.tsx'
import { ConservationForm } from './ConservationForm.tsx'
import { MentionsForm } from './MentionsForm.tsx'
import { ModelesOnglet } from './modeles/ModelesOnglet.tsx'
import { modelesGeres } from './modeles/modele.queries.ts'
import { OrganisationForm } from './OrganisationForm.tsx'
import { annuaire, conservation, mentions, organisation, securite } from './parametre.queries.ts'
import { textesParametre } from './parametre.textes.ts'
import { SecuriteForm } from './SecuriteForm.tsx'
import './parametre.css'

const ONGLETS = [
  'securite',
  'calendrier',
  'organisation',
  'mentions',
  'conservation',
  'annuaire',
  'codifications',
  'modeles',
] as const
type Onglet = (typeof ONGLETS)[number]

/** The tab that the address says; the first one where it says none. */
const ongletDe = (recherche: URLSearchParams): Onglet =>
  ONGLETS.find((un) => un === recherche.get('onglet')) ?? 'securite'

/** What each tab asks for first; those that come with their tab ask by what comes with them. */
const DEMANDES: Record<Onglet, (client: QueryClient) => Promise<void>> = {
  securite: (client) => client.prefetchQuery(securite),
  calendrier: async (client) =>
    client.prefetchQuery((await import('./calendrier.queries.ts')).calendrier),
  organisation: (client) => client.prefetchQuery(organisation),
  mentions: (client) => client.prefetchQuery(mentions),
  conservation: (client) => client.prefetchQuery(conservation),
  annuaire: (client) => client.prefetchQuery(annuaire),
  codifications: async (client) =>
    client.prefetchQuery((await import('./codifications.queries.ts')).listes),
  modeles: (client) => client.prefetchQuery(modelesGeres),
}

export const demander: Demander = (client, { recherche }) => DEMANDES[ongletDe(recherche)](client)

/** Heavier than the others: they come with their tabs. */
const CalendrierForm = lazy(() => import('./CalendrierForm.tsx'))
const CodificationsForm = lazy(() => import('./CodificationsForm.tsx'))

const CONTENUS: Record<Onglet, ComponentType> = {
  securite: SecuriteForm,
  calendrier: CalendrierForm,
  organisation: OrganisationForm,
  mentions: MentionsForm,
  conservation: ConservationForm,
  annuaire: AnnuaireForm,
  codifications: CodificationsForm,
  modeles: ModelesOnglet,
}

/** The first one where the address says none. */
const LIENS = ONGLETS.map((cle) => ({
  cle,
  libelle: textesParametre.onglets[cle],
  search: cle === 'securite' ? '' : `?onglet=${cle}`,
}))

/** `/dashboard/parametres`: the settings that have a screen, one tab for each group. */
export default function ParametresPage() {
  const [params] = useSearchParams()
  const onglet = ongletDe(params)
  const Contenu = CONTENUS[onglet]
  return (
    <Page
      titre={`${textesParametre.onglets[onglet]} – ${textesParametre.titre}`}
      entete={textesParametre.titre}
      actions={
        <LienAction to={paths.miseEnRoute} variant="text">
          {textesParametre.miseEnRoute}
        </LienAction>
      }
    >
      <Onglets nom={textesParametre.presentation} onglets={LIENS} actuel={onglet} />
      <section aria-labelledby="prm-titre">
        <h2 id="prm-titre">{textesParametre.onglets[onglet]}</h2>
        <Suspense fallback={<Squelette />}>
          <Contenu key={onglet} />
        </Suspense>
      </section>
    </Page>
  )
}
