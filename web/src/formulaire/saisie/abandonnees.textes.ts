/** What is said of what was typed and will not be saved. */
export const textesAbandonnees = {
  retrouvees:
    'Des modifications non enregistrées ont été retrouvées, mais ce rapport n’est plus ouvert à la saisie. Elles restent dans ce navigateur.',
  oublier: 'Oublier ces modifications',
}
