import type { Champ } from '../champ.ts'

/** What one enters of a document of the library. */
export const CHAMPS_OUVRAGE = {
  titre: { libelle: 'Titre', max: 150, requis: 'Donnez un titre à ce document.' },
  description: { libelle: 'Description', max: 500, nature: 'lignes' },
  typeDocument: {
    sorte: 'choix',
    libelle: 'Catégorie',
    requis: 'Choisissez une catégorie dans la liste.',
  },
  rang: {
    sorte: 'nombre',
    libelle: 'Place dans la liste',
    requis: 'Donnez sa place dans la liste.',
    min: 0,
    max: 999,
    entier: true,
    faute: 'Donnez un nombre entier, de 0 à 999\u00a0: le plus petit vient d’abord.',
  },
} as const satisfies Record<string, Champ>
