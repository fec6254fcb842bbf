import { type ComponentType, lazy } from 'react'
import { type RouteObject, redirect } from 'react-router'
import type { Demander, Lieu } from './app/demande.ts'
import { Panne, PanneEcran } from './app/Panne.tsx'
import { queryClient } from './app/queryClient.ts'
import { Reserve } from './app/Reserve.tsx'
import { Root } from './app/Root.tsx'
import { aDroit, type DroitEcran, estJetonValide, getSession } from './app/session.ts'
import type { Auth } from './app/stockage.ts'
import { paths } from './paths.ts'
import type { NomIcone } from './ui/Icone.tsx'
import { Squelette } from './ui/Squelette.tsx'

/** A screen that asks the server for nothing first. */
const seul = (charger: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await charger()).default,
})
/** A screen that only sends elsewhere. */
const vers = (chemin: string) => ({ loader: () => redirect(chemin), Component: () => null })
const accueil = () => import('./formulaire/accueil/AccueilPage.tsx')
const listes = () => import('./formulaire/listes/listes.liste.tsx')
// Only what is named is kept of the file: these two are on everyone's way.
const demanderAccueil = async () => ({
  demander: (await import('./formulaire/accueil/accueil.queries.ts')).demander,
})
const demanderFormulaire = async () => ({
  demander: (await import('./formulaire/formulaire.queries.ts')).demander,
})

/** With a valid token, one is signed in already: the screens to sign in lead on. */
const versTableauSiConnecte = () =>
  estJetonValide(getSession().auth) ? redirect(paths.tableauDeBord) : null
const connexion = seul(() => import('./session/LoginPage.tsx'))
const inscription = seul(() => import('./session/InscriptionPage.tsx'))

/** The frame comes with the guard for whoever is signed in: one journey less on a poor line. */
const gardien = async () => {
  const cadre = getSession().auth ? import('./app/Shell.tsx') : undefined
  const [{ Guard }, { default: LoginPage }] = await Promise.all([
    import('./app/Guard.tsx'),
    import('./session/LoginPage.tsx'),
    cadre,
  ])
  return { Component: () => <Guard Connexion={LoginPage} /> }
}

/** What surrounds the screens that ask the server, and what signs in again over them. */
const Reconnexion = lazy(() => import('./session/Reconnexion.tsx'))
const connecte = async () => {
  const { Connecte } = await import('./app/Connecte.tsx')
  return { Component: () => <Connecte Reconnexion={Reconnexion} /> }
}

/** The panel of the invitations stands on the screen of the structures: features do not meet. */
const Invitations = lazy(() => import('./inscription/InvitationsPanneau.tsx'))
const structures = async () => {
  const { StructuresPage } = await import('./structure/StructuresPage.tsx')
  return { default: () => <StructuresPage Invitations={Invitations} /> }
}
/** So does that of a report's files, on the report's. */
const saisie = async () => {
  const { createFormulairePage } = await import('./formulaire/saisie/FormulairePage.tsx')
  return { default: createFormulairePage(() => import('./document/PiecesPanneau.tsx')) }
}
const demanderStructures = ({ recherche }: Lieu) =>
  recherche.get('vue') === 'invitations'
    ? import('./inscription/inscription.liste.ts')
    : import('./structure/structure.liste.ts')

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
    lazy: seul(() => import('./session/ReinitialisationPage.tsx')),
  },
  {
    path: 'auth/verify',
    lazy: seul(() => import('./session/VerificationPage.tsx')),
  },
  {
    path: 'auth/lever',
    lazy: seul(() => import('./session/LeverPage.tsx')),
  },
]

/** Where a screen is: the menus lead there. */
export const adresseDe = ({ path }: Ecran) => `/dashboard/${path}`

/** A screen of the dashboard, in the order of the menu. */
export type Ecran = {
  /** Its address below `/dashboard`. */
  path: string
  /** Who may see it: whoever may not sees whose it is, and nothing of it (Reserve.tsx). */
  droit: DroitEcran
  titre: string
  /** Its line in the menu, for those who may see it and whom it serves. */
  menu?: { icone: NomIcone; sert?: (auth: Auth) => boolean }
  /** Its icon in the menu of one's own account. */
  menuCompte?: NomIcone
  charger: () => Promise<{ default: ComponentType }>
  /** What asks for what it shows first, or that it shows nothing of the server's. */
  demander: ((lieu: Lieu) => Promise<{ demander: Demander }>) | 'sans donnée'
}

const aStructure = ({ structure, autreStructure }: Auth) =>
  structure !== null || autreStructure.length > 0

