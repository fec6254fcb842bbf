/** What is said to whoever forgot a password or changes it: nothing that signing in shows. */
export const textesMotDePasse = {
  oubli: {
    titre: 'Mot de passe oublié',
    invite:
      'Saisissez votre identifiant, ou l’adresse électronique de votre compte\u00a0: un mot de passe provisoire y sera envoyé. Si plusieurs comptes ont cette adresse, seul l’identifiant convient.',
    duree:
      'Le mot de passe provisoire vaut 30\u00a0minutes, ou jusqu’à ce que vous en ayez choisi un autre. L’ancien reste valable tant que vous n’avez pas utilisé le nouveau.',
    envoyer: 'Recevoir un mot de passe',
    suite:
      'Ouvrez ce courriel, puis connectez-vous avec le mot de passe provisoire\u00a0: vous en choisirez aussitôt un autre. Il vaut 30\u00a0minutes.',
    rien: 'Rien reçu au bout de quelques minutes\u202f? Regardez dans les courriers indésirables, et vérifiez ce que vous avez saisi. Si plusieurs comptes ont votre adresse, saisissez l’identifiant\u00a0:',
    recommencer: 'Recommencer',
    echec: 'Erreur\u00a0: la demande n’a pas abouti',
    sansCourriel: 'Sans adresse électronique',
    sansCourrielTexte:
      'Si votre compte n’a pas d’adresse électronique, ou si vous n’y avez plus accès, la direction centrale peut vous donner un nouveau mot de passe.',
  },
  changement: {
    titre: 'Changer le mot de passe',
    force:
      'Avant de continuer, remplacez votre mot de passe provisoire par un mot de passe à vous.',
    nouveauFaible: 'Ce mot de passe ne remplit pas encore toutes les règles.',
    confirmationDifferente: 'Les deux saisies sont différentes. Saisissez le même mot de passe.',
    enregistrer: 'Changer le mot de passe',
    reussite: 'Votre mot de passe a été correctement modifié.',
    echec: 'Erreur\u00a0: le mot de passe n’a pas été modifié',
    jetons: 'Révoquer aussi mes jetons de programme',
    jetonsAide:
      'Sinon, vos programmes continuent d’appeler en votre nom. Cochez si quelqu’un d’autre a pu connaître votre mot de passe.',
    autresSessions: 'Vos sessions ouvertes ailleurs seront fermées.',
    regle: (minimum: number) =>
      `${minimum}\u00a0caractères au moins, avec minuscules, majuscules, chiffres et signes (facultatif au-delà de 20\u00a0caractères). Ni mot courant, ni votre nom.`,
    reste: 'Il reste à faire\u00a0:',
    convient: 'Ce mot de passe convient.',
  },
} as const

/** Not with those of the sign-in, which everybody waits for. */
export const textesVerification = {
  titre: 'Vérification en deux étapes',
  invite: 'Saisissez le code à six chiffres affiché par votre application d’authentification.',
  inviteRecuperation:
    'Saisissez l’un des codes de récupération que vous avez gardés. Chacun ne sert qu’une fois.',
  aideCode: 'Six chiffres, par exemple 123\u00a0456. Il change toutes les 30\u00a0secondes.',
  aideRecuperation: 'Avec ou sans tirets, en majuscules ou non.',
  versRecuperation: 'Utiliser un code de récupération',
  versCode: 'Utiliser le code de l’application',
  verifier: 'Vérifier',
  echec: 'Erreur\u00a0: le code n’a pas été accepté',
  recuperationRefusee:
    'Ce code de récupération est incorrect, ou il a déjà servi. Essayez-en un autre. S’il ne vous en reste aucun, demandez à la direction centrale de retirer votre second facteur.',
  sansDefi: 'Cette étape suit la connexion',
  sansDefiTexte:
    'Le code de vérification se saisit après l’identifiant et le mot de passe. Commencez par vous connecter.',
} as const

/** Not with those of the sign-in, which everybody waits for. */
export const textesLevee = {
  titre: 'Lever l’attente',
  invite:
    'Des essais de connexion à votre compte ont échoué, et les suivants doivent attendre. Levez cette attente, puis connectez-vous depuis cet appareil\u00a0: votre mot de passe reste demandé.',
  lever: 'Lever l’attente',
  echec: 'Erreur\u00a0: l’attente n’a pas été levée',
  sansLien: 'Ce lien n’est pas complet',
  sansLienTexte:
    'Ouvrez le lien du courriel en entier. À défaut, demandez un mot de passe provisoire\u00a0: il lève aussi l’attente.',
  oubli: 'Demander un mot de passe provisoire',
} as const

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
    quitter: 'Se déconnecter',
    continuer: 'Reprendre',
  },
} as const
