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
