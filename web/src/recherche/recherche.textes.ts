import { formatCompte } from '../ui/format.ts'

export const textesRecherche = {
  titre: 'Rechercher',
  /** What may be found, by whether the person finds accounts. */
  champ: {
    avecComptes: 'Rechercher un rapport, une structure, un compte ou un message',
    sansComptes: 'Rechercher un rapport, une structure ou un message',
  },
  fermer: 'Fermer la recherche',
  minimum: (n: number) => `Saisissez au moins ${n}\u00a0caractères.`,
  exemples:
    'Par exemple\u00a0: «\u00a0mars 2026\u00a0», «\u00a0Port-Clair\u00a0», «\u00a0RMA février\u00a0», ou le numéro d’un rapport.',
  enCours: 'Recherche en cours…',
  vide: (q: string) =>
    `Aucun résultat pour «\u00a0${q}\u00a0». Vérifiez l’orthographe, ou cherchez un code.`,
  compte: (n: number) => formatCompte(n, 'résultat'),
  premiersEnTout: (n: number) => formatCompte(n, 'premier résultat', 'premiers résultats'),
  premiers: (n: number) => `les ${n}\u00a0premiers`,
  groupes: {
    formulaires: 'Rapports',
    structures: 'Structures',
    utilisateurs: 'Utilisateurs',
    messages: 'Messages',
  },
  touches: [
    ['↑ ↓', 'choisir'],
    ['Entrée', 'ouvrir'],
    ['Échap', 'fermer'],
  ],
} as const
