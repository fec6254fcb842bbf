import { formatInstantCourt } from '../ui/format.ts'

export const textesAgenda = {
  titre: 'Calendrier dans votre agenda',
  texte:
    'Une adresse personnelle donne à votre agenda les échéances, les derniers jours de saisie et les mois rouverts de vos structures. Qui la connaît les lit\u00A0: ne la transmettez pas.',
  sansMotDePasse:
    'Elle s’ouvre sans mot de passe, et survit à un changement de mot de passe comme à la fermeture de vos sessions\u00A0: si quelqu’un d’autre a pu la lire, renouvelez-la ou retirez-la.',
  aucune: 'Vous n’avez pas d’adresse de calendrier.',
  depuis: (le: string) =>
    `Votre adresse vaut depuis le ${formatInstantCourt(le)}. Elle n’est montrée qu’à sa création.`,
  lue: (le: string | null) =>
    le
      ? `Un agenda l’a lue le ${formatInstantCourt(le)}, à une heure près.`
      : 'Aucun agenda ne l’a encore lue.',
  creer: 'Créer mon adresse',
  renouveler: 'Renouveler mon adresse',
  retirer: 'Retirer mon adresse',
  adresse: 'Votre adresse de calendrier',
  adresseAide: 'Copiez-la maintenant dans votre agenda\u00A0: elle ne sera plus montrée.',
  copier: 'Copier',
  copiee: 'Adresse copiée.',
  creee: 'Adresse créée. La précédente, s’il y en avait une, ne vaut plus rien.',
  retiree: 'Adresse retirée\u00A0: elle ne vaut plus rien.',
} as const
