import { useEffect, useRef, useState } from 'react'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { textes } from './app.textes.ts'
import { MenuCompte } from './MenuCompte.tsx'
import { MenuLangue } from './MenuLangue.tsx'
import { PleinEcran } from './PleinEcran.tsx'
import { Recherche } from './Recherche.tsx'
import { Reglages } from './Reglages.tsx'
import type { Auth } from './stockage.ts'
import './Barre.css'

/** Whether the page has scrolled past the element: it says so when that changes, and only then. */
function useDefile() {
  const ref = useRef<HTMLDivElement>(null)
  const [defile, setDefile] = useState(false)
  useEffect(() => {
    const repere = ref.current
    if (!repere) return
    const observateur = new IntersectionObserver((vues) => {
      setDefile(vues.at(-1)?.isIntersecting === false)
    })
    observateur.observe(repere)
    return () => observateur.disconnect()
  }, [])
  return { ref, defile }
}

type Props = { auth: Auth; onMenu: () => void; onLogo: (() => void) | undefined }

/** Top bar: menu on small screens, search, language, display, account. */
export function Barre({ auth, onMenu, onLogo }: Props) {
  const { ref, defile } = useDefile()
  return (
    <>
      <div ref={ref} className="app-repere" aria-hidden="true" />
      <header className="app-barre" data-defile={defile || undefined}>
        <div className="app-barre-corps">
          <BoutonIcone
            nom="menu"
            className="app-barre-menu"
            aria-label={textes.ouvrirMenu}
            aria-haspopup="dialog"
            onClick={onMenu}
          />
          {!auth.forceChangePassword && !auth.secondFacteurAActiver && <Recherche />}
          <span className="app-barre-vide" />
          <MenuLangue />
          <PleinEcran />
          <Reglages />
          <MenuCompte auth={auth} onLogo={onLogo} />
        </div>
      </header>
    </>
  )
}
