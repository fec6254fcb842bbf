import { formatCompte } from '../ui/format.ts'

export const textesInvitations = {
  titre: 'Invitations',
  chapeau:
    'Chaque structure reçoit par courriel un lien qui vaut 72\u00a0heures et ne sert qu’une fois\u00a0: elle y ouvre son compte.',
  inviter: 'Inviter une structure',
  compte: (n: number) => formatCompte(n, 'invitation'),
  vide: 'Aucune structure n’a encore été invitée.',
  aucun: 'Aucune invitation ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
  sansEnvoi: {
    titre: 'Les courriels attendent',
    texte:
      'Aucun serveur d’envoi n’est réglé (SMTP_URL)\u00a0: les invitations partiront quand la personne qui exploite la plateforme l’aura donné, et leurs 72\u00a0heures ne commenceront qu’alors. Leur lien ne peut pas être copié d’ici\u00a0: la plateforme n’en garde que l’empreinte.',
  },
  demonstration: {
    titre: 'Démonstration',
    texte:
      'Les invitations s’affichent là où la plateforme a été lancée, et n’arrivent à personne.',
  },
  filtres: {
    nom: 'Filtres des invitations',
    recherche: 'Structure ou adresse',
    etats: 'État',
  },
  colonnes: {
    structure: 'Structure',
    etat: 'État',
    email: 'Envoyée à',
    envoi: 'Envoi',
    echeance: 'Suite',
    actes: 'Actions',
  },
  parQui: (qui: string) => `par ${qui}`,
  envois: (n: number) => formatCompte(n, 'envoi'),
  courriel: {
    EN_ATTENTE: 'Pas encore essayé',
    REPORTE: 'Remis à plus tard',
    ENVOYE: 'Courriel parti',
    ABANDONNE: 'Envoi abandonné',
    SANS_OBJET: 'Plus rien à envoyer',
  },
  suite: {
    jusqua: (quand: string) => `Vaut jusqu’au ${quand}`,
    vaudra: 'Vaudra 72\u00a0heures dès que le courriel sera parti',
    nonPartie: 'Le courriel n’est pas parti\u00a0: l’invitation est à renvoyer',
    expiree: (quand: string) => `Expirée le ${quand}`,
    acceptee: (quand: string) => `Acceptée le ${quand}`,
    annulee: (quand: string) => `Annulée le ${quand}`,
  },
  actes: {
    renvoyer: 'Renvoyer l’invitation',
    renvoyerNom: (nom: string) => `Renvoyer l’invitation\u00a0: ${nom}`,
    annuler: 'Annuler l’invitation',
    annulerNom: (nom: string) => `Annuler l’invitation\u00a0: ${nom}`,
    garder: 'La garder',
    echec: 'Erreur\u00a0: l’invitation n’a pas été annulée',
  },
  renvoyee: (email: string) =>
    `L’invitation a été renvoyée à ${email}. Le lien précédent ne vaut plus.`,
  annulation: {
    titre: (nom: string) => `Annuler l’invitation à «\u00a0${nom}\u00a0»\u202f?`,
    effets: (email: string) =>
      `Le lien envoyé à ${email} ne s’ouvrira plus. La structure reste «\u00a0Invitée\u00a0»\u00a0: vous pourrez l’inviter de nouveau.`,
    faite: 'L’invitation a été annulée.',
  },
  fiche: {
    envoyee: "L'invitation a bien été envoyée à la structure", // [S]
    qui: 'Qui inviter',
    structure: 'La structure à créer',
    existante: (nom: string) =>
      `${nom} existe déjà\u00a0: sa fiche reste telle quelle, seule l’invitation part.`,
    aides: {
      code: 'Par exemple CAU-R01-07. Celui d’une structure sans compte actif l’invite de nouveau.',
      email: 'Le lien y sera envoyé. Préférez l’adresse de la personne qui ouvrira le compte.',
      capacite: 'Un nombre entier de places.',
      dateOuverture:
        'Aujourd’hui si vous ne dites rien. Rien n’est attendu de la structure avant qu’elle ait ouvert son compte.',
    },
    sansParent: 'Aucune',
    echec: 'Erreur\u00a0: l’invitation n’est pas partie',
    envoyer: 'Envoyer l’invitation',
    fautes: {
      fermee: 'Cette structure est fermée. Rouvrez-la avant de l’inviter.',
    },
  },
} as const
