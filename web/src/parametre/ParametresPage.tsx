import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Onglets } from '../ui/Onglets.tsx'
import { Page } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { AnnuaireForm } from './AnnuaireForm.tsx'
import { ConservationForm } from './ConservationForm.tsx'
import { MentionsForm } from './MentionsForm.tsx'
import { ModelesOnglet } from './modeles/ModelesOnglet.tsx'
import { ONGLETS, type Onglet, ongletDe } from './parametre.queries.ts'
import { textesParametre } from './parametre.textes.ts'
import { SecuriteForm } from './SecuriteForm.tsx'
import './parametre.css'

export { demander } from './parametre.queries.ts'

/** Heavier than the others: they come with their tabs. */
const CalendrierForm = lazy(() => import('./CalendrierForm.tsx'))
const CodificationsForm = lazy(() => import('./CodificationsForm.tsx'))

const CONTENUS: Record<Onglet, ComponentType> = {
  securite: SecuriteForm,
  calendrier: CalendrierForm,
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
