/** What the curves of a structure say. */
export const textesCourbes = {
  mois: 'Mois',
  sujet: (nom: string) => `Effectif, ${nom}`,
  noms: {
    effectif: 'Mon effectif',
    mediane: 'Médiane de mon type',
    reference: 'Ma capacité ou mes postes',
  },
  sansMediane:
    'Trop peu de structures de ce type ont transmis leurs chiffres pour en donner la médiane.',
} as const
