/** Sentences with straight apostrophes are given by the specification, to the letter. */
export const textesSession = {
  cadre: {
    evitement: 'Aller au contenu',
    retour: 'Retour au site public',
    connexion: 'Revenir à la connexion',
    contact: 'Écrire à la direction centrale',
    reessayer: 'Réessayer',
  },
  illustration: {
    entete: 'Mouvement des effectifs',
    colonnes: ['Masculin', 'Féminin', 'Total'],
    lignes: [
      ['Effectif au 1ᵉʳ jour', 42, 38, 80],
      ['Entrées du mois', 5, 3, 8],
      ['Sorties du mois', 4, 2, 6],
      ['Effectif au dernier jour', 43, 39, 82],
    ],
    controle: '80 + 8 − 6 = 82',
    verdict: 'Contrôle de cohérence satisfait',
  },
  connexion: {
    titre: 'Connexion',
    produit: "Relevé, système d'information de gestion", // [S]
    titrePage: "Connexion au système d'information de gestion", // [S]
    invite: 'Saisissez votre identifiant et votre mot de passe pour accéder à la plateforme.', // [S]
    oublie: 'Mot de passe oublié\u202f?',
    seConnecter: 'Se connecter',
    enCours: 'Connexion en cours…',
    poste: 'Poste partagé',
    posteAide:
      'Cochez si d’autres personnes utilisent ce poste\u00a0: rien n’y reste après votre session, sauf ce qui attend d’être envoyé, chiffré.',
    posteImpose:
      'Votre organisation tient tous les postes pour partagés\u00a0: rien n’y reste après votre session, sauf ce qui attend d’être envoyé, chiffré.',
    posteSansHttps:
      'L’adresse de ce site n’est pas en HTTPS\u00a0: ce poste ne peut rien chiffrer, et ne gardera rien après votre session. Ce qui n’est pas envoyé ne tient que dans la fenêtre\u00a0: ne la fermez pas avant.',
    echec: 'Erreur\u00a0: la connexion n’a pas abouti',
    sansCompte: 'Votre structure n’a pas encore de compte\u202f?',
    inscription: 'Comment s’inscrire',
    promesses: [
      'Saisir le rapport du mois',
      'Contrôler les chiffres',
      'Valider, approuver, diffuser',
    ],
  },
  reconnexion: {
    titre: 'Votre session a expiré',
    invite: (nom: string) =>
      `Rien de ce que vous avez saisi n’est perdu. Pour continuer, saisissez de nouveau votre mot de passe (compte\u00a0: ${nom}).`,
    ailleurs:
      'Ou par le service d’identité, dans un nouvel onglet\u00a0: connectez-vous-y, puis revenez ici.',
    quitter: 'Se déconnecter',
    continuer: 'Reprendre',
  },
} as const
