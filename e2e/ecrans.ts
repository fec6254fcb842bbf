import { MOIS_PRECEDENT, numeroDe } from './formulaire.ts'
import { MOT_DE_PASSE } from './gens.ts'
import {
  chercher,
  deplierOutils,
  enchainer,
  envoyerVide,
  fauter,
  finirDans,
  type Geste,
  ouvrir,
  ouvrirFiche,
  ouvrirOptionsDeCase,
  recevoirDefi,
  recevoirMessage,
  refuserConnexion,
  relire,
  section,
} from './gestes.ts'
import { suivreInvitation } from './invitation.ts'
import { ECRANS_STRUCTURES } from './structures.ts'
import { apercevoirFautes, creerVide } from './utilisateurs.ts'

/** A screen, or one of its states. Its name is also that of its pictures: no accent. */
export type Ecran = {
  nom: string
  adresse: string
  /** Leads from the address to the state; at any width, unless `seulement` says where it exists. */
  aller?: Geste
  /** From 1,200 px (the menu beside the page), or below. */
  seulement?: 'large' | 'etroit'
  /** It spoils the session, or the page's storage: nobody comes after. */
  neuf?: true
  /** It stands for the others where all six colours are tried, and right to left is pictured. */
  temoin?: true
  /** The server refuses something on the way, and the browser's console says so. */
  refus?: true
  /** Hundreds of cells, whose colours are those of one section, seen elsewhere. */
  sansContraste?: true
}

/** Whose report of the month is entered here. */
export const STRUCTURE = 'CSE-R01-01'
const SAISIE = `/dashboard/saisies/${numeroDe('RMA', STRUCTURE)}`
/** A form that only the directorate may still act on. */
const SOUMIS = `/dashboard/saisies/${numeroDe('RMA', 'ORPH-R02-01', MOIS_PRECEDENT)}`
/** Sent back with a reason and a remark. */
const RENVOYE = `/dashboard/saisies/${numeroDe('RMA', 'CSAUV-R05-01', MOIS_PRECEDENT)}`
/** Published to all. */
const DIFFUSE = `/dashboard/saisies/${numeroDe('RMA', 'CAU-R01-01', MOIS_PRECEDENT)}`

/** One that a structure holds: the first ones are the directorate's, and those of the tests. */
const UTILISATEUR = '/dashboard/utilisateurs/5'

const VISITEUR: Ecran[] = [
  { nom: 'accueil-public', adresse: '/', temoin: true },
  { nom: 'accueil-public-conditions', adresse: '/?page=conditions' },
  { nom: 'accueil-public-confidentialite', adresse: '/?page=confidentialite' },
  { nom: 'accueil-public-accessibilite', adresse: '/?page=accessibilite' },
  { nom: 'contact', adresse: '/contact-us', temoin: true },
  { nom: 'contact-fautes', adresse: '/contact-us', aller: envoyerVide('Envoyer le message') },
  { nom: 'connexion', adresse: '/auth/login', temoin: true },
  { nom: 'connexion-fautes', adresse: '/auth/login', aller: envoyerVide('Se connecter') },
  { nom: 'connexion-refusee', adresse: '/auth/login', aller: refuserConnexion, refus: true },
  { nom: 'mot-de-passe-oublie', adresse: '/auth/reset-password' },
  {
    nom: 'mot-de-passe-oublie-fautes',
    adresse: '/auth/reset-password',
    aller: envoyerVide('Recevoir un mot de passe'),
  },
  { nom: 'inscription-sans-invitation', adresse: '/auth/register' },
  { nom: 'inscription', adresse: '/auth/register', aller: suivreInvitation },
  {
    nom: 'inscription-fautes',
    adresse: '/auth/register',
    aller: enchainer(suivreInvitation, envoyerVide('Ouvrir mon compte')),
  },
  { nom: 'inscription-refusee', adresse: '/auth/register?jeton=inconnu', refus: true },
  { nom: 'verification-sans-defi', adresse: '/auth/verify' },
  { nom: 'verification', adresse: '/auth/verify', aller: recevoirDefi },
  {
    nom: 'verification-fautes',
    adresse: '/auth/verify',
    aller: enchainer(recevoirDefi, envoyerVide('Vérifier')),
  },
  { nom: 'lever', adresse: '/auth/lever?jeton=inconnu' },
  { nom: 'introuvable', adresse: '/404' },
  { nom: 'panne', adresse: '/500' },
]

