/** The help of a cell. */
export const textesAide = {
  titre: 'Aide de la case',
  definition: 'Définition',
  source: 'Source',
  exemple: 'Exemple',
  rien: 'Aucune aide n’est écrite pour cette case.',
} as const
