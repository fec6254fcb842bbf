import { formatCompte } from '../../ui/format.ts'

/** Sentences of the remarks, of what a report sent back asks for, and of what it has changed. */
export const textesRetour = {
  recu: (motif: string) => `Rapport renvoyé pour correction – ${motif}`,
  remarques: 'Remarques',
  remarque: 'Remarque à la structure',
  ajouterRemarque: 'Ajouter une remarque',
  remarqueGenerale: 'Ajouter une remarque sur l’ensemble du rapport',
  remarqueEnvoyee: 'La remarque a été enregistrée.',
  lever: 'Lever',
  rouvrir: 'Rouvrir',
  parLe: (auteur: string, le: string) => `${auteur}, le ${le}`,

  reponse: 'Réponse de la structure\u00a0:',
  repondre: 'Justifier, sans changer la case ou en plus',
  repondreAide: 'La direction lira cette réponse. N’indiquez aucun nom de personne accueillie.',
  completer: 'Ajouter une réponse',
  changer: 'Changer la réponse',
  envoyer: 'Envoyer la réponse',
  envoyee: 'La réponse a été enregistrée.',
  requise: 'Écrivez votre réponse.',
  sansReseau:
    'Pas de réseau\u00a0: la réponse n’est pas envoyée. Elle reste écrite ici\u202f; envoyez-la au retour du réseau.',
  nonEnvoyee: 'La réponse n’est pas enregistrée.',

  aTraiter: (restent: number, toutes: number) =>
    restent === 0
      ? 'Toutes les cases renvoyées sont traitées'
      : `${formatCompte(restent, 'case renvoyée à traiter', 'cases renvoyées à traiter')} sur ${toutes}`,
  comment:
    'Corrigez chaque case, ou justifiez-la (Ctrl\u00a0+\u00a0Entrée dans la case). F8 mène à la suivante.',
  seules:
    'Seules les cases renvoyées, et celles qui en dépendent, peuvent être modifiées\u202f; les autres restent fermées.',
  liste: 'Cases renvoyées',

  ecartees:
    'Des modifications non enregistrées portaient sur des cases qui ne sont pas à corriger. Elles n’ont pas été reprises\u00a0:',

  suivi: (ouvertes: number, corrigees: number, levees: number) =>
    [
      ouvertes > 0 && `${formatCompte(ouvertes, 'remarque')} à traiter par la structure`,
      corrigees > 0 && `${formatCompte(corrigees, 'remarque')} à relire`,
      levees > 0 && formatCompte(levees, 'remarque levée', 'remarques levées'),
    ]
      .filter(Boolean)
      .join(', '),
  leverToutes: (n: number) => `Lever les ${n} remarques corrigées`,
  changee: (avant: string, apres: string) => `${avant} → ${apres}`,
  inchangee: 'Valeur inchangée.',
  etait: (avant: string, depuis: string, auteur: string) =>
    `Était ${avant} à la soumission du ${depuis}\u202f; changée par ${auteur}.`,
  vide: 'vide',

  differences: (n: number, depuis: string) =>
    n === 0
      ? `Aucune case changée depuis la soumission du ${depuis}`
      : `${formatCompte(n, 'case changée', 'cases changées')} depuis la soumission du ${depuis}`,
  montrer: 'Montrer',
  toutes: (n: number) => `Toutes les cases changées (${n})`,
  renvoyees: (n: number) => `Cases renvoyées (${n})`,
  deSection: (libelle: string, n: number) => `${libelle} (${n})`,
  colonnes: { cellule: 'Case', avant: 'Avant', apres: 'Après', auteur: 'Changée par' },
} as const
