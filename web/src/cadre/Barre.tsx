import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { changerAffichage, changerMode, retablirAffichage, useAffichage } from '../app/affichage.ts'
import { textesApp } from '../app/app.textes.ts'
import { differer } from '../app/differe.tsx'
import type { Auth, Settings } from '../app/stockage.ts'
import { useDeconnexion } from '../app/useDeconnexion.tsx'
import { adresseDe, ECRANS } from '../ecrans.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { Icone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Tiroir } from '../ui/Tiroir.tsx'
import { useTouches } from '../ui/useTouches.ts'
import { Identite } from './Identite.tsx'
import { Logo } from './Logo.tsx'
import './Barre.css'
import './Reglages.css'

const t = textesApp.reglages

type ChoixProps<V extends string> = {
  nom: string
  libelle: string
  valeurs: Record<V, string>
  actuelle: V
  onChoisir: (valeur: V) => void
  vignette: (valeur: V) => ReactNode
  colonnes?: 2 | 3
}

/** One setting: native radio buttons, each with its picture and its name. */
function Reglage<V extends string>(props: ChoixProps<V>) {
  const { nom, libelle, valeurs, actuelle, onChoisir, vignette, colonnes = 3 } = props
  // The keys of a record typed by them.
  const codes = Object.keys(valeurs) as V[]
  return (
    <fieldset className={`app-reglage app-reglage-${colonnes}`}>
      <legend>{libelle}</legend>
      {codes.map((valeur) => (
        <label key={valeur}>
          <input
            type="radio"
            name={nom}
            checked={valeur === actuelle}
            onChange={() => onChoisir(valeur)}
          />
          {vignette(valeur)}
          <span>{valeurs[valeur]}</span>
        </label>
      ))}
    </fieldset>
  )
}

const ICONES = {
  light: 'soleil',
  dark: 'lune',
  system: 'ecran',
  ltr: 'lireDroite',
  rtl: 'lireGauche',
  normale: 'largeurNormale',
  etendue: 'largeurEtendue',
  actives: 'coche',
  inactives: 'interdit',
} as const

const icone = (valeur: keyof typeof ICONES) => <Icone nom={ICONES[valeur]} taille={24} />

const pastille = (couleur: Settings['colour']) => (
  <span className="app-pastille" data-pastille={couleur} aria-hidden="true" />
)

function Panneau({ onFermer }: { onFermer: () => void }) {
  const { mode, machine, direction, colour, stretch, touchesSeules } = useAffichage()
  const changer =
    <C extends 'direction' | 'colour'>(cle: C) =>
    (valeur: Settings[C]) =>
      changerAffichage({ [cle]: valeur })
  return (
    <Tiroir cote="fin" titre={t.titre} fermer={t.fermer} onFermer={onFermer}>
      <div className="app-reglages">
        <Reglage
          nom="mode"
          libelle={t.mode}
          valeurs={t.modes}
          actuelle={machine ? 'system' : mode}
          onChoisir={changerMode}
          vignette={icone}
        />
        <Reglage
          nom="colour"
          libelle={t.couleur}
          valeurs={t.couleurs}
          actuelle={colour}
          onChoisir={changer('colour')}
          vignette={pastille}
        />
        <Reglage
          nom="direction"
          libelle={t.direction}
          colonnes={2}
          valeurs={t.directions}
          actuelle={direction}
          onChoisir={changer('direction')}
          vignette={icone}
        />
        <Reglage
          nom="stretch"
          libelle={t.largeur}
          colonnes={2}
          valeurs={t.largeurs}
          actuelle={stretch ? 'etendue' : 'normale'}
          onChoisir={(valeur) => changerAffichage({ stretch: valeur === 'etendue' })}
          vignette={icone}
        />
        <Reglage
          nom="touches"
          libelle={t.touchesSeules}
          colonnes={2}
          valeurs={t.touches}
          actuelle={touchesSeules ? 'actives' : 'inactives'}
          onChoisir={(valeur) => changerAffichage({ touchesSeules: valeur === 'actives' })}
          vignette={icone}
        />
        <BoutonAction icone="reessayer" multiligne onClick={retablirAffichage}>
          {t.origine}
        </BoutonAction>
      </div>
    </Tiroir>
  )
}

/** The settings of display: a button, and the drawer where they are chosen; applied at once. */
function Reglages() {
  const [ouvert, setOuvert] = useState(false)
  return (
    <>
      <BoutonIcone
        nom="reglages"
        size="large"
        aria-label={t.titre}
        aria-haspopup="dialog"
        onClick={() => setOuvert(true)}
      />
      {ouvert && <Panneau onFermer={() => setOuvert(false)} />}
    </>
  )
}

