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
