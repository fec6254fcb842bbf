import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DROITS, type Portee, type Role } from '@releve/contract/utilisateur/droits.ts'
import { deposerDhis2, deposerXlsform } from './ailleurs.ts'
import { apercevoirFormulaires } from './fichiers.ts'
import { choisirPlus, MOIS_PRECEDENT, numeroDe } from './formulaire.ts'
import { MOT_DE_PASSE } from './gens.ts'
import {
  chercher,
  choisirAuMenu,
  collerEnPanneau,
  deplierOutils,
  enchainer,
  envoyerVide,
  fauter,
  finirDans,
  type Geste,
  ouvrir,
  ouvrirAideDeCase,
  ouvrirOptionsDeCase,
  ouvrirTrouve,
  recevoirDefi,
  recevoirMessage,
  refuserConnexion,
  relire,
  section,
} from './gestes.ts'
import { suivreInvitation } from './invitation.ts'
import { ouvrirRecepisses, verifierRecepisse } from './recepisses.ts'
import { ECRANS_SIMULATION } from './simulation.ts'
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
  /** It stands for the others where right to left is pictured. */
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

const EXERCICE = '/dashboard/saisies/exemple?modele=RMA'

/** The first model of the demonstration. */
const MODELE = '/dashboard/parametres/modeles/1'

/** One that a structure holds: the first ones are the directorate's, and those of the tests. */
const UTILISATEUR = '/dashboard/utilisateurs/5'

const VISITEUR: Ecran[] = [
  { nom: 'accueil-public', adresse: '/', temoin: true },
  {
    nom: 'accueil-public-donnees',
    adresse: '/',
    aller: async (page) => {
      await page.getByText('Lire l’annuaire, reprendre ses données').click()
      await page.getByRole('link', { name: 'datapackage.json' }).waitFor()
    },
  },
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
  { nom: 'recepisse', adresse: '/recepisse', aller: verifierRecepisse, temoin: true },
  {
    nom: 'recepisse-inconnu',
    adresse: '/recepisse/00000-00000-00000-00000',
    refus: true,
  },
  { nom: 'lever', adresse: '/auth/lever?jeton=inconnu' },
  { nom: 'introuvable', adresse: '/404' },
  { nom: 'panne', adresse: '/500' },
]

