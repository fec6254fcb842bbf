import { formatCompte } from '../ui/format.ts'

export const textesCourriel = {
  titre: 'Courriels',
  chapeau:
    'Ce que la plateforme envoie\u00a0: invitations, mots de passe, messages. Le texte n’est jamais montré.',
  journal: 'Journal',
  compte: (n: number) => formatCompte(n, 'courriel'),
  vide: 'Aucun courriel pour le moment.',
  aucun: 'Aucun courriel ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
  rien: '—',
  sansDestinataire: 'Déterminé à l’envoi',
  sansEnvoi: (n: number) => ({
    titre: 'Les courriels attendent',
    texte: `Aucun serveur d’envoi n’est réglé (SMTP_URL)\u00a0: ${n > 0 ? `${formatCompte(n, 'courriel')} ${n > 1 ? 'partiront' : 'partira'}` : 'les prochains partiront'} quand la personne qui exploite la plateforme l’aura donné.`,
  }),
  demonstration: {
    titre: 'Démonstration',
    texte: 'Les courriels s’affichent là où la plateforme a été lancée, et n’arrivent à personne.',
  },
  colonnes: {
    objet: 'Objet',
    destinataire: 'Destinataire',
    etat: 'État',
    demande: 'Demandé',
    suite: 'Suite',
    actes: 'Actions',
  },
  essais: (n: number) => formatCompte(n, 'essai'),
  prochain: (quand: string) => `Prochain essai\u00a0: ${quand}`,
  attend: 'Attend son premier essai',
  parti: (quand: string) => `Parti le ${quand}`,
  abandonne: (quand: string) => `Abandonné le ${quand}`,
  sansObjet: (quand: string) => `Plus rien à envoyer le ${quand}`,
  filtres: {
    recherche: 'Personne, adresse ou objet',
    etats: 'État',
  },
  actes: {
    reessayer: 'Réessayer',
    reessayerNom: (objet: string, a: string) => `Réessayer «\u00a0${objet}\u00a0» pour ${a}`,
    abandonner: 'Abandonner',
    abandonnerNom: (objet: string, a: string) => `Abandonner «\u00a0${objet}\u00a0» pour ${a}`,
    fermer: 'Annuler',
    echec: 'Erreur\u00a0: le courriel n’a pas été abandonné',
  },
  repris: 'Le courriel a été remis dans la file d’envoi.',
  abandon: {
    titre: 'Abandonner ce courriel\u202f?',
    effets: (objet: string, a: string) =>
      `«\u00a0${objet}\u00a0», pour ${a}, ne partira pas. Son texte est effacé\u00a0: il ne pourra plus être réessayé.`,
    fait: 'Le courriel a été abandonné.',
  },
}
