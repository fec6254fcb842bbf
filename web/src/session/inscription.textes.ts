export const textesInscription = {
  titre: 'Inscription',
  lecture: {
    reseau: 'L’invitation n’a pas pu être lue',
    reseauTexte: 'La connexion au service est interrompue. Vérifiez votre réseau, puis réessayez.',
  },
  sansInvitation: {
    chapeau: 'On s’inscrit à Relevé sur invitation de la direction centrale.',
    comment: 'Comment s’inscrire',
    etapes: [
      'La direction centrale envoie une invitation à l’adresse électronique de votre structure.',
      'Le lien de ce courriel vous ramène ici. Il vaut 72\u00a0heures et ne sert qu’une fois.',
      'Vous choisissez votre identifiant et votre mot de passe\u00a0: votre structure peut saisir ses rapports.',
    ],
    recue: 'Vous avez reçu une invitation',
    recueTexte:
      'Ouvrez-la et suivez son lien. S’il ne fonctionne pas, copiez l’adresse entière dans la barre de votre navigateur.',
    aucune: 'Vous n’avez rien reçu',
    aucuneTexte:
      'Regardez dans les courriers indésirables, puis demandez une invitation à la direction centrale, en donnant le nom de votre structure.',
    demander: 'Demander une invitation',
    dejaCompte: 'J’ai déjà un compte',
  },
  refusee: {
    titre: 'Erreur\u00a0: cette invitation n’est pas reconnue',
    texte: 'Son lien a été coupé en chemin, ou une invitation plus récente l’a remplacée.',
    faire: 'Que faire',
    conseils: [
      'Copiez l’adresse entière du courriel d’invitation dans la barre de votre navigateur.',
      'Si vous avez reçu plusieurs invitations, suivez le lien de la dernière.',
      'Sinon, demandez une nouvelle invitation à la direction centrale.',
    ],
    cas: [
      {
        code: 'INVITATION_EXPIREE',
        titre: 'Erreur\u00a0: cette invitation a expiré',
        conseils: [
          'Demandez une nouvelle invitation\u00a0: elle vaudra de nouveau 72\u00a0heures.',
        ],
      },
      {
        code: 'INVITATION_UTILISEE',
        titre: 'Erreur\u00a0: cette invitation a déjà servi',
        conseils: [
          'Connectez-vous avec l’identifiant que vous avez choisi.',
          'Si vous ne savez plus votre mot de passe, demandez-en un nouveau depuis l’écran de connexion.',
        ],
      },
      {
        code: 'INVITATION_ANNULEE',
        titre: 'Erreur\u00a0: cette invitation a été annulée',
        conseils: ['Demandez une nouvelle invitation à la direction centrale.'],
      },
    ],
    connecter: 'Se connecter',
    demander: 'Demander une nouvelle invitation',
  },
  formulaire: {
    chapeau: (structure: string) => `Ouvrez le compte de votre structure\u00a0: ${structure}.`,
    structure: 'Votre structure',
    code: 'Code',
    nom: 'Nom',
    email: 'Adresse électronique',
    limite: 'Invitation valable jusqu’au',
    obligatoire: 'Tous les champs sont à remplir, sauf ceux marqués facultatifs.',
    vous: 'Vous',
    compte: 'Votre compte',
    aideIdentifiant:
      'Au moins trois lettres sans accent ou chiffres\u00a0; des points ou des tirets si vous voulez.',
    confirmationDifferente: 'Les deux saisies sont différentes. Saisissez le même mot de passe.',
    echec: 'Erreur\u00a0: l’inscription n’a pas abouti',
    inscrire: 'Ouvrir mon compte',
  },
} as const
