import type { ComponentType } from 'react'
import { CADRE } from './app/cadre.ts'
import type { Demander, Lieu } from './app/demande.ts'
import { queryClient } from './app/queryClient.ts'
import { preparerCarnets } from './app/scellement.ts'
import { aDroit, type DroitEcran, getSession } from './app/session.ts'
import type { Auth } from './app/stockage.ts'
import type { NomIcone } from './ui/Icone.tsx'

type Page = { default: ComponentType }

const accueil = () => import('./formulaire/accueil/AccueilPage.tsx')
const listes = () => import('./formulaire/listes/listes.liste.tsx')
// Only what is named is kept of the file: these two are on everyone's way.
const demanderAccueil = async () => ({
  demander: (await import('./formulaire/accueil/accueil.queries.ts')).demander,
})
const demanderFormulaire = async () => ({
  demander: (await import('./formulaire/formulaire.demande.ts')).demander,
})

/** The panel of the invitations stands on the screen of the structures: features do not meet. */
const structures = async () => {
  const { createStructuresPage } = await import('./structure/StructuresPage.tsx')
  return { default: createStructuresPage(() => import('./inscription/InvitationsPanneau.tsx')) }
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
  charger: () => Promise<Page>
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

/** Asks for what a screen shows first. Not waited for: the screen says itself what failed. */
export function demanderEcran({ droit, demander }: Ecran, lieu: Omit<Lieu, 'auth'>): void {
  const { auth } = getSession()
  if (demander === 'sans donnée' || !auth || !estOuvert(auth, droit)) return
  demander({ auth, ...lieu })
    .then((une) => une.demander(queryClient, { auth, ...lieu }))
    .catch(() => undefined)
}

const connexion = () => import('./session/LoginPage.tsx')
const inscription = () => import('./session/InscriptionPage.tsx')

/** A screen to sign in. `mene`: whoever is signed in already is led on. */
type Entree = { path: string; mene: boolean; charger: () => Promise<Page> }

export const ENTREES: readonly Entree[] = [
  { path: 'auth/login', mene: true, charger: connexion },
  { path: 'auth/login-unprotected', mene: false, charger: connexion },
  { path: 'auth/register', mene: true, charger: inscription },
  { path: 'auth/register-unprotected', mene: false, charger: inscription },
  {
    path: 'auth/reset-password',
    mene: false,
    charger: () => import('./session/ReinitialisationPage.tsx'),
  },
  {
    path: 'auth/verify',
    mene: false,
    charger: () => import('./session/VerificationPage.tsx'),
  },
  { path: 'auth/lever', mene: false, charger: () => import('./session/LeverPage.tsx') },
]

/** What surrounds the screens that ask the server. */
export const chargerConnecte = async () => {
  // With it what waits in this browser: no screen is drawn as if nothing did.
  const attendues = preparerCarnets()
  const { Connecte } = await import('./app/Connecte.tsx')
  await attendues
  return { Connecte }
}

/** The frame comes with the guard for whoever is signed in: one journey less on a poor line. */
export const chargerGarde = () =>
  Promise.all([
    import('./app/Guard.tsx'),
    connexion(),
    getSession().auth ? CADRE.charger() : undefined,
  ])
