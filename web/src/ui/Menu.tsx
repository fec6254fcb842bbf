import { plier } from '@releve/contract/plier.ts'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { BoutonIcone } from './BoutonIcone.tsx'
import { Icone, type NomIcone } from './Icone.tsx'
import './Menu.css'

const ELEMENTS = '[role^="menuitem"]'

type Touche = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean }

const estLettre = ({ key, ctrlKey, altKey, metaKey }: Touche) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey

/** Index that a key leads to among these names, from `actuel`; null when it leads nowhere. */
export function rangVise(noms: readonly string[], actuel: number, touche: Touche): number | null {
  const n = noms.length
  if (n === 0) return null
  if (touche.key === 'ArrowDown') return (actuel + 1) % n
  if (touche.key === 'ArrowUp') return (actuel - 1 + n) % n
  if (touche.key === 'Home') return 0
  if (touche.key === 'End') return n - 1
  if (!estLettre(touche)) return null
  const lettre = plier(touche.key)
  for (let pas = 1; pas <= n; pas += 1) {
    const rang = (actuel + pas) % n
    if (plier(noms[rang] ?? '').startsWith(lettre)) return rang
  }
  return null
}

/** Moves the focus among the choices of a menu. True when the key served. */
function viser(menu: Element, touche: Touche): boolean {
  const elements = [...menu.querySelectorAll<HTMLElement>(ELEMENTS)]
  const actuel = elements.findIndex((element) => element === document.activeElement)
  const noms = elements.map((element) => element.textContent.trim())
  const rang = rangVise(noms, actuel, touche)
  if (rang === null) return false
  elements[rang]?.focus()
  return true
}

/**
 * A choice of a menu: it goes somewhere (`to`), or it acts. `coche`: one of those that exclude each
 * other; `bascule`: one that is on or off by itself. `touches`: the keys that do the same.
 */
export type Choix = { libelle: string; icone?: NomIcone; touches?: string } & (
  | { to: string }
  | { onChoisir: () => void; coche?: boolean; bascule?: boolean }
)

/** What a choice is to a screen reader, and whether it is ticked; undefined where it has no tick. */
function natureDe(choix: Choix) {
  if ('to' in choix) return { role: 'menuitem' as const }
  if (choix.bascule !== undefined)
    return { role: 'menuitemcheckbox' as const, coche: choix.bascule }
  if (choix.coche !== undefined) return { role: 'menuitemradio' as const, coche: choix.coche }
  return { role: 'menuitem' as const }
}

/** One line of a menu. The focus goes from one to the next by arrows: none is in the tab order. */
function ElementMenu({ choix, onChoisi }: { choix: Choix; onChoisi: () => void }) {
  const { role, coche } = natureDe(choix)
  const contenu = (
    <>
      {coche === undefined ? null : (
        <span className="ui-menu-coche">{coche && <Icone nom="coche" taille={18} />}</span>
      )}
      {choix.icone && <Icone nom={choix.icone} taille={18} />}
      {choix.libelle}
      {choix.touches && (
        <kbd className="ui-menu-touches" aria-hidden="true">
          {choix.touches}
        </kbd>
      )}
    </>
  )
  if ('to' in choix) {
    return (
      <Link role={role} className="ui-menu-element" tabIndex={-1} to={choix.to} onClick={onChoisi}>
        {contenu}
      </Link>
    )
  }
  return (
    <button
      type="button"
      role={role}
      aria-checked={coche}
      className="ui-menu-element"
      tabIndex={-1}
      onClick={() => {
        // First the focus goes back to the button: a dialog that opens will return it there.
        onChoisi()
        choix.onChoisir()
      }}
    >
      {contenu}
    </button>
  )
}

type Props = {
  /** Name of the button, and of the menu that it opens. */
  libelle: string
  /** What the button shows; an icon alone otherwise. */
  children?: ReactNode
  icone?: NomIcone
  /** The button stands alone in a page: it has its edge. */
  cadre?: boolean
  /** Of the button that is an icon alone. */
  size?: ComponentProps<typeof BoutonIcone>['size']
  /** What stands above the choices, and is no choice. */
  entete?: ReactNode
  choix: readonly Choix[]
  occupe?: boolean
}

