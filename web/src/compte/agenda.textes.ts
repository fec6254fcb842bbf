import { formatInstantCourt } from '../ui/format.ts'

export const textesAgenda = {
  titre: 'Calendrier dans votre agenda',
  texte:
    'Une adresse personnelle donne à votre agenda les échéances, les derniers jours de saisie et les mois rouverts de vos structures. Qui la connaît les lit\u00A0: ne la transmettez pas.',
  aucune: 'Vous n’avez pas d’adresse de calendrier.',
  depuis: (le: string) =>
    `Votre adresse vaut depuis le ${formatInstantCourt(le)}. Elle n’est montrée qu’à sa création.`,
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
