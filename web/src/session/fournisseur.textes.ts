/** Not with those of the sign-in: there is a provider, or this is not read. */
export const textesFournisseur = {
  separateur: 'Ou, par un service d’identité',
  par: (libelle: string) => `Se connecter avec ${libelle}`,
  sansHttps:
    'L’adresse de ce site n’est pas en HTTPS\u00a0: on ne peut s’y connecter que par un mot de passe.',
  echecDepart: 'Erreur\u00a0: le service d’identité n’a pas pu être joint',
  retour: {
    titre: 'Retour du service d’identité',
    enCours: 'Vérification de ce que le service d’identité a répondu…',
    echec: 'Erreur\u00a0: la connexion n’a pas abouti',
    echecLiaison: 'Erreur\u00a0: l’identité n’est pas liée',
    echecInscription: 'Erreur\u00a0: l’inscription n’a pas abouti',
    refus:
      'Le service d’identité n’a pas donné suite\u00a0: la connexion y a été abandonnée, ou il ne vous y autorise pas. Recommencez, ou connectez-vous par votre mot de passe.',
    inconnu:
      'Cette réponse ne va avec aucune connexion demandée depuis cette fenêtre, ou elle a déjà servi. Recommencez depuis l’écran de connexion.',
    deuxFacteurs: 'Recommencer avec deux facteurs',
    versInscription: 'Revenir à l’inscription',
    versCompte: 'Revenir à «\u00a0Mon compte\u00a0»',
    liee: 'Identité liée\u00a0: elle ouvre désormais votre compte.',
  },
} as const
