import { formatInstantCourt } from '../ui/format.ts'

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
    `Prolongation demandée le ${formatInstantCourt(le)}\u00A0: la direction centrale va répondre.`,
  refusee: (reponse: string) => `Prolongation refusée. Réponse\u00A0: ${reponse}`,
  fiche: {
    bouton: 'Envoyer la demande',
    aide: 'La direction centrale lit ce motif. Au moins 10 caractères.',
    envoyee: 'Demande envoyée à la direction centrale.',
    echec: 'Erreur\u00A0: la demande n’est pas envoyée',
    reseau:
      'La connexion est interrompue. Ce que vous avez saisi est gardé\u00A0: réessayez dans un instant.',
    recharger: 'Recharger',
    recharge: 'Les données ont été relues. Ce que vous avez saisi est gardé.',
  },
} as const
