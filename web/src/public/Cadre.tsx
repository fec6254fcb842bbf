import { nommerOrganisation } from '@releve/contract/parametre/organisation.champs.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { changerAffichage, estSombre, useAffichage } from '../app/affichage.ts'
import { Marque } from '../app/Marque.tsx'
import { paths } from '../paths.ts'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { Evitement } from '../ui/Evitement.tsx'
import { estNotice, retenirOuverture, useAncre } from './ancre.ts'
import { useConfiguration } from './configuration.ts'
import type { NomNotice } from './legal.textes.ts'
import { textesPublic } from './public.textes.ts'
import './vitrine.css'

/** Opens a notice over the page, whichever it is: the address says so, and survives a reload. */
function LienNotice({ nom, children }: { nom: NomNotice; children: string }) {
  return (
    <a href={`#${nom}`} onClick={retenirOuverture}>
      {children}
    </a>
  )
}

/** Foot of the public pages. */
function Pied() {
  const configuration = useConfiguration()
  const { titre, apropos, contact, faq, conditions, confidentialite, accessibilite } =
    textesPublic.pied
  return (
    <footer className="pub-pied">
      <div className="pub-cadre">
        <div className="pub-pied-rang">
          <Marque />
          <nav aria-label={titre} className="pub-pied-liens">
            <a href={paths.accueilSection('apropos')}>{apropos}</a>
            <a href={paths.contact}>{contact}</a>
            <a href={paths.accueilSection('faq')}>{faq}</a>
            <LienNotice nom="conditions">{conditions}</LienNotice>
            <LienNotice nom="confidentialite">{confidentialite}</LienNotice>
            <LienNotice nom="accessibilite">{accessibilite}</LienNotice>
          </nav>
        </div>
        <p className="pub-pied-mention">
          {configuration && (
            <>
              <span>{nommerOrganisation(configuration)}</span>
              <span>{textesPublic.pied.version('Relevé', configuration.version)}</span>
              {configuration.demonstration && <span>{textesPublic.pied.demonstration}</span>}
            </>
          )}
        </p>
      </div>
    </footer>
  )
}

function BoutonMode() {
  useAffichage()
  const sombre = estSombre()
  return (
    <BoutonIcone
      nom={sombre ? 'soleil' : 'lune'}
      aria-label={sombre ? textesPublic.nav.clair : textesPublic.nav.sombre}
      onClick={() => changerAffichage({ mode: sombre ? 'light' : 'dark' })}
    />
  )
}

/** Top bar of the public pages. `page`: the address of the one it stands over. */
function EnTete({ page }: { page: string }) {
  const { titre, accueil, contact, seConnecter } = textesPublic.nav
  const lienDe = (adresse: string, nom: string) => (
    <a href={adresse} aria-current={page.replace(/(.)\/$/, '$1') === adresse ? 'page' : undefined}>
      {nom}
    </a>
  )
  return (
    <header className="pub-barre">
      <div className="pub-cadre pub-barre-rang">
        <a href={paths.accueil} className="pub-barre-marque">
          <Marque />
        </a>
        <nav aria-label={titre} className="pub-barre-liens">
          {lienDe(paths.accueil, accueil)}
          {lienDe(paths.contact, contact)}
        </nav>
        <BoutonMode />
        <a href={paths.tableauDeBord} className="ui-bouton pub-barre-acces">
          {seConnecter}
        </a>
      </div>
    </header>
  )
}

function Indisponible() {
  return (
    <p role="alert" className="pub-indisponible">
      {textesPublic.indisponible}
    </p>
  )
}

// Long texts that few read: they come when asked for. Where they do not, the page stays.
const Notice = lazy(() =>
  import('./DialogueNotice.tsx').then(
    ({ DialogueNotice }) => ({ default: DialogueNotice }),
    () => ({ default: Indisponible }),
  ),
)

type Props = {
  /** The address of the page inside, as `paths` gives it. */
  page: string
  /** The page has the whole width, and its own margins. */
  large?: boolean
  children: ReactNode
}

/** The frame of the public pages; `#conditions` and its like open a notice over any of them. */
export function Cadre({ page, large = false, children }: Props) {
  const ancre = useAncre()
  return (
    <div className="pub">
      <Evitement>{textesPublic.evitement}</Evitement>
      <EnTete page={page} />
      <main
        id="contenu"
        tabIndex={-1}
        className={large ? 'pub-main' : 'pub-main pub-cadre pub-page'}
      >
        {children}
      </main>
      <Pied />
      {estNotice(ancre) && (
        <Suspense fallback={null}>
          <Notice nom={ancre} />
        </Suspense>
      )}
    </div>
  )
}
