import { Marque } from '../app/Marque.tsx'
import { paths } from '../paths.ts'
import { retenirOuverture } from './ancre.ts'
import { useConfiguration } from './configuration.ts'
import type { NomNotice } from './legal.textes.ts'
import { textes } from './public.textes.ts'

/** Opens a notice over the page, whichever it is: the address says so, and survives a reload. */
function LienNotice({ nom, children }: { nom: NomNotice; children: string }) {
  return (
    <a href={`#${nom}`} onClick={retenirOuverture}>
      {children}
    </a>
  )
}

/** Foot of the public pages. */
export function Pied() {
  const configuration = useConfiguration()
  const { titre, apropos, contact, faq, conditions, confidentialite, accessibilite } = textes.pied
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
              <span>
                {[configuration.organisation, configuration.pays].filter(Boolean).join(', ')}
              </span>
              <span>{textes.pied.version('Relevé', configuration.version)}</span>
              {configuration.demonstration && <span>{textes.pied.demonstration}</span>}
            </>
          )}
        </p>
      </div>
    </footer>
  )
}
