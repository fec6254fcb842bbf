import type { Champ } from '../champ.ts'
import { BORNES_MODELE } from './modele.bornes.ts'

const CODE = /^[A-Z0-9][A-Z0-9_]{0,29}$/

/** What one enters to begin a model. */
export const CHAMPS_MODELE = {
  code: {
    libelle: 'Code du modèle',
    max: 30,
    requis: 'Donnez un code au modèle. Exemple\u00a0: RMA.',
    forme: {
      est: (texte) => CODE.test(texte),
      faute: 'Un code a de 1 à 30 lettres capitales sans accent, chiffres ou tirets bas.',
    },
  },
  libelle: {
    libelle: 'Nom du modèle',
    max: BORNES_MODELE.libelle,
    requis: 'Donnez un nom au modèle\u00a0: c’est celui que liront les structures.',
  },
} as const satisfies Record<string, Champ>
