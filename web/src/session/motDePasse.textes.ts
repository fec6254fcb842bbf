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
