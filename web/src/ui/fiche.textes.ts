/** What every record says, whatever it is the record of. */
export const textesFiche = {
  obligatoire: 'Tous les champs sont à remplir, sauf ceux marqués facultatifs.',
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