type PropsMenuCompte = {
  auth: Auth
  /** Absent: this person has no logo to change. */
  onLogo: (() => void) | undefined
}

/** The screens of one's own account: every person has them. */
const liensCompte = () =>
  ECRANS.flatMap((ecran) =>
    ecran.menuCompte
      ? [{ libelle: ecran.titre, icone: ecran.menuCompte, to: adresseDe(ecran) }]
      : [],
  )

/** Who is signed in, what belongs to him, and the way out. */
function MenuCompte({ auth, onLogo }: PropsMenuCompte) {
  const { quitter, enCours, question } = useDeconnexion()
  const { changerLogo, deconnexion } = textesApp
  return (
    <>
      <Menu
        libelle={textesApp.menuCompte(auth.nomAffichable)}
        occupe={enCours}
        entete={<Identite auth={auth} />}
        choix={[
          ...liensCompte(),
          ...(onLogo ? [{ libelle: changerLogo, icone: 'image', onChoisir: onLogo } as const] : []),
          { libelle: deconnexion, icone: 'sortie', onChoisir: quitter },
        ]}
      >
        <Logo auth={auth} />
        <span className="app-compte-nom" dir="auto">
          {auth.nomAffichable}
        </span>
        <span className="app-compte-chevron">
          <Icone nom="chevronBas" taille={16} />
        </span>
      </Menu>
      {question}
    </>
  )
}

const useRecherche = differer<{ ecrans: Props['entrees'] }>(
  () => import('../recherche/RechercheDialogue.tsx'),
)

const MAC = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Ctrl+K or ⌘K, from anywhere on the page, but over another dialog. */
function useRaccourci(ouvrir: () => void): void {
  useTouches((evenement) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = evenement
    if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return
    // The browser has an act of its own for these keys: it does not come instead.
    evenement.preventDefault()
    if (!document.querySelector('dialog[open]')) ouvrir()
  })
}

/** The search of the top bar, which finds the screens of the menu too. */
function Recherche({ ecrans }: { ecrans: Props['entrees'] }) {
  const { ouvrir, dialogue } = useRecherche({ ecrans })
  useRaccourci(ouvrir)
  return (
    <>
      <button
        type="button"
        className="app-recherche"
        aria-keyshortcuts={MAC ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={ouvrir}
      >
        <Icone nom="recherche" />
        <Invisible sous={700}>{textesApp.rechercher}</Invisible>
        <kbd aria-hidden="true">{MAC ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {dialogue}
    </>
  )
}

function subscribe(abonne: () => void): () => void {
  document.addEventListener('fullscreenchange', abonne)
  return () => document.removeEventListener('fullscreenchange', abonne)
}

/** The browser may refuse (a policy, a gesture too old): the page then stays as it is. */
const basculer = (plein: boolean) =>
  void (plein ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
    () => undefined,
  )

/** Fills the screen, or leaves it. Nothing where the browser cannot. */
function PleinEcran() {
  const plein = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  return (
    <BoutonIcone
      nom={plein ? 'reduireEcran' : 'pleinEcran'}
      className="app-barre-ecran"
      size="large"
      aria-label={plein ? textesApp.quitterPleinEcran : textesApp.pleinEcran}
      onClick={() => basculer(plein)}
    />
  )
}

/** The languages of the interface: one today. */
function MenuLangue() {
  const { libelle, francais } = textesApp.langue
  const choix = [{ libelle: francais, coche: true, onChoisir: () => undefined }]
  return <Menu libelle={libelle} icone="langue" choix={choix} size="large" />
}

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

type Props = {
  auth: Auth
  /** Of the menu. */
  entrees: readonly { libelle: string; to: string }[]
  onMenu: () => void
  onLogo: (() => void) | undefined
}

/** Top bar: menu on small screens, search, language, display, account. */
export function Barre({ auth, entrees, onMenu, onLogo }: Props) {
  const { ref, defile } = useDefile()
  return (
    <>
      <div ref={ref} className="app-repere" aria-hidden="true" />
      <header className="app-barre" data-defile={defile || undefined}>
        <div className="app-barre-corps">
          <BoutonIcone
            nom="menu"
            className="app-barre-menu"
            size="large"
            aria-label={textesApp.ouvrirMenu}
            aria-haspopup="dialog"
            onClick={onMenu}
          />
          {!auth.forceChangePassword && !auth.secondFacteurAActiver && (
            <Recherche ecrans={entrees} />
          )}
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