const AGENT: Ecran[] = [
  { nom: 'accueil-structure', adresse: '/dashboard/app', temoin: true },
  { nom: 'saisies', adresse: '/dashboard/saisies' },
  { nom: 'mes-rapports', adresse: '/dashboard/messaisies' },
  { nom: 'rapports-diffuses', adresse: '/dashboard/saisiesstructures' },
  { nom: 'changer-mot-de-passe', adresse: '/dashboard/chgmdp' },
  {
    nom: 'changer-mot-de-passe-fautes',
    adresse: '/dashboard/chgmdp',
    aller: async (page) => {
      const changer = page
        .getByRole('main')
        .getByRole('button', { name: 'Changer le mot de passe' })
      await changer.click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { nom: 'saisie-champs', adresse: SAISIE },
  {
    nom: 'saisie-matrice',
    adresse: SAISIE,
    aller: section('Mouvement des effectifs'),
    temoin: true,
  },
  { nom: 'saisie-fautes', adresse: SAISIE, aller: fauter, temoin: true },
  { nom: 'saisie-options-de-case', adresse: SAISIE, aller: ouvrirOptionsDeCase },
  { nom: 'saisie-tout', adresse: `${SAISIE}?vue=tout`, sansContraste: true },
  { nom: 'relecture', adresse: SAISIE, aller: enchainer(fauter, relire) },
  {
    nom: 'historique',
    adresse: SAISIE,
    aller: enchainer(deplierOutils, ouvrir('Historique')),
  },
  { nom: 'rapport-diffuse', adresse: DIFFUSE },
  { nom: 'rapport-inaccessible', adresse: '/dashboard/saisies/RMA-INCONNU-202501', refus: true },
  { nom: 'menu-compte', adresse: '/dashboard/app', aller: ouvrir(/^Compte «/, 'menu') },
  { nom: 'menu-langue', adresse: '/dashboard/app', aller: ouvrir(/^Langue/, 'menu') },
  {
    nom: 'reglages',
    adresse: '/dashboard/app',
    aller: ouvrir('Réglages d’affichage'),
    temoin: true,
  },
  {
    nom: 'menu-tiroir',
    adresse: '/dashboard/app',
    aller: ouvrir('Ouvrir le menu'),
    seulement: 'etroit',
  },
  {
    nom: 'menu-reduit',
    adresse: '/dashboard/saisies',
    seulement: 'large',
    neuf: true,
    aller: async (page) => {
      await page.getByRole('button', { name: 'Réduire le menu' }).click()
      await page.getByRole('heading', { level: 1 }).hover()
    },
  },
  { nom: 'recherche', adresse: '/dashboard/app', aller: ouvrir(/^Rechercher/) },
  { nom: 'recherche-resultats', adresse: '/dashboard/app', aller: chercher('RMA') },
  { nom: 'recherche-vide', adresse: '/dashboard/app', aller: chercher('introuvable-ici') },
  {
    nom: 'logo',
    adresse: '/dashboard/app',
    aller: async (page) => {
      await page.getByRole('button', { name: /^Compte «/ }).click()
      await page.getByRole('menuitem', { name: 'Changer le logo' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { nom: 'fin-de-session', adresse: '/dashboard/app', aller: finirDans(4), neuf: true },
  { nom: 'session-expiree', adresse: '/dashboard/app', aller: finirDans(-1), neuf: true },
]

const RENVOYES: Ecran[] = [
  { nom: 'accueil-structure-renvoi', adresse: '/dashboard/app' },
  { nom: 'rapport-renvoye', adresse: RENVOYE },
  {
    nom: 'rapport-renvoye-remarque',
    adresse: RENVOYE,
    aller: ouvrirOptionsDeCase,
  },
]

const REGION: Ecran[] = [
  { nom: 'accueil-region', adresse: '/dashboard/app' },
  { nom: 'rapports-region', adresse: '/dashboard/saisiesstructures' },
]

const DIRECTION: Ecran[] = [
  { nom: 'accueil-direction', adresse: '/dashboard/app', temoin: true },
  { nom: 'saisies-direction', adresse: '/dashboard/saisies' },
  { nom: 'mes-rapports-direction', adresse: '/dashboard/messaisies' },
  { nom: 'rapports-structures', adresse: '/dashboard/saisiesstructures', temoin: true },
  {
    nom: 'rapports-structures-filtres',
    adresse: '/dashboard/saisiesstructures?etats=DIFFUSE,APPROUVE&modele=EPM',
  },
  { nom: 'rapports-structures-aucun', adresse: '/dashboard/saisiesstructures?q=inconnu' },
  { nom: 'lecture', adresse: SOUMIS },
  { nom: 'lecture-valider', adresse: SOUMIS, aller: ouvrir('Valider') },
  { nom: 'lecture-renvoyer', adresse: SOUMIS, aller: ouvrir(/^Renvoyer/), temoin: true },
  { nom: 'lecture-changer-etat', adresse: SOUMIS, aller: ouvrir('Changer l’état') },
  {
    nom: 'recherche-fiche',
    adresse: '/dashboard/app',
    aller: enchainer(recevoirMessage('Une question'), chercher('Une question'), ouvrirFiche),
  },
  { nom: 'compte', adresse: '/dashboard/compte' },
  {
    nom: 'compte-mot-de-passe',
    adresse: '/dashboard/compte',
    aller: enchainer(ouvrir('Activer un second facteur'), envoyerVide('Continuer')),
  },
  {
    nom: 'compte-second-facteur',
    adresse: '/dashboard/compte',
    aller: async (page) => {
      await ouvrir('Activer un second facteur')(page)
      await page.getByRole('textbox', { name: 'Mot de passe' }).fill(MOT_DE_PASSE)
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: /^Code affiché/ }).waitFor()
    },
  },
  { nom: 'parametres', adresse: '/dashboard/parametres' },
  { nom: 'parametres-mentions', adresse: '/dashboard/parametres?onglet=mentions' },
  { nom: 'parametres-conservation', adresse: '/dashboard/parametres?onglet=conservation' },
  { nom: 'journal', adresse: '/dashboard/journal', temoin: true },
  { nom: 'journal-aucun', adresse: '/dashboard/journal?q=introuvable-ici' },
  { nom: 'courriels', adresse: '/dashboard/courriels', temoin: true },
  {
    nom: 'invitations',
    adresse: '/dashboard/structures?vue=invitations',
    temoin: true,
  },
  {
    nom: 'invitations-aucune',
    adresse: '/dashboard/structures?vue=invitations&invite=introuvable',
  },
  {
    nom: 'invitation-fautes',
    adresse: '/dashboard/structures?vue=invitations&inviter=nouvelle',
    aller: envoyerVide('Envoyer l’invitation'),
    temoin: true,
  },
  { nom: 'utilisateurs', adresse: '/dashboard/utilisateurs', temoin: true },
  { nom: 'utilisateurs-aucun', adresse: '/dashboard/utilisateurs?q=introuvable-ici' },
  {
    nom: 'utilisateurs-creer',
    adresse: '/dashboard/utilisateurs',
    aller: ouvrir('Créer un utilisateur'),
    temoin: true,
  },
  { nom: 'utilisateurs-creer-fautes', adresse: '/dashboard/utilisateurs', aller: creerVide },
  { nom: 'utilisateurs-importer', adresse: '/dashboard/utilisateurs', aller: ouvrir('Importer') },
  {
    nom: 'utilisateurs-importer-fautes',
    adresse: '/dashboard/utilisateurs',
    aller: apercevoirFautes,
  },
  { nom: 'utilisateur', adresse: UTILISATEUR, temoin: true },
  { nom: 'utilisateur-modifier', adresse: UTILISATEUR, aller: ouvrir(/^Modifier/) },
  { nom: 'utilisateur-bloquer', adresse: UTILISATEUR, aller: ouvrir(/^Bloquer/) },
  ...ECRANS_STRUCTURES,
  { nom: 'courriels-aucun', adresse: '/dashboard/courriels?q=introuvable-ici' },
]

const FORCE: Ecran[] = [{ nom: 'mot-de-passe-a-changer', adresse: '/dashboard/chgmdp' }]

/** Every screen, by whoever sees it. One table, two uses: what axe examines, what is pictured. */
export const ECRANS: Record<string, Ecran[]> = {
  visiteur: VISITEUR,
  'cse-r01-01': AGENT,
  'csauv-r05-01': RENVOYES,
  'dr-r01': REGION,
  admin: [{ nom: 'accueil-administration', adresse: '/dashboard/app' }],
  dpps: DIRECTION,
  'provisoire-garde': FORCE,
}

/** Routes that show the screen of another. */
const JUMELLES: Record<string, string> = {
  '/dashboard': '/dashboard/app',
  '/auth/login-unprotected': '/auth/login',
  '/auth/register-unprotected': '/auth/register',
}

/**
 * The routes of `routes.tsx` that no screen of the table shows, as it spells them. A route that
 * only sends elsewhere (`...vers(`), or the rest (`*`), is no screen.
 */
export function routesSansEcran(routes: string): string[] {
  const vues = [
    ...Object.keys(JUMELLES),
    ...Object.values(ECRANS).flatMap((ecrans) => ecrans.map(({ adresse }) => adresse)),
  ].map((adresse) => adresse.replace(/\?.*/, ''))
  const chemins = [...routes.matchAll(/\bpath: '([^'*]+)'(?!, \.\.\.vers)/g)].map(
    ([, chemin = '']) => chemin,
  )
  return chemins.filter((chemin) => {
    const motif = new RegExp(`/${chemin.replace(/:\w+/g, '[^/]+')}$`)
    return !vues.some((vue) => motif.test(vue))
  })
}
