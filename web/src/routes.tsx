import type { ComponentType } from 'react'
import { type RouteObject, redirect } from 'react-router'
import { textes } from './app/app.textes.ts'
import { Panne } from './app/Panne.tsx'
import { Reserve } from './app/Reserve.tsx'
import { Root } from './app/Root.tsx'
import { type DroitEcran, estJetonValide, getSession } from './app/session.ts'
import type { Auth } from './app/stockage.ts'
import { paths } from './paths.ts'
import type { NomIcone } from './ui/Icone.tsx'
import { Squelette } from './ui/Squelette.tsx'

/** A screen that only sends elsewhere. */
const vers = (chemin: string) => ({ loader: () => redirect(chemin), Component: () => null })
const accueil = async () => (await import('./formulaire/accueil/AccueilPage.tsx')).AccueilPage

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

/** A screen of the dashboard, in the order of the menu. */
export type Ecran = {
  /** Its address below `/dashboard`. */
  path: string
  /** Who may see it: whoever may not sees whose it is, and nothing of it (Reserve.tsx). */
  droit: DroitEcran
  titre: string
  /** Its line in the menu, for those who may see it and whom it serves. */
  menu?: { to: string; icone: NomIcone; sert?: (auth: Auth) => boolean }
  charger: () => Promise<ComponentType>
}

const aStructure = ({ structure, autreStructure }: Auth) =>
  structure !== null || autreStructure.length > 0

const { menu } = textes

/** Every screen of the dashboard. The menu and the refusals read it: a new screen is one line here. */
export const ECRANS: readonly Ecran[] = [
  { path: '', droit: 'formulaire.lire', titre: menu.tableauDeBord, charger: accueil },
  {
    path: 'app',
    droit: 'formulaire.lire',
    titre: menu.tableauDeBord,
    menu: { to: paths.tableauDeBord, icone: 'accueil' },
    charger: accueil,
  },
  {
    path: 'saisies',
    droit: 'formulaire.lire',
    titre: menu.saisies,
    menu: { to: paths.saisies(), icone: 'saisie' },
    charger: async () => (await import('./formulaire/listes/SaisiesPage.tsx')).SaisiesPage,
  },
  {
    path: 'saisies/:numero',
    droit: 'formulaire.lire',
    titre: menu.saisies,
    charger: async () => (await import('./formulaire/saisie/FormulairePage.tsx')).default,
  },
  {
    path: 'messaisies',
    droit: 'formulaire.lire',
    titre: menu.mesSaisies,
    menu: { to: paths.mesSaisies, icone: 'rapport', sert: aStructure },
    charger: async () => (await import('./formulaire/listes/MesSaisiesPage.tsx')).MesSaisiesPage,
  },
  {
    path: 'saisiesstructures',
    droit: 'formulaire.lire',
    titre: menu.saisiesStructures,
    menu: { to: paths.saisiesStructures(), icone: 'structures' },
    charger: async () =>
      (await import('./formulaire/listes/SaisiesStructuresPage.tsx')).SaisiesStructuresPage,
  },
  {
    path: 'utilisateurs',
    droit: 'utilisateur.lister',
    titre: menu.utilisateurs,
    menu: { to: paths.utilisateurs, icone: 'utilisateurs' },
    charger: async () => (await import('./utilisateur/UtilisateursPage.tsx')).UtilisateursPage,
  },
  {
    path: 'utilisateurs/:id',
    droit: 'utilisateur.lister',
    titre: menu.utilisateurs,
    charger: async () => (await import('./utilisateur/UtilisateurPage.tsx')).UtilisateurPage,
  },
  {
    path: 'structures',
    droit: 'structure.gerer',
    titre: menu.structures,
    menu: { to: paths.structures(), icone: 'arborescence' },
    charger: async () => (await import('./structure/StructuresPage.tsx')).StructuresPage,
  },
  {
    path: 'structures/:code',
    droit: 'structure.gerer',
    titre: menu.structures,
    charger: async () => (await import('./structure/StructurePage.tsx')).StructurePage,
  },
  {
    path: 'journal',
    droit: 'journal.lire',
    titre: menu.journal,
    menu: { to: paths.journal, icone: 'historique' },
    charger: async () => (await import('./journal/JournalPage.tsx')).JournalPage,
  },
  {
    path: 'courriels',
    droit: 'courriel.gerer',
    titre: menu.courriels,
    menu: { to: paths.courriels, icone: 'envoi' },
    charger: async () => (await import('./courriel/CourrielsPage.tsx')).CourrielsPage,
  },
  {
    path: 'parametres',
    droit: 'parametre.gerer',
    titre: menu.parametres,
    menu: { to: paths.parametres, icone: 'reglages' },
    charger: async () => (await import('./parametre/ParametresPage.tsx')).ParametresPage,
  },
  {
    path: 'compte',
    droit: 'compte',
    titre: menu.compte,
    charger: async () => (await import('./compte/ComptePage.tsx')).ComptePage,
  },
  {
    path: 'chgmdp',
    droit: 'session',
    titre: menu.changerMotDePasse,
    menu: { to: paths.changerMotDePasse, icone: 'motDePasse' },
    charger: async () => (await import('./session/ChgmdpPage.tsx')).ChgmdpPage,
  },
]

const routeDe = ({ path, droit, titre, charger }: Ecran): RouteObject => ({
  ...(path === '' ? { index: true } : { path }),
  lazy: async () => {
    const Page = await charger()
    const Component = () => (
      <Reserve {...{ droit, titre }}>
        <Page />
      </Reserve>
    )
    return { Component }
  },
})

/** Every screen. Unknown addresses lead to `/404`; a failure to render shows `/500` in its place. */
export const ROUTES: RouteObject[] = [
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
            children: [...ECRANS.map(routeDe), { path: '*', ...vers(paths.introuvable) }],
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
]
