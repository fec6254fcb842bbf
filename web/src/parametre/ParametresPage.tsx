import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { Onglets } from '../ui/Onglets.tsx'
import { Page } from '../ui/Page.tsx'
import { ConservationForm } from './ConservationForm.tsx'
import { MentionsForm } from './MentionsForm.tsx'
import { textes } from './parametre.textes.ts'
import { SecuriteForm } from './SecuriteForm.tsx'
import './parametre.css'

const ONGLETS = ['securite', 'mentions', 'conservation'] as const
type Onglet = (typeof ONGLETS)[number]

const CONTENUS: Record<Onglet, ComponentType> = {
  securite: SecuriteForm,
  mentions: MentionsForm,
  conservation: ConservationForm,
}

/** The first one where the address says none. */
const LIENS = ONGLETS.map((cle) => ({
  cle,
  libelle: textes.onglets[cle],
  search: cle === 'securite' ? '' : `?onglet=${cle}`,
}))

/** `/dashboard/parametres`: the settings that have a screen, one tab for each group. */
export function ParametresPage() {
  const [params] = useSearchParams()
  const onglet = ONGLETS.find((un) => un === params.get('onglet')) ?? 'securite'
  const Contenu = CONTENUS[onglet]
  return (
    <Page titre={`${textes.onglets[onglet]} – ${textes.titre}`} entete={textes.titre}>
      <Onglets nom={textes.presentation} onglets={LIENS} actuel={onglet} />
      <section aria-labelledby="prm-titre">
        <h2 id="prm-titre">{textes.onglets[onglet]}</h2>
        <Contenu key={onglet} />
      </section>
    </Page>
  )
}