const AGENT: Ecran[] = [
  { nom: 'accueil-structure', adresse: '/dashboard/app', temoin: true },
  {
    nom: 'accueil-structure-chiffres',
    adresse: '/dashboard/app',
    aller: async (page) => {
      await page.getByText('Mes chiffres sur vingt-quatre mois').click()
      await page.getByRole('figure').first().waitFor()
    },
  },
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
  {
    nom: 'jeton-creer-fautes',
    adresse: '/dashboard/compte/jetons',
    aller: enchainer(ouvrir('Créer un jeton'), envoyerVide('Créer le jeton')),
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
  { nom: 'saisie-aide-de-case', adresse: SAISIE, aller: ouvrirAideDeCase },
  { nom: 'saisie-collage', adresse: SAISIE, aller: collerEnPanneau },
  { nom: 'saisie-tout', adresse: `${SAISIE}?vue=tout`, sansContraste: true },
  { nom: 'relecture', adresse: SAISIE, aller: enchainer(fauter, relire) },
  {
    nom: 'historique',
    adresse: SAISIE,
    aller: enchainer(deplierOutils, (page) => choisirPlus(page, 'Historique')),
  },
  { nom: 'exercice', adresse: EXERCICE },
  {
    nom: 'exercice-relu',
    adresse: EXERCICE,
    aller: relire,
  },
  { nom: 'rapport-diffuse', adresse: DIFFUSE },
  { nom: 'rapport-inaccessible', adresse: '/dashboard/saisies/RMA-INCONNU-202501', refus: true },
  {
    nom: 'pieces-jointes',
    adresse: SAISIE,
    aller: async (page) => {
      await deplierOutils(page)
      await page.getByRole('button', { name: 'Pièces jointes' }).click()
      await page.getByRole('form', { name: 'Joindre une pièce' }).waitFor()
    },
    temoin: true,
  },
  { nom: 'documents', adresse: '/dashboard/documents' },
  { nom: 'mois-clos', adresse: '/dashboard/saisies', aller: ouvrir('Mois clos ou rouverts') },
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
  {
    nom: 'accueil-choix',
    adresse: '/dashboard/app',
    aller: async (page) => {
      await page.getByRole('button', { name: 'Choisir des cases' }).click()
      await page
        .getByRole('checkbox', { name: /^Choisir tout le mois/ })
        .first()
        .check()
    },
  },
  { nom: 'accueil-examen', adresse: '/dashboard/app?vue=examen' },
  { nom: 'accueil-delais', adresse: '/dashboard/app?vue=delais', temoin: true },
  { nom: 'accueil-retards', adresse: '/dashboard/app?vue=retards' },
  { nom: 'accueil-ecarts', adresse: '/dashboard/app?vue=ecarts' },
  {
    nom: 'accueil-tendances',
    adresse: '/dashboard/app?vue=series',
    aller: async (page) => page.getByText('Voir les chiffres').first().click(),
  },
  { nom: 'saisies-direction', adresse: '/dashboard/saisies' },
  { nom: 'mes-rapports-direction', adresse: '/dashboard/messaisies' },
  { nom: 'rapports-structures', adresse: '/dashboard/saisiesstructures', temoin: true },
  {
    nom: 'rapports-structures-filtres',
    adresse: '/dashboard/saisiesstructures?etats=DIFFUSE,APPROUVE&modele=EPM',
  },
  {
    nom: 'rapports-structures-importer',
    adresse: '/dashboard/saisiesstructures',
    aller: apercevoirFormulaires,
  },
  { nom: 'rapports-structures-aucun', adresse: '/dashboard/saisiesstructures?q=inconnu' },
  {
    nom: 'rapports-structures-relancer',
    adresse: `/dashboard/saisiesstructures?mois=${MOIS_PRECEDENT.mois}&annee=${MOIS_PRECEDENT.annee}&etats=BROUILLON,NON_COMMENCE`,
    aller: async (page) => {
      await page.getByRole('checkbox', { name: 'Tout sélectionner sur cette page' }).check()
      await page.getByRole('button', { name: /^Relancer \d+/ }).click()
      await page
        .getByRole('dialog')
        .getByText(/laissées? de côté$/)
        .waitFor()
    },
  },
  { nom: 'structure-suspendue', adresse: '/dashboard/structures/CSOC-R06-01' },
  {
    nom: 'relances-suspendre',
    adresse: '/dashboard/structures/CPOLY-R02-01',
    aller: ouvrir('Suspendre les relances'),
  },
  { nom: 'lecture', adresse: SOUMIS },
  {
    nom: 'lecture-recepisses',
    adresse: SOUMIS,
    aller: enchainer(deplierOutils, ouvrirRecepisses),
  },
  { nom: 'lecture-valider', adresse: SOUMIS, aller: ouvrir('Valider') },
  { nom: 'lecture-renvoyer', adresse: SOUMIS, aller: ouvrir(/^Renvoyer/), temoin: true },
  { nom: 'lecture-changer-etat', adresse: SOUMIS, aller: ouvrir('Changer l’état') },
  {
    nom: 'messagerie-message',
    adresse: '/dashboard/app',
    aller: enchainer(recevoirMessage('Une question'), chercher('Une question'), ouvrirTrouve),
  },
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
  { nom: 'parametres-organisation', adresse: '/dashboard/parametres?onglet=organisation' },
  { nom: 'parametres-mentions', adresse: '/dashboard/parametres?onglet=mentions' },
  { nom: 'parametres-conservation', adresse: '/dashboard/parametres?onglet=conservation' },
  { nom: 'parametres-annuaire', adresse: '/dashboard/parametres?onglet=annuaire' },
  {
    nom: 'parametres-calendrier',
    adresse: '/dashboard/parametres?onglet=calendrier',
    temoin: true,
  },
  {
    nom: 'calendrier-rouvrir',
    adresse: '/dashboard/parametres?onglet=calendrier',
    aller: ouvrir('Rouvrir un mois'),
  },
  {
    nom: 'calendrier-accorder',
    adresse: '/dashboard/parametres?onglet=calendrier',
    aller: ouvrir(/^Accorder la prolongation/),
  },
  {
    nom: 'calendrier-refuser',
    adresse: '/dashboard/parametres?onglet=calendrier',
    aller: enchainer(ouvrir(/^Refuser la prolongation/), envoyerVide('Refuser')),
  },
  {
    nom: 'parametres-codifications',
    adresse: '/dashboard/parametres?onglet=codifications',
    temoin: true,
  },
  {
    nom: 'codification-ajouter',
    adresse: '/dashboard/parametres?onglet=codifications',
    aller: enchainer(ouvrir('Ajouter un code'), envoyerVide('Voir ce qui change')),
  },
  {
    nom: 'documents-edition',
    adresse: '/dashboard/documents?categorie=ANNUAIRE',
    aller: ouvrir(/^Fichiers et errata/),
  },
  { nom: 'annuaire-repertoire', adresse: '/dashboard/annuaire?chapitre=1' },
  { nom: 'annuaire-chapitre', adresse: '/dashboard/annuaire?chapitre=2', temoin: true },
  { nom: 'annuaire-series', adresse: '/dashboard/annuaire?chapitre=8' },
  { nom: 'annuaire-annexes', adresse: '/dashboard/annuaire?chapitre=9' },
  { nom: 'parametres-modeles', adresse: '/dashboard/parametres?onglet=modeles' },
  {
    nom: 'modeles-echange',
    adresse: '/dashboard/parametres?onglet=modeles',
    aller: enchainer(
      ouvrir('Actes sur RMA', 'menu'),
      choisirAuMenu(/Donner les valeurs diffusées/),
    ),
  },
  {
    nom: 'modeles-ailleurs',
    adresse: '/dashboard/parametres?onglet=modeles',
    aller: async (page) => void (await deposerXlsform(page)),
  },
  {
    nom: 'modeles-ailleurs-dhis2',
    adresse: '/dashboard/parametres?onglet=modeles',
    aller: async (page) => void (await deposerDhis2(page)),
  },
  { nom: 'modele', adresse: MODELE },
  { nom: 'modele-apercu', adresse: `${MODELE}?vue=apercu`, sansContraste: true },
  { nom: 'messagerie', adresse: '/dashboard/mail', temoin: true },
  { nom: 'messagerie-brouillons', adresse: '/dashboard/mail?boite=brouillons' },
  {
    nom: 'messagerie-ecrire',
    adresse: '/dashboard/mail?ecrire=3f0c1a52-6d0e-4a54-9f0b-0a4a3f6f6a01',
    aller: envoyerVide('Envoyer'),
  },
  {
    nom: 'messagerie-ecrire-rapport',
    adresse: SOUMIS,
    aller: async (page) => {
      await deplierOutils(page)
      await page.getByRole('link', { name: 'Écrire à propos de ce rapport' }).click()
      await page.getByRole('list', { name: 'Destinataires choisis' }).waitFor()
    },
  },
  { nom: 'journal', adresse: '/dashboard/journal', temoin: true },
  { nom: 'journal-aucun', adresse: '/dashboard/journal?q=introuvable-ici' },
  {
    nom: 'documents-deposer',
    adresse: '/dashboard/documents',
    aller: ouvrir('Déposer un document'),
    temoin: true,
  },
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
  {
    nom: 'webhook-creer-fautes',
    adresse: '/dashboard/webhooks',
    aller: enchainer(ouvrir('Créer un webhook'), envoyerVide('Créer le webhook')),
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
  ...ECRANS_SIMULATION,
  { nom: 'courriels-aucun', adresse: '/dashboard/courriels?q=introuvable-ici' },
]

const FORCE: Ecran[] = [{ nom: 'mot-de-passe-a-changer', adresse: '/dashboard/chgmdp' }]

/** What a line says beyond the routes: a state, an address with its thing, a witness, a second account. */
const DITS: Record<string, Ecran[]> = {
  visiteur: VISITEUR,
  'cse-r01-01': AGENT,
  'csauv-r05-01': RENVOYES,
  'dr-r01': REGION,
  admin: [{ nom: 'accueil-administration', adresse: '/dashboard/app' }],
  dpps: DIRECTION,
  'provisoire-garde': FORCE,
}

/** Who opens the screens of each role; the first who may, for a screen that several have. */
const OUVREURS: [role: Role, qui: string][] = [
  ['ROLE_STRUCTURE', 'cse-r01-01'],
  ['ROLE_DPPS', 'dpps'],
  ['ROLE_ADMIN', 'admin'],
]
const ouvreurDe = (droit: string): string | undefined => {
  // The right of a screen is one of the table, or one's own account: everybody's.
  const portees: Partial<Record<Role, Portee>> | undefined = new Map(Object.entries(DROITS)).get(
    droit,
  )
  return OUVREURS.find(([role]) => !portees || portees[role])?.[1]
}

const ROUTES = ['ecrans.ts', 'routes.tsx']
  .map((nom) => readFileSync(join(import.meta.dirname, '../web/src', nom), 'utf8'))
  .join('\n')

/**
 * The screens of the dashboard as `ecrans.ts` lists them, each as it opens: a screen without a
 * parameter is looked at without a line here, by the first who may see it.
 */
export function ecransDesRoutes(routes: string): { qui: string; ecran: Ecran }[] {
  return [...routes.matchAll(/\bpath: '([^':]+)',\s+droit: '([^']+)'/g)].flatMap(
    ([, chemin = '', droit = '']) => {
      const qui = ouvreurDe(droit)
      return qui
        ? [{ qui, ecran: { nom: chemin.replaceAll('/', '-'), adresse: `/dashboard/${chemin}` } }]
        : []
    },
  )
}

/** As it opens, and no state of it. */
const estNu = ({ adresse, aller }: Ecran, autre: Ecran) => !aller && adresse === autre.adresse

/** Every screen, by whoever sees it. One table, two uses: what axe examines, what is pictured. */
export const ECRANS: Record<string, Ecran[]> = Object.fromEntries(
  Object.entries(DITS).map(([qui, dits]) => {
    const siens = ecransDesRoutes(ROUTES).filter((un) => un.qui === qui)
    const nus = siens.map(({ ecran }) => ecran).filter((un) => !dits.some((dit) => estNu(dit, un)))
    return [qui, [...nus, ...dits]]
  }),
)

/** Routes that show the screen of another. */
const JUMELLES: Record<string, string> = {
  '/dashboard': '/dashboard/app',
  '/auth/login-unprotected': '/auth/login',
  '/auth/register-unprotected': '/auth/register',
}

/**
 * The routes of `ecrans.ts` and `routes.tsx` that no screen of the table shows, as it spells them: one that takes a
 * parameter, whose thing nobody can guess, or one of the public site. A route that only sends
 * elsewhere (`...vers(`), or the rest (`*`), is no screen.
 */
export function routesSansEcran(routes = ROUTES): string[] {
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
