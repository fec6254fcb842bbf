export const textes = {
  produit: 'Relevé',
  evitement: 'Aller au contenu',
  navigation: 'Menu principal',
  ouvrirMenu: 'Ouvrir le menu',
  fermerMenu: 'Fermer le menu',
  menuCompte: (nom: string) => `Compte de ${nom}`,
  clair: 'Passer en clair',
  sombre: 'Passer en sombre',
  deconnexion: 'Déconnexion',
  depart: {
    titre: 'Des modifications ne sont pas enregistrées',
    texte:
      'Elles n’ont pas pu être envoyées, ou contiennent des valeurs à corriger. Si vous vous déconnectez maintenant, elles seront perdues.',
    rester: 'Rester',
    partir: 'Se déconnecter quand même',
  },
  menu: {
    tableauDeBord: 'Tableau de bord',
    saisies: 'Saisies',
    mesSaisies: 'Mes rapports',
    saisiesStructures: 'Rapports des structures',
    changerMotDePasse: 'Changer le mot de passe',
  },
  introuvable: {
    titre: 'Page introuvable',
    texte:
      'L’adresse demandée n’existe pas, ou n’existe plus. Vérifiez-la, ou reprenez depuis le tableau de bord.',
    retour: 'Revenir au tableau de bord',
  },
  panne: {
    titre: 'Une erreur est survenue',
    texte:
      'Cette page n’a pas pu s’afficher. Rechargez-la ; si le problème persiste, revenez au tableau de bord et écrivez au support.',
    maj: 'Une nouvelle version de Relevé est peut-être disponible : rechargez la page.',
    recharger: 'Recharger la page',
    retour: 'Revenir au tableau de bord',
  },
} as const