const BORD = 8

/** A menu opens from the end of its button; where that is near an edge of a phone, it is moved in. */
function tenir(menu: HTMLElement | null): void {
  if (!menu) return
  const { left, right } = menu.getBoundingClientRect()
  const dehors = Math.min(0, document.documentElement.clientWidth - BORD - right)
  menu.style.translate = `${left < BORD ? BORD - left : dehors}px`
}

/** Closes what is open when a press or the focus goes elsewhere. */
function useDehors(ouvert: boolean, fermer: () => void) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!ouvert) return
    const dehors = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target)) fermer()
    }
    const gestes = ['pointerdown', 'focusin'] as const
    for (const geste of gestes) document.addEventListener(geste, dehors)
    return () => {
      for (const geste of gestes) document.removeEventListener(geste, dehors)
    }
  }, [ouvert, fermer])
  return ref
}

/** A button and its menu: arrows, Home, End, first letters; Escape and Tab leave it. */
export function Menu(props: Props) {
  const { libelle, children, icone = 'menu', cadre, size, entete, choix, occupe } = props
  const id = useId()
  // Where the focus goes as it opens: the first choice, or the last (arrow up).
  const [ouvert, setOuvert] = useState<'non' | 'debut' | 'fin'>('non')
  const estOuvert = ouvert !== 'non'
  const [fermer] = useState(() => () => setOuvert('non'))
  const ref = useDehors(estOuvert, fermer)
  const bouton = () => ref.current?.querySelector('button')
  const quitter = () => {
    bouton()?.focus()
    fermer()
  }
  const auClavier = (evenement: KeyboardEvent) => {
    if (evenement.key === 'Escape' && estOuvert) quitter()
    else if (evenement.key === 'Tab') return fermer()
    else if (!estOuvert && evenement.key === 'ArrowDown') setOuvert('debut')
    else if (!estOuvert && evenement.key === 'ArrowUp') setOuvert('fin')
    else if (!estOuvert || !viser(evenement.currentTarget, evenement)) return
    evenement.preventDefault()
    // What surrounds the menu (a dialog, the page) does not hear the key that served here.
    evenement.stopPropagation()
  }
  const commun = {
    'aria-label': libelle,
    'aria-haspopup': 'menu',
    'aria-expanded': estOuvert,
    'aria-controls': estOuvert ? id : undefined,
    'aria-busy': occupe || undefined,
    onKeyDown: auClavier,
    onClick: () => setOuvert(estOuvert ? 'non' : 'debut'),
  } as const
  return (
    <div className="ui-menu-ancre" ref={ref}>
      {children ? (
        <button type="button" className="ui-menu-bouton" data-cadre={cadre} {...commun}>
          {children}
        </button>
      ) : (
        <BoutonIcone nom={icone} size={size} {...commun} />
      )}
      {estOuvert && (
        <div className="ui-menu" ref={tenir}>
          {entete && <div className="ui-menu-entete">{entete}</div>}
          <Liste
            id={id}
            libelle={libelle}
            choix={choix}
            depart={ouvert}
            onChoisi={quitter}
            onKeyDown={auClavier}
          />
        </div>
      )}
    </div>
  )
}

type ListeProps = {
  id: string
  libelle: string
  choix: readonly Choix[]
  depart: 'debut' | 'fin'
  onChoisi: () => void
  onKeyDown: (evenement: KeyboardEvent) => void
}

function Liste({ id, libelle, choix, depart, onChoisi, onKeyDown }: ListeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const elements = ref.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]')
    elements?.[depart === 'fin' ? elements.length - 1 : 0]?.focus()
  }, [depart])
  return (
    <div
      role="menu"
      id={id}
      aria-label={libelle}
      ref={ref}
      tabIndex={-1}
      className="ui-menu-choix"
      onKeyDown={onKeyDown}
    >
      {choix.map((un) => (
        <ElementMenu key={un.libelle} choix={un} onChoisi={onChoisi} />
      ))}
    </div>
  )
}
