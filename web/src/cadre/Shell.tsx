import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useAffichage } from '../app/affichage.ts'
import { textesApp } from '../app/app.textes.ts'
import { rechargerSiParti } from '../app/deconnexion.ts'
import { differer } from '../app/differe.tsx'
import { Marque } from '../app/Marque.tsx'
import { aDroit } from '../app/session.ts'
import type { Auth } from '../app/stockage.ts'
import { Note } from '../ui/Note.tsx'
import { Tiroir } from '../ui/Tiroir.tsx'
import { Barre } from './Barre.tsx'
import { BlocCompte } from './BlocCompte.tsx'
import { ChoixStructure } from './ChoixStructure.tsx'
import { Cote } from './Cote.tsx'
import { HorsLigne } from './HorsLigne.tsx'
import { useAuPassage } from './largeur.ts'
import { MenuPrincipal } from './MenuPrincipal.tsx'
import { garderLeSite } from './travailleur.ts'
import './Shell.css'

/** Who has a logo to change: a structure's people its own, the central accounts the organisation's. */
const peutChangerLogo = ({ structure, roles, ...auth }: Auth): boolean =>
  !auth.forceChangePassword &&
  !auth.secondFacteurAActiver &&
  (structure !== null || aDroit(roles, 'logo.organisation'))

/** The dialog that changes the logo. */
const useLogo = differer(() => import('../document/LogoDialogue.tsx'))

/** What one came for comes first: then what happens meanwhile is followed. */
const SUITE_MS = 10_000

/** Follows what others do, and has the site kept. The sentence to show when it cannot, once that has lasted. */
function useEvenements(): string | null {
  const [perte, setPerte] = useState<string | null>(null)
  useEffect(() => {
    const fin = new AbortController()
    const minuterie = setTimeout(() => {
      void garderLeSite()
      import('../evenement/suivre.tsx')
        .then(({ suivre }) => suivre(setPerte, fin.signal))
        // Without it (no network), screens are as of when they were read.
        .catch(() => {})
    }, SUITE_MS)
    return () => {
      clearTimeout(minuterie)
      fin.abort()
    }
  }, [])
  return perte
}

type Props = { auth: Auth; onLogo: (() => void) | undefined; onFermer: () => void }

/** The menu of small screens: the side bar, as a drawer that closes on a choice. */
function TiroirMenu({ auth, onLogo, onFermer }: Props) {
  return (
    <Tiroir
      cote="debut"
      titre={textesApp.navigation}
      entete={<Marque />}
      fermer={textesApp.fermerMenu}
      onFermer={onFermer}
    >
      <BlocCompte auth={auth} onLogo={onLogo} />
      <ChoixStructure auth={auth} />
      <MenuPrincipal auth={auth} onChoisi={onFermer} />
    </Tiroir>
  )
}

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
  const perte = useEvenements()
  const onLogo = peutChangerLogo(auth) ? logo.ouvrir : undefined
  return (
    <div className="app-cadre" data-reduit={reduit || undefined}>
      <a href="#contenu" className="app-evitement">
        {textesApp.evitement}
      </a>
      <Cote auth={auth} onLogo={onLogo} />
      <div className="app-colonne">
        <Barre auth={auth} onMenu={tiroir.ouvrir} onLogo={onLogo} />
        <HorsLigne identifiant={auth.identifiant} />
        <Note role="status" className="app-perte">
          {perte}
        </Note>
        <main id="contenu" tabIndex={-1} className="app-contenu">
          <Outlet />
        </main>
      </div>
      {tiroir.ouvert && <TiroirMenu auth={auth} onLogo={onLogo} onFermer={tiroir.fermer} />}
      {logo.dialogue}
    </div>
  )
}
