import { formatCompte } from '../../ui/format.ts'

/** What is said of a report's workbook, brought back. */
export const textesClasseur = {
  titre: 'Importer un classeur',
  aide: 'Choisissez le classeur exporté de ce rapport, une fois rempli et enregistré au format XLSX. Ce qui y a changé vous est montré avant d’être repris.',
  fichier: 'Classeur rempli',
  lire: 'Lire le classeur',
  renoncer: 'Annuler',
  choisir: 'Choisissez d’abord un classeur.',
  echec: 'Le classeur n’a pas pu être lu',
  rien: 'Ce classeur ne change rien à ce rapport.',
  panneau: (commentaires: number) => ({
    titre: 'Ce que ce classeur changera',
    coller: 'Importer',
    renoncer: 'Ne pas importer',
    aussi: commentaires > 0 ? `Et ${formatCompte(commentaires, 'commentaire')}.` : null,
  }),
}
