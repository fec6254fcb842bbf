import type { ComponentType } from 'react'
import type { Demander, Lieu } from './app/demande.ts'
import { queryClient } from './app/queryClient.ts'
import { aDroit, type DroitEcran, getSession } from './app/session.ts'
import type { Auth } from './app/stockage.ts'
import type { NomIcone } from './ui/Icone.tsx'

type Page = { default: ComponentType }

const accueil = () => import('./formulaire/accueil/AccueilPage.tsx')
// Those at which one arrives: their data is asked for before React is there, by a file without it.
// Only what is named is kept of that file.
const demanderAccueil = async () => ({
  demander: (await import('./formulaire/accueil/accueil.queries.ts')).demander,
})
const demanderFormulaire = async () => ({
  demander: (await import('./formulaire/formulaire.demande.ts')).demander,
})

const invitations = () => import('./inscription/InvitationsPanneau.tsx')
/** The panel of the invitations stands on the screen of the structures: features do not meet. */
const structures = async () => {
  const { createStructuresPage } = await import('./structure/StructuresPage.tsx')
  return { default: createStructuresPage(invitations) }
}
const demanderStructures = ({ recherche }: Lieu) =>
  recherche.get('vue') === 'invitations' ? invitations() : import('./structure/StructuresPage.tsx')
/** So do the files and the errata of an edition of the annuaire, among the documents. */
const documents = async () => {
  const { createDocumentsPage } = await import('./document/DocumentsPage.tsx')
  return { default: createDocumentsPage(() => import('./annuaire/EditionDialogue.tsx')) }
}
const demanderDocuments = () => import('./document/DocumentsPage.tsx')
/** So does that of a report's files, on the report's. */
const saisie = async () => {
  const { createFormulairePage } = await import('./formulaire/saisie/FormulairePage.tsx')
  return { default: createFormulairePage(() => import('./document/PiecesPanneau.tsx')) }
}

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
} & Source

/**
 * The file of a screen: what it shows, and `demander`, which asks for what it shows first. Said here
 * where another file asks, or where nothing is asked of the server.
 */
type Source =
  | { charger: () => Promise<Page & { demander: Demander }> }
  | {
      charger: () => Promise<Page>
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
  },
  {
    path: 'saisiesstructures',
    droit: 'formulaire.lire',
    titre: 'Rapports des structures',
    menu: { icone: 'structures' },
    charger: () => import('./formulaire/listes/SaisiesStructuresPage.tsx'),
  },
  {
    // The others read what is published among the documents.
    path: 'annuaire',
    droit: 'annuaire.gerer',
    titre: 'Annuaire',
    menu: { icone: 'rapport' },
    charger: () => import('./annuaire/AnnuairePage.tsx'),
  },
  {
    path: 'documents',
    droit: 'document.lire',
    titre: 'Documents',
    menu: { icone: 'telecharger' },
    charger: documents,
    demander: demanderDocuments,
  },
  {
    path: 'utilisateurs',
    droit: 'utilisateur.lister',
    titre: 'Utilisateurs',
    menu: { icone: 'utilisateurs' },
    charger: () => import('./utilisateur/UtilisateursPage.tsx'),
  },
  {
    path: 'utilisateurs/:id',
    droit: 'utilisateur.lister',
    titre: 'Utilisateurs',
    charger: () => import('./utilisateur/UtilisateurPage.tsx'),
  },
  {
    path: 'jetons',
    droit: 'jeton.gerer',
    titre: 'Jetons de programme',
    charger: () => import('./jeton/JetonsPage.tsx'),
  },
  {
    path: 'webhooks',
    droit: 'webhook.gerer',
    titre: 'Webhooks',
    charger: () => import('./webhook/WebhooksPage.tsx'),
  },
  {
    path: 'webhooks/livraisons',
    droit: 'webhook.gerer',
    titre: 'Livraisons aux webhooks',
    charger: () => import('./webhook/LivraisonsPage.tsx'),
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
  },
  {
    path: 'mail',
    droit: 'message.lire',
    titre: 'Messagerie',
    menu: { icone: 'commentaire' },
    charger: () => import('./messagerie/MailPage.tsx'),
  },
  {
    path: 'journal',
    droit: 'journal.lire',
    titre: 'Journal',
    menu: { icone: 'historique' },
    charger: () => import('./journal/JournalPage.tsx'),
  },
  {
    path: 'courriels',
    droit: 'courriel.gerer',
    titre: 'Courriels',
    menu: { icone: 'envoi' },
    charger: () => import('./courriel/CourrielsPage.tsx'),
  },
  {
    path: 'parametres',
    droit: 'parametre.gerer',
    titre: 'Paramètres',
    menu: { icone: 'reglages' },
    charger: () => import('./parametre/ParametresPage.tsx'),
  },
  {
    path: 'miseenroute',
    droit: 'calendrier.gerer',
    titre: 'Mise en route',
    charger: () => import('./formulaire/accueil/central/MiseEnRoutePage.tsx'),
  },
  {
    path: 'relances',
    droit: 'calendrier.gerer',
    titre: 'Premières relances',
    charger: () => import('./relance/PremieresPage.tsx'),
  },
  {
    path: 'parametres/modeles/:id',
    droit: 'modele.gerer',
    titre: 'Modèles',
    charger: () => import('./parametre/modeles/ModelePage.tsx'),
  },
  {
    path: 'compte',
    droit: 'compte',
    titre: 'Mon compte',
    menuCompte: 'personne',
    charger: () => import('./compte/ComptePage.tsx'),
  },
  {
    path: 'compte/jetons',
    droit: 'compte.gerer',
    titre: 'Mes jetons de programme',
    charger: () => import('./jeton/MesJetonsPage.tsx'),
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

/** What asks for what a screen shows first, as soon as its file is there; null: nothing is asked. */
export async function demandeDe(ecran: Ecran, lieu: Lieu): Promise<Demander | null> {
  if (!('demander' in ecran)) return (await ecran.charger()).demander
  return ecran.demander === 'sans donnée' ? null : (await ecran.demander(lieu)).demander
}

/** Asks for what a screen shows first. Not waited for: the screen says itself what failed. */
export function demanderEcran(ecran: Ecran, lieu: Omit<Lieu, 'auth'>): void {
  const { auth } = getSession()
  if (!auth || !estOuvert(auth, ecran.droit)) return
  const sien = { auth, ...lieu }
  demandeDe(ecran, sien)
    .then((demander) => demander?.(queryClient, sien))
    .catch(() => undefined)
}

export const connexion = () => import('./session/LoginPage.tsx')
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
