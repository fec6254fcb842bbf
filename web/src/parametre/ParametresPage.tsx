import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
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

/** The tabs: each is an address. */
function Onglets({ onglet }: { onglet: Onglet }) {
  return (
    <nav className="prm-onglets" aria-label={textes.presentation}>
      {ONGLETS.map((un) => (
        <Link
          key={un}
          to={{ search: un === 'securite' ? '' : `?onglet=${un}` }}
          aria-current={un === onglet ? 'page' : undefined}
          preventScrollReset
        >
          {textes.onglets[un]}
        </Link>
      ))}
    </nav>
  )
}

/** `/dashboard/parametres`: the settings that have a screen, one tab for each group. */
export function ParametresPage() {
  const [params] = useSearchParams()
  const onglet = ONGLETS.find((un) => un === params.get('onglet')) ?? 'securite'
  const Contenu = CONTENUS[onglet]
  return (
    <Page titre={`${textes.onglets[onglet]} – ${textes.titre}`} entete={textes.titre}>
      <Onglets onglet={onglet} />
      <section aria-labelledby="prm-titre">
        <h2 id="prm-titre">{textes.onglets[onglet]}</h2>
        <Contenu key={onglet} />
      </section>
    </Page>
  )
}
