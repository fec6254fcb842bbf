import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { Panne } from './app/Panne.tsx'
import { Root } from './app/Root.tsx'
import { estJetonValide, getSession } from './app/session.ts'
import { paths } from './paths.ts'
import { Squelette } from './ui/Squelette.tsx'

/** A screen that only sends elsewhere. */
const vers = (chemin: string) => ({ loader: () => redirect(chemin), Component: () => null })
const accueil = async () => ({
  Component: (await import('./formulaire/accueil/AccueilPage.tsx')).AccueilPage,
})

/** With a valid token, one is signed in already: the screens to sign in lead on. */
const versTableauSiConnecte = () =>
  estJetonValide(getSession().auth) ? redirect(paths.tableauDeBord) : null
const connexion = async () => ({
  Component: (await import('./session/LoginPage.tsx')).LoginPage,
})
const inscription = async () => ({
  Component: (await import('./session/InscriptionPage.tsx')).InscriptionPage,
})

/** The frame comes with the guard for whoever is signed in: one journey less on a poor line. */
const gardien = async () => {
  const cadre = getSession().auth ? import('./app/Shell.tsx') : undefined
  const { Guard } = await import('./app/Guard.tsx')
  await cadre
  return { Component: Guard }
}

const vitrine: RouteObject = {
  lazy: async () => ({ Component: (await import('./public/Vitrine.tsx')).Vitrine }),
  children: [
    {
      index: true,
      lazy: async () => ({
        Component: (await import('./public/AccueilPublicPage.tsx')).AccueilPublicPage,
      }),
    },
    {
      path: 'contact-us',
      lazy: async () => ({ Component: (await import('./contact/ContactPage.tsx')).default }),
    },
  ],
}

const entree: RouteObject[] = [
  { path: 'auth', ...vers(paths.connexion) },
  { path: 'auth/login', loader: versTableauSiConnecte, lazy: connexion },
  { path: 'auth/login-unprotected', lazy: connexion },
  { path: 'auth/register', loader: versTableauSiConnecte, lazy: inscription },
  { path: 'auth/register-unprotected', lazy: inscription },
  {
    path: 'auth/reset-password',
    lazy: async () => ({
      Component: (await import('./session/ReinitialisationPage.tsx')).ReinitialisationPage,
    }),
  },
  {
    path: 'auth/verify',
    lazy: async () => ({
      Component: (await import('./session/VerificationPage.tsx')).VerificationPage,
    }),
  },
  {
    path: 'auth/lever',
    lazy: async () => ({ Component: (await import('./session/LeverPage.tsx')).LeverPage }),
  },
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
    path: 'utilisateurs',
    lazy: async () => ({
      Component: (await import('./utilisateur/UtilisateursPage.tsx')).UtilisateursPage,
    }),
  },
  {
    path: 'utilisateurs/:id',
    lazy: async () => ({
      Component: (await import('./utilisateur/UtilisateurPage.tsx')).UtilisateurPage,
    }),
  },
  {
    path: 'journal',
    lazy: async () => ({ Component: (await import('./journal/JournalPage.tsx')).JournalPage }),
  },
  {
    path: 'courriels',
    lazy: async () => ({
      Component: (await import('./courriel/CourrielsPage.tsx')).CourrielsPage,
    }),
  },
  {
    path: 'structures',
    lazy: async () => ({
      Component: (await import('./structure/StructuresPage.tsx')).StructuresPage,
    }),
  },
  {
    path: 'structures/:code',
    lazy: async () => ({
      Component: (await import('./structure/StructurePage.tsx')).StructurePage,
    }),
  },
  {
    path: 'compte',
    lazy: async () => ({ Component: (await import('./compte/ComptePage.tsx')).ComptePage }),
  },
  {
    path: 'parametres',
    lazy: async () => ({
      Component: (await import('./parametre/ParametresPage.tsx')).ParametresPage,
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
      vitrine,
      {
        lazy: async () => ({ Component: (await import('./app/Connecte.tsx')).Connecte }),
        children: [
          ...entree,
          {
            path: 'dashboard',
            lazy: gardien,
            children: [...protegees, { path: '*', ...vers(paths.introuvable) }],
          },
        ],
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
