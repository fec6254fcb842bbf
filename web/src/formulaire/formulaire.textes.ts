import { formatDate, formatInstantCourt } from '../ui/format.ts'

/** Of the button that takes a receipt away. */
export const textesRecepisse = {
  telecharger: 'Télécharger le récépissé',
  telechargerUn: (rang: number) => `Télécharger le récépissé nᵒ\u00a0${rang}`,
  altere: 'Il ne correspond plus à ce qui est gardé\u00a0: il n’est pas délivré.',
  reseau: 'Il faut le réseau pour télécharger le récépissé.',
} as const

const ceMois = (couverts: number): string => (couverts === 1 ? 'ce mois' : 'cette période')

/** Until when a month may be entered, or what a report that covers several describes. */
export const textesEtatsCloture = {
  PROCHE: (jour: string, couverts = 1) =>
    `La saisie de ${ceMois(couverts)} se ferme à la fin du ${formatDate(jour)}.`,
  CLOSE: (jour: string, couverts = 1) =>
    `La saisie de ${ceMois(couverts)} est close depuis la fin du ${formatDate(jour)}.`,
  ROUVERTE: (jour: string, couverts = 1) =>
    `${couverts === 1 ? 'Ce mois est rouvert' : 'Cette période est rouverte'} jusqu’au ${formatDate(jour)} compris.`,
  suite: 'Demander une prolongation',
} as const

/** What a structure reads of a month's closing, and of the time that it asks for. */
export const textesCloture = {
  demander: 'Demander une prolongation',
  demanderNom: (mois: string) => `Demander une prolongation pour ${mois}`,
  attendent: (nombre: number) =>
    nombre > 1
      ? `${nombre} prolongations demandées attendent une réponse`
      : 'Une prolongation demandée attend une réponse',
  clos: {
    titre: 'Mois clos ou rouverts',
    fermer: 'Fermer',
    aucun: 'Aucun mois n’est clos pour cette structure.',
    voir: 'Ouvrir les rapports de ce mois',
  },
  demandee: (le: string) =>
    `Prolongation demandée le ${formatInstantCourt(le)}\u00a0: la direction centrale va répondre.`,
  refusee: (reponse: string) => `Prolongation refusée. Réponse\u00a0: ${reponse}`,
  fiche: {
    bouton: 'Envoyer la demande',
    aide: 'La direction centrale lit ce motif. Au moins 10 caractères.',
    envoyee: 'Demande envoyée à la direction centrale.',
    echec: 'Erreur\u00a0: la demande n’est pas envoyée',
    reseau:
      'La connexion est interrompue. Ce que vous avez saisi est gardé\u00a0: réessayez dans un instant.',
    recharger: 'Recharger',
    recharge: 'Les données ont été relues. Ce que vous avez saisi est gardé.',
  },
} as const
