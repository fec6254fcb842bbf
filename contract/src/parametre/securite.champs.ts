import type { Champ, Nombre } from '../champ.ts'

function entier(min: number, max: number) {
  const faute = `Saisissez un nombre entier de ${min} à ${max}.`
  return { sorte: 'nombre', min, max, entier: true, faute, requis: faute } as const satisfies Omit<
    Nombre,
    'libelle'
  >
}

/** The longest life of a program's token, in days. */
export const DUREE_JETON_MAX = 365

/** What the settings of security may be, in the order of the screen. */
export const CHAMPS_SECURITE = {
  secondFacteurCentral: {
    sorte: 'choix',
    libelle: 'Exiger un second facteur des comptes de la direction centrale et de l’administration',
    seul: 'Second facteur exigé des comptes centraux',
  },
  secondFacteurDelaiJours: {
    libelle: 'Délai après la première connexion, en jours',
    seul: 'Délai avant le second facteur (jours)',
    ...entier(0, 30),
  },
  sessionInactiviteMinutes: {
    libelle: 'Inactivité avant la fin d’une session, en minutes',
    seul: 'Inactivité d’une session (minutes)',
    ...entier(5, 480),
  },
  sessionDureeHeures: {
    libelle: 'Durée d’une session, en heures',
    seul: 'Durée d’une session (heures)',
    ...entier(1, 24),
  },
  fournisseurDpps: {
    sorte: 'choix',
    libelle: 'La direction centrale',
    seul: 'Service d’identité imposé à la direction centrale',
  },
  fournisseurAdmin: {
    sorte: 'choix',
    libelle: 'L’administration',
    seul: 'Service d’identité imposé à l’administration',
  },
  fournisseurStructure: {
    sorte: 'choix',
    libelle: 'Les structures',
    seul: 'Service d’identité imposé aux structures',
  },
  postePartage: {
    sorte: 'choix',
    libelle: 'Tenir tous les postes pour partagés',
    seul: 'Tous les postes tenus pour partagés',
  },
  jetonsPermis: {
    sorte: 'choix',
    libelle: 'Permettre les jetons de programme',
    seul: 'Jetons de programme permis',
  },
  jetonDureeJours: {
    libelle: 'Durée d’un jeton de programme, en jours',
    seul: 'Durée d’un jeton de programme (jours)',
    ...entier(1, DUREE_JETON_MAX),
  },
} as const satisfies Record<string, Champ>
