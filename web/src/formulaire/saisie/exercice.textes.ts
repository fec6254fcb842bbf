/** What the exercise says, step by step. */
export const textesExercice = {
  titre: 'Exercice\u00a0: rien n’est envoyé',
  chapeau:
    'Ces chiffres sont inventés. Essayez tout\u00a0: saisir, coller, annuler, relire. Rien n’est enregistré, et personne ne verra ce que vous faites ici.',
  etapes: 'Étapes de l’exercice',
  avance: (faites: number, total: number) => `${faites} sur ${total}`,
  faite: 'Fait',
  aFaire: 'À faire',
  annonce: (nom: string) => `Étape faite\u00a0: ${nom}.`,
  toutesFaites: 'Toutes les étapes sont faites.',
  aller: 'Y aller',
  allerA: (nom: string) => `Y aller\u00a0: ${nom}`,
  recommencer: 'Recommencer',
  quitter: 'Quitter l’exercice',
  remplir: {
    nom: 'Remplir une case',
    texte: (cellule: string, figure: string) =>
      `Dans «\u00a0${cellule}\u00a0», tapez ${figure}, puis Entrée\u00a0: le total se calcule seul.`,
  },
  corriger: {
    nom: 'Corriger une erreur',
    texte: (cellule: string, figure: string) =>
      `F8 mène à la prochaine case à revoir, et dit pourquoi. Le registre donne ${figure} pour «\u00a0${cellule}\u00a0»\u00a0: corrigez-le.`,
  },
  justifier: {
    nom: 'Justifier un avertissement',
    texte:
      'Un avertissement n’est pas une erreur\u00a0: le chiffre peut être juste. Expliquez-le en dix caractères au moins, sous le tableau.',
  },
  zeros: {
    nom: 'Mettre un tableau à 0',
    texte: (section: string) =>
      `Rien à déclarer ce mois-ci dans «\u00a0${section}\u00a0». Une case vide n’est pas un zéro\u00a0: la touche Z, ou le bouton sous le tableau, y met des 0.`,
  },
  annuler: {
    nom: 'Annuler un geste',
    texte: 'Ctrl + Z annule ce que vous venez de faire, Ctrl + Y le refait. Essayez-les.',
  },
  relire: {
    nom: 'Relire, puis soumettre',
    texte:
      '«\u00a0Relire et soumettre\u00a0», en bas de page, montre les chiffres principaux et ce qui reste.',
  },
  fin: {
    titre: 'Voilà\u00a0: un vrai rapport se soumet ainsi',
    dit: 'Un vrai rapport serait maintenant soumis, et la DPPS prévenue. Ici, rien n’est parti.',
    appris: 'Vous savez maintenant',
    points: [
      'remplir les cases, et lire les totaux qui se calculent seuls',
      'trouver ce qui est à revoir avec F8, corriger une erreur, justifier un avertissement',
      'mettre à 0 ce qui n’a rien à déclarer, et annuler un geste',
      'relire, puis soumettre',
    ],
    commencer: 'Commencer le vrai rapport',
    rester: 'Rester dans l’exercice',
  },
} as const
