export const textesCombobox = {
  aucune: 'Aucune proposition. Vérifiez ce que vous cherchez.',
  lecture: 'Lecture de la liste…',
  compte: (n: number) => {
    if (n === 0) return 'Aucune proposition'
    return n > 1 ? `${n}\u00a0propositions` : '1\u00a0proposition'
  },
  reste: (n: number) => `Et ${n}\u00a0de plus\u00a0: précisez votre recherche.`,
}

export const textesMois = {
  annee: (libelle: string) => `${libelle}, année`,
  faute: 'Donnez un mois et son année, de 2000 à 2100. Exemple\u00a0: mars 2026.',
}

/** What every record says, whatever it is the record of. */
export const textesFiche = {
  annuler: 'Annuler',
  choisir: 'Choisissez dans la liste',
  resume: (n: number) =>
    n > 1 ? `Erreur\u00a0: ${n}\u00a0champs à corriger` : 'Erreur\u00a0: 1\u00a0champ à corriger',
  reseau:
    'La connexion au service est interrompue. Rien de ce que vous avez saisi n’est perdu\u00a0: réessayez quand elle sera rétablie.',
  recharger: 'Recharger',
  recharge:
    'La fiche est à jour. Ce que vous aviez changé est gardé\u00a0: vérifiez, puis enregistrez.',
}
