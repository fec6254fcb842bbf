import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const Entete = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: theme.spacing(1.5, 3),
  marginBottom: theme.spacing(2.5),
}))

const Titre = styled('h1')(({ theme }) => ({
  ...theme.typography.h1,
  margin: 0,
  outline: 'none',
  overflowWrap: 'anywhere',
}))

const Chapeau = styled('p')(({ theme }) => ({
  ...theme.typography.body1,
  margin: theme.spacing(0.5, 0, 0),
  color: theme.vars.palette.text.secondary,
  maxWidth: '70ch',
}))

/** The page's title in the browser: « Mes rapports – Relevé ». */
function TitrePage({ titre }: { titre: string }) {
  return <title>{`${titre} – Relevé`}</title>
}

let derniere: string | null = null

/** Focus goes to the heading when the page changes, so that the change is heard; not on arrival. */
function useFocusTitre() {
  const ref = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const arrivee = derniere === null
    const change = derniere !== pathname
    derniere = pathname
    if (arrivee || !change) return
    window.scrollTo(0, 0)
    ref.current?.focus({ preventScroll: true })
  }, [pathname])
  return ref
}

type Props = {
  /** Alone in its kind among the pages: it is the browser's title too. */
  titre: string
  /** Heading on the page, when it differs from the browser's title. */
  entete?: ReactNode
  chapeau?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen: its title, its one heading, its actions. */
export function Page({ titre, entete = titre, chapeau, actions, children }: Props) {
  const ref = useFocusTitre()
  return (
    <>
      <TitrePage titre={titre} />
      <Entete>
        <div>
          <Titre ref={ref} tabIndex={-1}>
            {entete}
          </Titre>
          {chapeau && <Chapeau as={typeof chapeau === 'string' ? 'p' : 'div'}>{chapeau}</Chapeau>}
        </div>
        {actions}
      </Entete>
      {children}
    </>
  )
}
