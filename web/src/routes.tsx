import { type ComponentType, lazy } from 'react'
import { type RouteObject, redirect } from 'react-router'
import { Panne, PanneEcran } from './app/Panne.tsx'
import { Reserve } from './app/Reserve.tsx'
import { Root } from './app/Root.tsx'
import { estJetonValide, getSession } from './app/session.ts'
import { chargerConnecte, chargerGarde, prendreAvance } from './avance.ts'
import { demanderEcran, ECRANS, type Ecran, ENTREES } from './ecrans.ts'
import { paths } from './paths.ts'
import { Squelette } from './ui/Squelette.tsx'

/** A screen that asks the server for nothing first. */
const seul = (charger: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await charger()).default,
})
/** A screen that only sends elsewhere. */
const vers = (chemin: string) => ({ loader: () => redirect(chemin), Component: () => null })

/** With a valid token, one is signed in already: the screens to sign in lead on. */
const versTableauSiConnecte = () =>
  estJetonValide(getSession().auth) ? redirect(paths.tableauDeBord) : null

const gardien = async () => {
  const [{ Guard }, { default: LoginPage }] = await chargerGarde()
  return { Component: () => <Guard Connexion={LoginPage} /> }
}

/** What surrounds the screens that ask the server, and what signs in again over them. */
const Reconnexion = lazy(() => import('./session/Reconnexion.tsx'))
const connecte = async () => {
  const { Connecte } = await chargerConnecte()
  return { Component: () => <Connecte Reconnexion={Reconnexion} /> }
}

const recepisse = () => import('./public/RecepissePage.tsx')

const vitrine: RouteObject = {
  lazy: seul(() => import('./public/Vitrine.tsx')),
  children: [
    {
      index: true,
      lazy: seul(() => import('./public/AccueilPublicPage.tsx')),
    },
    {
      path: 'contact-us',
      lazy: seul(() => import('./contact/ContactPage.tsx')),
    },
    { path: 'recepisse', lazy: seul(recepisse) },
    { path: 'recepisse/:code', lazy: seul(recepisse) },
  ],
}

const entree: RouteObject[] = [
  { path: 'auth', ...vers(paths.connexion) },
  ...ENTREES.map(({ path, mene, charger }) => ({
    path,
    ...(mene && { loader: versTableauSiConnecte }),
    lazy: seul(charger),
  })),
]

const routeDe = (ecran: Ecran): RouteObject => {
  const { path, droit, titre, charger } = ecran
  return {
    ...(path === '' ? { index: true } : { path }),
    loader: ({ params, request }) => {
      const { pathname, search, searchParams } = new URL(request.url)
      const avance = prendreAvance(pathname + search)
      if (avance === null) demanderEcran(ecran, { params, recherche: searchParams })
      // When one came (`useDemandee`).
      return avance ?? Date.now()
    },
    // What changes in the address of a screen that is there, the screen asks for.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => {
      // The loader first: a line takes few files at a time, and the data's is the smallest.
      await Promise.resolve()
      const { default: Page } = await charger()
      const Component = () => (
        <Reserve {...{ droit, titre }}>
          <Page />
        </Reserve>
      )
      return { Component }
    },
  }
}

/**
 * Every screen. Unknown addresses lead to `/404`; what fails is told in its place, a screen of the
 * dashboard within its frame, anything else as `/500`.
 */
export const ROUTES: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: Panne,
    HydrateFallback: () => <Squelette />,
    children: [
      vitrine,
      {
        lazy: connecte,
        children: [
          ...entree,
          {
            path: 'dashboard',
            lazy: gardien,
            children: [
              {
                ErrorBoundary: PanneEcran,
                children: [...ECRANS.map(routeDe), { path: '*', ...vers(paths.introuvable) }],
              },
            ],
          },
        ],
      },
      {
        path: '404',
        lazy: seul(() => import('./app/Introuvable.tsx')),
      },
      { path: '500', Component: Panne },
      { path: '*', ...vers(paths.introuvable) },
    ],
  },
]
