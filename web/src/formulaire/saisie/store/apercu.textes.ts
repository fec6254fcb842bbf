/** Of the identity of a form that is nobody's: an example, or what a model gives. */
export const textesDePersonne = {
  structure: 'Aucune\u00a0: ce rapport est un exemple',
  type: 'Celui de la structure qui remplit',
  region: 'Celle de la structure qui remplit',
  responsable: 'Celui de la structure qui remplit',
} as const
