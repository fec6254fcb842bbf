import { formatCompte } from '../../../ui/format.ts'

/** Sentences of a report's history: they come with it. */
export const textesHistorique = {
  titre: 'Historique du rapport',
  vide: 'Aucun acte pour l’instant.',
  auNomDe: (structure: string) => `au nom de «\u00a0${structure}\u00a0»`,
  force: 'état forcé',
  passage: (de: string | null, vers: string) => (de ? `${de} → ${vers}` : vers),
  cellule: 'Case',
  avant: 'Avant',
  apres: 'Après',
  cases: (n: number) => formatCompte(n, 'case modifiée', 'cases modifiées'),
  textes: {
    REMARQUE: (n: number) => formatCompte(n, 'remarque changée', 'remarques changées'),
    REPONSE: (n: number) => formatCompte(n, 'réponse à une remarque', 'réponses à des remarques'),
    JUSTIFICATION: (n: number) =>
      formatCompte(n, 'justification modifiée', 'justifications modifiées'),
    COMMENTAIRE: (n: number) => formatCompte(n, 'commentaire modifié', 'commentaires modifiés'),
  },
  ensemble: 'Ensemble du rapport',
  sujets: {
    REMARQUE: 'Case marquée',
    REPONSE: 'Case marquée',
    JUSTIFICATION: 'Case de l’avertissement',
    COMMENTAIRE: 'Case commentée',
  },
  fermer: 'Fermer',
} as const
