import { formaterNombre } from '@releve/contract/modele/affichage.ts'

/** What the panel of a cell says unfolded. */
export const textesPanneau = {
  precedent: (periode: string, valeur: string) => `${periode} : ${valeur}`,
  reprendreValeur: (valeur: string) => `Reprendre ${valeur}`,
  sansPasse: 'Les mois passés de cette case ne peuvent pas être montrés pour l’instant.',
  commentaire: 'Commentaire',
  commentaireRequis: 'Commentaire (obligatoire)',
  commentaireAide: 'N’indiquez aucun nom de personne accueillie.',
  revenir: 'Revenir à la case',
  ecrire: 'Écrire à propos de cette case',
  lire: (texte: string) => `Lire ${texte.includes(',') ? texte : formaterNombre(Number(texte))}`,
} as const
