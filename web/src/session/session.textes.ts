/** Sentences with straight apostrophes are given by the specification, to the letter. */
export const textes = {
  connexion: {
    titre: 'Connexion',
    produit: "Relevé, système d'information de gestion", // [S]
    titrePage: "Connexion au système d'information de gestion", // [S]
    invite: 'Saisissez votre identifiant et votre mot de passe.',
    identifiant: 'Identifiant',
    motDePasse: 'Mot de passe',
    identifiantManquant: "Veuillez saisir l'identifiant", // [S]
    motDePasseManquant: 'Veuillez saisir le mot de passe',
    seConnecter: 'Se connecter',
    echec: 'Erreur : la connexion n’a pas abouti',
    promesses: [
      'Saisir le rapport du mois',
      'Contrôler les chiffres',
      'Valider, approuver, diffuser',
    ],
  },
  motDePasse: {
    afficher: 'Afficher le mot de passe',
    masquer: 'Masquer le mot de passe',
  },
  reconnexion: {
    titre: 'Votre session a expiré',
    invite: (nom: string) =>
      `Rien de ce que vous avez saisi n’est perdu. Pour continuer, saisissez de nouveau votre mot de passe (compte\u00a0: ${nom}).`,
    quitter: 'Se déconnecter',
    continuer: 'Reprendre',
  },
  changement: {
    titre: 'Changer le mot de passe',
    force:
      'Avant de continuer, remplacez votre mot de passe provisoire par un mot de passe à vous.',
    ancien: 'Mot de passe actuel',
    nouveau: 'Nouveau mot de passe',
    confirmation: 'Nouveau mot de passe, une seconde fois',
    ancienManquant: 'Saisissez votre mot de passe actuel.',
    nouveauManquant: 'Saisissez un nouveau mot de passe.',
    nouveauFaible: 'Ce mot de passe ne remplit pas encore toutes les règles.',
    confirmationDifferente: 'Les deux saisies sont différentes. Saisissez le même mot de passe.',
    enregistrer: 'Changer le mot de passe',
    reussite: 'Votre mot de passe a été correctement modifié.',
    echec: 'Erreur : le mot de passe n’a pas été modifié',
    autresSessions: 'Vos sessions ouvertes ailleurs seront fermées.',
    regle: (minimum: number) =>
      `${minimum}\u00a0caractères au moins, avec minuscules, majuscules, chiffres et signes (facultatif au-delà de 20\u00a0caractères). Ni mot courant, ni votre nom.`,
    reste: 'Il reste à faire\u00a0:',
    convient: 'Ce mot de passe convient.',
  },
} as const
