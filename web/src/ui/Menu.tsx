import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { BoutonIcone } from './BoutonIcone.tsx'
import type { NomIcone } from './Icone.tsx'
import { type Choix, ElementMenu } from './MenuElement.tsx'
import { viser } from './menuClavier.ts'
import './Menu.css'

type Props = {
  /** Name of the button, and of the menu that it opens. */
  libelle: string
  /** What the button shows; an icon alone otherwise. */
  children?: ReactNode
  icone?: NomIcone
  /** What stands above the choices, and is no choice. */
  entete?: ReactNode
  choix: readonly Choix[]
  occupe?: boolean
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
export function Menu({ libelle, children, icone = 'menu', entete, choix, occupe }: Props) {
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
        <button type="button" className="ui-menu-bouton" {...commun}>
          {children}
        </button>
      ) : (
        <BoutonIcone nom={icone} {...commun} />
      )}
      {estOuvert && (
        <div className="ui-menu">
          {entete}
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
