/** What is said of what was typed and will not be saved. */
export const textesAbandonnees = {
  retrouvees: (enPeril: boolean) =>
    `Des modifications non enregistrées ont été retrouvées, mais ce rapport n’est plus ouvert à la saisie. Elles restent dans ${enPeril ? 'cette fenêtre seulement\u00a0: notez-les avant de la fermer' : 'ce navigateur'}.`,
  oublier: 'Oublier ces modifications',
}
