/** Every address of the screens. Links are built here and nowhere else. */
export const paths = {
  accueil: '/',
  connexion: '/auth/login',
  connexionLibre: '/auth/login-unprotected',
  tableauDeBord: '/dashboard/app',
  saisies: (periode?: { mois: string; annee: number }) =>
    periode
      ? `/dashboard/saisies?mois=${periode.mois}&annee=${periode.annee}`
      : '/dashboard/saisies',
  saisie: (numero: string) => `/dashboard/saisies/${encodeURIComponent(numero)}`,
  mesSaisies: '/dashboard/messaisies',
  saisiesStructures: (filtres?: Record<string, string>) =>
    filtres
      ? `/dashboard/saisiesstructures?${new URLSearchParams(filtres)}`
      : '/dashboard/saisiesstructures',
  changerMotDePasse: '/dashboard/chgmdp',
  introuvable: '/404',
  panne: '/500',
} as const
