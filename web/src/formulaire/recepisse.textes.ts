/** Of the button that takes a receipt away. */
export const textesRecepisse = {
  telecharger: 'Télécharger le récépissé',
  telechargerUn: (rang: number) => `Télécharger le récépissé nᵒ\u00a0${rang}`,
  altere: 'Il ne correspond plus à ce qui est gardé\u00a0: il n’est pas délivré.',
  reseau: 'Il faut le réseau pour télécharger le récépissé.',
} as const
