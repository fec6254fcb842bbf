import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useAffichage } from './affichage.ts'
import { textes } from './app.textes.ts'
import { Barre } from './Barre.tsx'
import { Cote } from './Cote.tsx'
import { peutChangerLogo, useLogo } from './changerLogo.ts'
import { rechargerSiParti } from './deconnexion.ts'
import { useAuPassage } from './largeur.ts'
import type { Auth } from './stockage.ts'
import { TiroirMenu } from './TiroirMenu.tsx'
import './Shell.css'

/** The drawer of small screens. It closes when the screen is wide enough to do without. */
function useTiroir() {
  const [ouvert, setOuvert] = useState(false)
  const [fermer] = useState(() => () => setOuvert(false))
  useAuPassage(fermer)
  return { ouvert, ouvrir: () => setOuvert(true), fermer }
}

/** The frame of every protected screen: menu, top bar and page. */
export default function Shell({ auth }: { auth: Auth }) {
  const tiroir = useTiroir()
  const { reduit } = useAffichage()
  const logo = useLogo({})
  useEffect(rechargerSiParti, [])
  const onLogo = peutChangerLogo(auth) ? logo.ouvrir : undefined
  return (
    <div className="app-cadre" data-reduit={reduit || undefined}>
      <a href="#contenu" className="app-evitement">
        {textes.evitement}
      </a>
      <Cote auth={auth} onLogo={onLogo} />
      <div className="app-colonne">
        <Barre auth={auth} onMenu={tiroir.ouvrir} onLogo={onLogo} />
        <main id="contenu" tabIndex={-1} className="app-contenu">
          <Outlet />
        </main>
      </div>
      {tiroir.ouvert && <TiroirMenu auth={auth} onLogo={onLogo} onFermer={tiroir.fermer} />}
      {logo.dialogue}
    </div>
  )
}
