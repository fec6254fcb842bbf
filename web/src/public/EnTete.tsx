import { changerAffichage, estSombre, useAffichage } from '../app/affichage.ts'
import { Marque } from '../app/Marque.tsx'
import { paths } from '../paths.ts'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { textes } from './public.textes.ts'

function BoutonMode() {
  useAffichage()
  const sombre = estSombre()
  return (
    <BoutonIcone
      nom={sombre ? 'soleil' : 'lune'}
      aria-label={sombre ? textes.nav.clair : textes.nav.sombre}
      onClick={() => changerAffichage({ mode: sombre ? 'light' : 'dark' })}
    />
  )
}

/** Top bar of the public pages. `page`: the address of the one it stands over. */
export function EnTete({ page }: { page: string }) {
  const { titre, accueil, contact, seConnecter } = textes.nav
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
