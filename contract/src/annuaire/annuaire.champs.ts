import type { Champ } from '../champ.ts'

const FAUTE_SEUIL = 'Saisissez un nombre entier de 3 à 100.'
const FAUTE_PART = 'Saisissez un nombre entier de 50 à 100.'
const REQUIS_TITRE = 'Saisissez le titre de l’annuaire.'

/** What one writes in an annuaire, and what its setting may be. */
export const CHAMPS_ANNUAIRE = {
  titre: { libelle: 'Titre', seul: 'Titre de l’annuaire', max: 150, requis: REQUIS_TITRE },
  avantPropos: { libelle: 'Avant-propos', max: 20_000, nature: 'lignes' },
  chapitres: { sorte: 'choix', libelle: 'Chapitres retenus' },
  introduction: { libelle: 'Introduction du chapitre', max: 5000, nature: 'lignes' },
  correction: {
    libelle: 'Ce que cette édition corrige',
    max: 2000,
    nature: 'lignes',
    requis: 'Dites ce que cette édition corrige\u00a0: chacun le lira en tête de l’annuaire.',
  },
} as const satisfies Record<string, Champ>

/** Its settings: below what a figure is secret, from what share it is compared, and how published data may be used again. */
export const CHAMPS_REGLAGES_ANNUAIRE = {
  seuilSecret: {
    libelle: 'Seuil du secret statistique, en personnes',
    seul: 'Seuil du secret statistique',
    sorte: 'nombre',
    min: 3,
    max: 100,
    entier: true,
    faute: FAUTE_SEUIL,
    requis: FAUTE_SEUIL,
  },
  agentsProteges: {
    sorte: 'choix',
    libelle: 'Couvrir aussi les agents présents par le secret statistique',
    seul: 'Agents présents couverts par le secret statistique',
  },
  partComparable: {
    libelle: 'Part comparable, en pour cent',
    seul: 'Part comparable de deux années',
    sorte: 'nombre',
    min: 50,
    max: 100,
    entier: true,
    faute: FAUTE_PART,
    requis: FAUTE_PART,
  },
  licence: {
    sorte: 'choix',
    libelle: 'Licence des données publiées',
    requis: 'Choisissez la licence dans la liste.',
  },
} as const satisfies Record<string, Champ>
