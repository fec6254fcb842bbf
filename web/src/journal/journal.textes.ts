import { formatCompte } from '../ui/format.ts'

export const textesJournal = {
  titre: 'Journal',
  chapeau:
    'Connexions, refus, comptes, réglages\u00a0: qui a fait quoi, et quand. Rien ne s’y modifie\u202f; les lignes s’effacent d’elles-mêmes après douze mois, ou la durée réglée.',
  compte: (n: number) => formatCompte(n, 'ligne'),
  vide: 'Le journal est vide pour le moment.',
  aucun: 'Aucune ligne ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
  personne: 'Personne de connu',
  rien: '—',
  change: 'devient',
  colonnes: {
    action: 'Action',
    le: 'Date',
    par: 'Personne',
    objet: 'Objet',
    details: 'Détail',
  },
  filtres: {
    recherche: 'Rechercher dans le journal',
    du: 'Du',
    au: 'Au',
    utilisateur: 'Personne',
    objet: 'Objet',
    action: 'Action',
    toutes: 'Toutes',
    famille: (libelle: string) => `${libelle}\u00a0: toutes`,
  },
  /** The filters in force, in words. */
  actifs: {
    du: (date: string) => `Depuis le ${date}`,
    au: (date: string) => `Jusqu’au ${date}`,
    utilisateur: (mot: string) => `Personne\u00a0: ${mot}`,
    objet: (mot: string) => `Objet\u00a0: ${mot}`,
  },
}
