export const textes = {
  logo: {
    titre: 'Changer le logo',
    pour: (structure: string | null) =>
      structure === null
        ? 'Il est celui de l’organisation : le verront les structures qui n’ont pas le leur.'
        : `Il est celui de votre structure : ${structure}.`,
    fichier: 'Image du logo',
    annuler: 'Annuler',
    charger: 'Charger',
    aucun: 'Choisissez d’abord une image.',
    envoi: 'Envoi du logo en cours…',
    reussite: 'Le logo a été changé.',
    echec: 'Erreur : le logo n’a pas été changé',
  },
}
