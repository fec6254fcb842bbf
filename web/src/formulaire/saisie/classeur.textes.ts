import { formatCompte } from '../../ui/format.ts'

/** What is said of a report's workbook, brought back. */
export const textesClasseur = {
  titre: 'Importer un classeur',
  aide: 'Choisissez le classeur exporté de ce rapport, une fois rempli et enregistré au format XLSX. Ce qui y a changé vous est montré avant d’être repris.',
  fichier: 'Classeur rempli',
  renoncer: 'Annuler',
  rien: 'Ce classeur ne change rien à ce rapport.',
  fermer: 'Fermer',
  panneau: (commentaires: number) => ({
    titre: 'Ce que ce classeur changera',
    coller: 'Importer',
    renoncer: 'Ne pas importer',
    aussi: commentaires > 0 ? `Et ${formatCompte(commentaires, 'commentaire')}.` : null,
    liste: 'Valeurs du classeur',
    posees: (n: number, comptes: string) =>
      `${formatCompte(n, 'case reprise du classeur', 'cases reprises du classeur')}\u00a0: ${comptes}`,
  }),
}
