import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { Guard } from './app/Guard.tsx'
import { Panne } from './app/Panne.tsx'
import { Root } from './app/Root.tsx'
import { estJetonValide, getSession } from './app/session.ts'
import { paths } from './paths.ts'
// Not lazy: it is what a visitor sees first, wherever he arrives.
import { LoginPage } from './session/LoginPage.tsx'
import { Squelette } from './ui/Squelette.tsx'

/** A screen that only sends elsewhere. */
const vers = (chemin: string) => ({ loader: () => redirect(chemin), Component: () => null })
const accueil = async () => ({
  Component: (await import('./formulaire/accueil/AccueilPage.tsx')).AccueilPage,
})

const publiques: RouteObject[] = [
  { index: true, ...vers(paths.connexion) },
  { path: 'auth', ...vers(paths.connexion) },
  {
    path: 'auth/login',
    loader: () => (estJetonValide(getSession().auth) ? redirect(paths.tableauDeBord) : null),
    Component: LoginPage,
  },
  { path: 'auth/login-unprotected', Component: LoginPage },
]

const protegees: RouteObject[] = [
  { index: true, lazy: accueil },
  { path: 'app', lazy: accueil },
  {
    path: 'saisies',
    lazy: async () => ({
      Component: (await import('./formulaire/listes/SaisiesPage.tsx')).SaisiesPage,
    }),
  },
  {
    path: 'saisies/:numero',
    lazy: async () => ({
      Component: (await import('./formulaire/saisie/FormulairePage.tsx')).default,
    }),
  },
  {
    path: 'messaisies',
    lazy: async () => ({
      Component: (await import('./formulaire/listes/MesSaisiesPage.tsx')).MesSaisiesPage,
    }),
  },
  {
    path: 'saisiesstructures',
    lazy: async () => ({
      Component: (await import('./formulaire/listes/SaisiesStructuresPage.tsx'))
        .SaisiesStructuresPage,
    }),
  },
  {
    path: 'chgmdp',
    lazy: async () => ({ Component: (await import('./session/ChgmdpPage.tsx')).ChgmdpPage }),
  },
]

/** Every screen. Unknown addresses lead to `/404`; a failure to render shows `/500` in its place. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: Panne,
    HydrateFallback: () => <Squelette />,
    children: [
      ...publiques,
      {
        path: 'dashboard',
        Component: Guard,
        children: [...protegees, { path: '*', ...vers(paths.introuvable) }],
      },
      {
        path: '404',
        lazy: async () => ({ Component: (await import('./app/Introuvable.tsx')).Introuvable }),
      },
      { path: '500', Component: Panne },
      { path: '*', ...vers(paths.introuvable) },
    ],
  },
])