/** Every screen of the dashboard. The menu and the refusals read it: a new screen is one line here. */
export const ECRANS: readonly Ecran[] = [
  {
    path: '',
    droit: 'formulaire.lire',
    titre: 'Tableau de bord',
    charger: accueil,
    demander: demanderAccueil,
  },
  {
    path: 'app',
    droit: 'formulaire.lire',
    titre: 'Tableau de bord',
    menu: { icone: 'accueil' },
    charger: accueil,
    demander: demanderAccueil,
  },
  {
    path: 'saisies',
    droit: 'formulaire.lire',
    titre: 'Saisies',
    menu: { icone: 'saisie' },
    charger: () => import('./formulaire/listes/SaisiesPage.tsx'),
    demander: async () => ({ demander: (await listes()).demanderSaisies }),
  },
  {
    path: 'saisies/:numero',
    droit: 'formulaire.lire',
    titre: 'Saisies',
    charger: saisie,
    demander: demanderFormulaire,
  },
  {
    path: 'messaisies',
    droit: 'formulaire.lire',
    titre: 'Mes rapports',
    menu: { icone: 'rapport', sert: aStructure },
    charger: () => import('./formulaire/listes/MesSaisiesPage.tsx'),
    demander: async () => ({ demander: (await listes()).demanderMesSaisies }),
  },
  {
    path: 'saisiesstructures',
    droit: 'formulaire.lire',
    titre: 'Rapports des structures',
    menu: { icone: 'structures' },
    charger: () => import('./formulaire/listes/SaisiesStructuresPage.tsx'),
    demander: async () => ({ demander: (await listes()).demanderSaisiesStructures }),
  },
  {
    path: 'annuaire',
    droit: 'annuaire.lire',
    titre: 'Annuaire',
    menu: { icone: 'rapport' },
    charger: () => import('./annuaire/AnnuairePage.tsx'),
    demander: () => import('./annuaire/annuaire.queries.ts'),
  },
  {
    path: 'documents',
    droit: 'document.lire',
    titre: 'Documents',
    menu: { icone: 'telecharger' },
    charger: () => import('./document/DocumentsPage.tsx'),
    demander: () => import('./document/document.liste.ts'),
  },
  {
    path: 'utilisateurs',
    droit: 'utilisateur.lister',
    titre: 'Utilisateurs',
    menu: { icone: 'utilisateurs' },
    charger: () => import('./utilisateur/UtilisateursPage.tsx'),
    demander: () => import('./utilisateur/utilisateur.liste.ts'),
  },
  {
    path: 'utilisateurs/:id',
    droit: 'utilisateur.lister',
    titre: 'Utilisateurs',
    charger: () => import('./utilisateur/UtilisateurPage.tsx'),
    demander: () => import('./utilisateur/utilisateur.queries.ts'),
  },
  {
    path: 'structures',
    droit: 'structure.gerer',
    titre: 'Structures',
    menu: { icone: 'arborescence' },
    charger: structures,
    demander: demanderStructures,
  },
  {
    // Who reminds reads the record too: its reminders are suspended there.
    path: 'structures/:code',
    droit: 'relancer',
    titre: 'Structures',
    charger: () => import('./structure/StructurePage.tsx'),
    demander: () => import('./structure/structure.queries.ts'),
  },
  {
    path: 'mail',
    droit: 'message.lire',
    titre: 'Messagerie',
    menu: { icone: 'commentaire' },
    charger: () => import('./messagerie/MailPage.tsx'),
    demander: () => import('./messagerie/messagerie.liste.ts'),
  },
  {
    path: 'journal',
    droit: 'journal.lire',
    titre: 'Journal',
    menu: { icone: 'historique' },
    charger: () => import('./journal/JournalPage.tsx'),
    demander: () => import('./journal/journal.liste.tsx'),
  },
  {
    path: 'courriels',
    droit: 'courriel.gerer',
    titre: 'Courriels',
    menu: { icone: 'envoi' },
    charger: () => import('./courriel/CourrielsPage.tsx'),
    demander: () => import('./courriel/courriel.liste.ts'),
  },
  {
    path: 'parametres',
    droit: 'parametre.gerer',
    titre: 'Paramètres',
    menu: { icone: 'reglages' },
    charger: () => import('./parametre/ParametresPage.tsx'),
    demander: () => import('./parametre/parametre.queries.ts'),
  },
  {
    path: 'parametres/modeles/:id',
    droit: 'modele.gerer',
    titre: 'Modèles',
    charger: () => import('./parametre/modeles/ModelePage.tsx'),
    demander: () => import('./parametre/modeles/modele.queries.ts'),
  },
  {
    path: 'compte',
    droit: 'compte',
    titre: 'Mon compte',
    menuCompte: 'personne',
    charger: () => import('./compte/ComptePage.tsx'),
    demander: () => import('./compte/compte.queries.ts'),
  },
  {
    path: 'chgmdp',
    droit: 'session',
    titre: 'Changer le mot de passe',
    menu: { icone: 'motDePasse' },
    menuCompte: 'motDePasse',
    charger: () => import('./session/ChgmdpPage.tsx'),
    demander: 'sans donnée',
  },
]

/** Whether this person sees a screen now: nothing is asked for in vain. */
const estOuvert = (auth: Auth, droit: DroitEcran) =>
  !auth.forceChangePassword && !auth.secondFacteurAActiver && aDroit(auth.roles, droit)

const routeDe = ({ path, droit, titre, charger, demander }: Ecran): RouteObject => ({
  ...(path === '' ? { index: true } : { path }),
  ...(demander !== 'sans donnée' && {
    loader: ({ params, request }) => {
      const { auth } = getSession()
      if (auth && estOuvert(auth, droit)) {
        const lieu = { auth, params, recherche: new URL(request.url).searchParams }
        // Not waited for: the screen shows its skeleton meanwhile, and says itself what failed.
        demander(lieu)
          .then((une) => une.demander(queryClient, lieu))
          .catch(() => undefined)
      }
      // When one came (`useDemandee`).
      return Date.now()
    },
    // What changes in the address of a screen that is there, the screen asks for.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  }),
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
})

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
