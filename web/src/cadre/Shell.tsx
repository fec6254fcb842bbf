import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, NavLink, Outlet } from 'react-router'
import { changerAffichage, useAffichage } from '../app/affichage.ts'
import { textesApp } from '../app/app.textes.ts'
import { rechargerSiParti } from '../app/deconnexion.ts'
import { differer } from '../app/differe.tsx'
import { PlaceEvitement } from '../app/Evitement.tsx'
import { Marque } from '../app/Marque.tsx'
import { aDroit } from '../app/session.ts'
import type { Auth } from '../app/stockage.ts'
import { choisirStructureTravail, structuresDe } from '../app/structureTravail.ts'
import { useStructuresTravail } from '../app/useStructuresTravail.ts'
import { adresseDe, ECRANS } from '../ecrans.ts'
import { paths } from '../paths.ts'
import { Evitement } from '../ui/Evitement.tsx'
import { Icone, type NomIcone } from '../ui/Icone.tsx'
import { Note } from '../ui/Note.tsx'
import { Tiroir } from '../ui/Tiroir.tsx'
import { Barre } from './Barre.tsx'
import { HorsLigne } from './HorsLigne.tsx'
import { Identite } from './Identite.tsx'
import { Logo } from './Logo.tsx'
import './Shell.css'
import './Cote.css'
import './BlocCompte.css'
import './ChoixStructure.css'
import './MenuPrincipal.css'

/** What one came for comes first: then how many messages wait is read. */
const SUITE_NON_LUS_MS = 4000
const NonLus = lazy(async () => {
  await new Promise((suite) => setTimeout(suite, SUITE_NON_LUS_MS))
  // Without network, the menu does without it: no screen falls for a number.
  return import('../messagerie/NonLus.tsx').catch(() => ({ default: () => null }))
})
const MESSAGERIE = '/dashboard/mail'

/** A line of the menu. */
type Entree = { libelle: string; to: string; icone: NomIcone }

/**
 * What this person's menu shows: the screens that he may see and that serve him; nothing while
 * another password, or a second factor, is asked for. The server decides every right.
 */
export function entreesDe(auth: Auth): Entree[] {
  if (auth.forceChangePassword || auth.secondFacteurAActiver) return []
  return ECRANS.flatMap((ecran) => {
    const { titre, droit, menu } = ecran
    if (!menu || !aDroit(auth.roles, droit) || menu.sert?.(auth) === false) return []
    return [{ libelle: titre, to: adresseDe(ecran), icone: menu.icone }]
  })
}

