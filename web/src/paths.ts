import type { EtapeMiseEnRoute } from '@releve/contract/dashboard/dashboard.schema.ts'

/** Where links lead: built here and nowhere else. What the menu alone leads to needs no line. */
export const paths = {
  accueil: '/',
  /** A place of the public page: `apropos`, `faq`, `fonctionnement`. */
  accueilSection: (section: string) => `/#${section}`,
  contact: '/contact-us',
  connexion: '/auth/login',
  connexionLibre: '/auth/login-unprotected',
  inscription: '/auth/register',
  inscriptionLibre: '/auth/register-unprotected',
  reinitialisation: '/auth/reset-password',
  verification: '/auth/verify',
  tableauDeBord: '/dashboard/app',
  saisies: (periode?: { mois: string; annee: number }) =>
    periode
      ? `/dashboard/saisies?mois=${periode.mois}&annee=${periode.annee}`
      : '/dashboard/saisies',
  saisie: (numero: string) => `/dashboard/saisies/${encodeURIComponent(numero)}`,
  /** A report, open on one of its cells. */
  saisieCase: (numero: string, section: string, cellule: string) =>
    `/dashboard/saisies/${encodeURIComponent(numero)}?${new URLSearchParams({ section, case: cellule })}`,
  mesSaisies: '/dashboard/messaisies',
  saisiesStructures: (filtres?: Record<string, string>) =>
    filtres
      ? `/dashboard/saisiesstructures?${new URLSearchParams(filtres)}`
      : '/dashboard/saisiesstructures',
  documents: (filtres: Record<string, string>) =>
    `/dashboard/documents?${new URLSearchParams(filtres)}`,
  utilisateurs: '/dashboard/utilisateurs',
  /** The active accounts of structures, of which this holds. */
  comptesDeStructure: (filtre: Record<string, string>) =>
    `/dashboard/utilisateurs?${new URLSearchParams({ role: 'ROLE_STRUCTURE', statut: 'ACTIF', ...filtre })}`,
  utilisateur: (id: number) => `/dashboard/utilisateurs/${id}`,
  journal: '/dashboard/journal',
  /** What an account did, and what was done to it. */
  journalDe: (id: number) => `/dashboard/journal?utilisateur=${id}`,
  /** The structures; `vue`, filters. */
  structures: (recherche?: Record<string, string>) =>
    recherche ? `/dashboard/structures?${new URLSearchParams(recherche)}` : '/dashboard/structures',
  structure: (code: string) => `/dashboard/structures/${encodeURIComponent(code)}`,
  /** Whom the first reminders of the calendar would reach. */
  premieresRelances: '/dashboard/relances',
  /** What is ready of the collection, and what is left to do. */
  miseEnRoute: '/dashboard/miseenroute',
  /** Where each step of it is done. */
  etape: (cle: EtapeMiseEnRoute) => ETAPES[cle],
  /** A tab of the settings. */
  parametres: (onglet: string) => `/dashboard/parametres?onglet=${onglet}`,
  /** A version of a model, `12`, or a draft, `brouillon-3`. */
  modele: (id: number | string) => `/dashboard/parametres/modeles/${id}`,
  /** Messages; one of them, `message`, or one to write, `ecrire`: its key, or `nouveau`. */
  messagerie: (recherche = {}) => `/dashboard/mail?${new URLSearchParams(recherche)}`,
  compte: '/dashboard/compte',
  mesJetons: '/dashboard/compte/jetons',
  jetons: '/dashboard/jetons',
  webhooks: '/dashboard/webhooks',
  /** What was told to webhooks; to one of them, `webhook`. */
  livraisons: (recherche = {}) =>
    `/dashboard/webhooks/livraisons?${new URLSearchParams(recherche)}`,
  changerMotDePasse: '/dashboard/chgmdp',
  introuvable: '/404',
  panne: '/500',
} as const

const ETAPES: Record<EtapeMiseEnRoute, string> = {
  ORGANISATION: paths.parametres('organisation'),
  COURRIEL: '/dashboard/courriels',
  MODELES: paths.parametres('modeles'),
  STRUCTURES: paths.structures(),
  COMPTES: paths.utilisateurs,
  DEBUT: paths.parametres('calendrier'),
  RELANCES: paths.premieresRelances,
}

/** Where a person was going when something came first: signing in, another password, a factor. */
export type SuiteDeNavigation = { suite?: string }
