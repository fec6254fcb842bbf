import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { LienAction } from './BoutonAction.tsx'
import './Page.css'

/** The page's title in the browser: « Mes rapports – Relevé ». */
function TitrePage({ titre }: { titre: string }) {
  return <title>{`${titre} – Relevé`}</title>
}

let derniere: string | null = null

/**
 * At each change of page: to the top, or to the place that the address names (`#faq`), and focus to
 * the heading, so that the change is heard; not on arrival.
 */
export function useArrivee() {
  const ref = useRef<HTMLHeadingElement>(null)
  const { pathname, hash } = useLocation()
  useEffect(() => {
    const arrivee = derniere === null
    const change = derniere !== pathname
    derniere = pathname
    const cible = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (cible) cible.scrollIntoView()
    else if (change && !arrivee) window.scrollTo(0, 0)
    if (change && !arrivee && !cible) ref.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return ref
}

function Chapeau({ children }: { children: ReactNode }) {
  const Bloc = typeof children === 'string' ? 'p' : 'div'
  return <Bloc className="ui-chapeau">{children}</Bloc>
}

/** The way back to the list, from the page of one thing. */
export function Retour(props: { to: string; children: ReactNode }) {
  return (
    <LienAction
      {...props}
      className="ui-retour"
      variant="text"
      size="small"
      icone="chevronGauche"
    />
  )
}

type Props = {
  /** Alone in its kind among the pages: it is the browser's title too. */
  titre: string
  /** Heading on the page, when it differs from the browser's title. */
  entete?: ReactNode
  chapeau?: ReactNode
  actions?: ReactNode
  /** Its head leaves its place to what follows. */
  dense?: boolean
  /** The room's own class, where the page as a whole has its own layout. */
  className?: string
  children: ReactNode
}

/** A screen: its title, its one heading, its actions. */
export function Page(props: Props) {
  const { titre, entete = titre, chapeau, actions, dense, className = '', children } = props
  const ref = useArrivee()
  return (
    <div className={`ui-page ${className}`.trim()}>
      <TitrePage titre={titre} />
      <div className={dense ? 'ui-entete ui-entete-dense' : 'ui-entete'}>
        <div>
          <h1 ref={ref} tabIndex={-1}>
            {entete}
          </h1>
          {chapeau && <Chapeau>{chapeau}</Chapeau>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}