/** The menu, in the side bar or in the drawer of small screens (`onChoisi` closes it). */
function MenuPrincipal({ auth, onChoisi }: { auth: Auth; onChoisi?: () => void }) {
  return (
    <nav aria-label={textesApp.navigation} className="app-menu">
      <ul>
        {entreesDe(auth).map(({ libelle, to, icone }) => (
          <li key={to}>
            <NavLink to={to} onClick={onChoisi} className="app-lien">
              <Icone nom={icone} taille={22} />
              <span>{libelle}</span>
              {to === MESSAGERIE && (
                <Suspense>
                  <NonLus />
                </Suspense>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Width from which the menu stands beside the page; the same in Shell.css. */
const LARGE = '(min-width: 1200px)'

/** Whether the menu stands beside the page now. */
const estLarge = (): boolean => matchMedia(LARGE).matches

/** Acts when the window becomes wide, or no longer is: what was open for the other width closes. */
function useAuPassage(acte: () => void): void {
  useEffect(() => {
    const large = matchMedia(LARGE)
    large.addEventListener('change', acte)
    return () => large.removeEventListener('change', acte)
  }, [acte])
}

/** For which structure one works, for whoever reports for several; nothing for the others. */
function ChoixStructure({ auth }: { auth: Auth }) {
  const { choisie } = useStructuresTravail(auth)
  const siennes = structuresDe(auth)
  if (siennes.length < 2) return null
  return (
    <label className="app-travail">
      <span>{textesApp.travail.libelle}</span>
      <select
        className="ui-saisie"
        value={choisie?.code ?? ''}
        onChange={({ target }) => choisirStructureTravail(target.value || null)}
      >
        <option value="">{textesApp.travail.toutes}</option>
        {siennes.map(({ code, libelle }) => (
          <option key={code} value={code}>
            {libelle}
          </option>
        ))}
      </select>
    </label>
  )
}

type PropsBlocCompte = { auth: Auth; onLogo: (() => void) | undefined }

/** The account, in the side bar: the logo (a button for whoever may change it), and who it is. */
function BlocCompte({ auth, onLogo }: PropsBlocCompte) {
  const logo = <Logo auth={auth} taille={44} />
  return (
    <div className="app-bloc">
      {onLogo ? (
        <button
          type="button"
          className="app-bloc-logo"
          aria-label={textesApp.changerLogo}
          title={textesApp.changerLogo}
          onClick={onLogo}
        >
          {logo}
          <span className="app-bloc-crayon">
            <Icone nom="crayon" taille={14} />
          </span>
        </button>
      ) : (
        logo
      )}
      <Identite auth={auth} />
    </div>
  )
}

/**
 * Asks the site's worker to keep the site for when the network is away. Where there is none (plain
 * HTTP, an old browser, development), the site works as ever.
 */
async function garderLeSite(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/hors-ligne.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('garder')
  } catch {
    // Refused by the browser's settings, or the network is away: the next start tries again.
  }
}

/**
 * Opens the reduced bar over the page while the pointer, or the keyboard's focus, is on it. Escape
 * folds it again, as does the button that reduces it, pointer or focus still there.
 */
function useDeplie() {
  const [deplie, setDeplie] = useState(false)
  const [replier] = useState(() => () => setDeplie(false))
  return {
    deplie,
    replier,
    gestes: {
      onPointerEnter: ({ pointerType }: React.PointerEvent) => setDeplie(pointerType === 'mouse'),
      onPointerLeave: replier,
      onFocus: ({ target }: React.FocusEvent) =>
        setDeplie((avant) => avant || target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setDeplie(false)
      },
      onKeyDown: ({ key }: React.KeyboardEvent) => {
        if (key === 'Escape') setDeplie(false)
      },
    },
  }
}

/** A small screen has no side bar to reduce: back on a wide one, it is whole [S]. */
function oublierReduction(): void {
  if (!estLarge()) changerAffichage({ reduit: false })
}

type PropsCote = { auth: Auth; onLogo: (() => void) | undefined }

/** The side bar of wide screens: 280 px, or 102 px once reduced. */
function Cote({ auth, onLogo }: PropsCote) {
  const { reduit } = useAffichage()
  const { deplie, replier, gestes } = useDeplie()
  useAuPassage(replier)
  useAuPassage(oublierReduction)
  useEffect(oublierReduction, [])
  const basculer = () => {
    replier()
    changerAffichage({ reduit: !reduit })
  }
  const etat = !reduit ? 'large' : deplie ? 'deplie' : 'reduit'
  return (
    <div className="app-cote" data-etat={etat}>
      <aside className="app-cote-panneau" aria-label={textesApp.menuEtCompte} {...gestes}>
        <Link to={paths.tableauDeBord} className="app-cote-marque">
          <Marque seule={etat === 'reduit'} />
        </Link>
        <BlocCompte auth={auth} onLogo={onLogo} />
        <ChoixStructure auth={auth} />
        <MenuPrincipal auth={auth} />
        <button type="button" className="app-lien app-reduire" onClick={basculer}>
          <Icone nom={reduit ? 'deplier' : 'replier'} taille={22} />
          <span>{reduit ? textesApp.deplierMenu : textesApp.reduireMenu}</span>
        </button>
      </aside>
    </div>
  )
}

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
      <Evitement>{textesApp.evitement}</Evitement>
      <PlaceEvitement />
      <Cote auth={auth} onLogo={onLogo} />
      <div className="app-colonne">
        <Barre auth={auth} entrees={entreesDe(auth)} onMenu={tiroir.ouvrir} onLogo={onLogo} />
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
