/** What is said of a submission asked for without network. */
export const textesSoumissionAttendue = {
  attend: 'La soumission attend le retour du réseau',
  attendTexte:
    'Rien n’est soumis pour l’instant. Dès que vos valeurs seront transmises, la plateforme vous demandera de relire ce rapport et de le soumettre.',
  prete: 'Vous avez demandé à soumettre ce rapport',
  preteTexte: (instant: string) =>
    `C’était sans réseau, le ${instant}. Vos valeurs sont transmises : relisez-les, puis soumettez.`,
  renoncer: 'Ne plus soumettre',
}
