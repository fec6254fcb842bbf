import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { formatCompte, formatDateCourte } from '../ui/format.ts'

/** What each role lets one do, in a sentence. */
const roles: Record<Role, string> = {
  ROLE_STRUCTURE: 'Saisit et soumet les rapports de sa structure.',
  ROLE_ADMIN: 'Gère les comptes, lit tous les rapports, les valide ou les renvoie.',
  ROLE_DPPS:
    'Dirige la collecte\u00a0: approuve et diffuse les rapports, gère les structures, les comptes et les réglages.',
}

export const textesUtilisateur = {
  titre: 'Utilisateurs',
  chapeau: 'Les comptes, leurs rôles et leurs structures.',
  compte: (n: number) => formatCompte(n, 'compte'),
  creer: 'Créer un utilisateur',
  jetons: 'Jetons de programme',
  webhooks: 'Webhooks',
  importer: 'Importer',
  vide: 'Aucun compte pour le moment.',
  aucun: 'Aucun compte ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
  jamais: 'Jamais',
  exerciceFait: (le: string) => `Fait le ${formatDateCourte(le)}`,
  aucunDe: '—',
  autres: (n: number) => `et ${formatCompte(n, 'autre')}`,
  sansStructure: 'Aucune',
  colonnes: {
    nom: 'Nom',
    roles: 'Rôles',
    structure: 'Structure',
    statut: 'Statut',
    connexion: 'Dernière connexion',
    exercice: 'Exercice',
    liaison: 'Service d’identité',
    action: 'Actions',
  },
  filtres: {
    recherche: 'Nom, identifiant ou structure',
    role: 'Rôle',
    statut: 'Statut',
    connexion: 'Connexion',
    exercice: 'Exercice',
    liaison: 'Service d’identité',
    structure: 'Structure',
    tous: 'Tous',
    toutes: 'Toutes',
  },
  actes: {
    modifier: 'Modifier',
    modifierNom: (nom: string) => `Modifier le compte «\u00a0${nom}\u00a0»`,
    bloquer: 'Bloquer',
    bloquerNom: (nom: string) => `Bloquer le compte «\u00a0${nom}\u00a0»`,
    debloquer: 'Débloquer',
    debloquerNom: (nom: string) => `Débloquer le compte «\u00a0${nom}\u00a0»`,
    facteur: 'Retirer le second facteur',
    facteurNom: (nom: string) => `Retirer le second facteur du compte «\u00a0${nom}\u00a0»`,
    delier: 'Délier des services d’identité',
    delierNom: (nom: string) => `Délier le compte «\u00a0${nom}\u00a0» des services d’identité`,
    fermer: 'Annuler',
  },
  confirmation: {
    echec: 'Erreur\u00a0: le compte n’a pas changé',
    reseau: 'La connexion au service est interrompue. Réessayez quand elle sera rétablie.',
  },
  blocage: {
    titre: (nom: string) => `Bloquer le compte «\u00a0${nom}\u00a0»\u202f?`,
    effets: [
      'Ses sessions ouvertes se ferment aussitôt.',
      'Toute nouvelle connexion lui est refusée, même avec le bon mot de passe.',
      'Ses rapports et son historique restent tels quels. Vous pourrez débloquer le compte à tout moment.',
    ],
    fait: (nom: string) => `Le compte «\u00a0${nom}\u00a0» est bloqué.`,
  },
  deblocage: {
    titre: (nom: string) => `Débloquer le compte «\u00a0${nom}\u00a0»\u202f?`,
    effets: [
      'La personne peut de nouveau se connecter, avec son mot de passe habituel.',
      'L’attente imposée après trop d’échecs de connexion est levée.',
    ],
    fait: (nom: string) => `Le compte «\u00a0${nom}\u00a0» est débloqué.`,
  },
  secondFacteur: {
    titre: (nom: string) => `Retirer le second facteur du compte «\u00a0${nom}\u00a0»\u202f?`,
    effets: [
      'À faire quand la personne a perdu son téléphone et ses codes de récupération. Assurez-vous d’abord que c’est bien elle qui le demande.',
      'Son mot de passe suffira pour se connecter, jusqu’à ce qu’elle active un nouveau second facteur.',
    ],
    fait: (nom: string) => `Le second facteur du compte «\u00a0${nom}\u00a0» est retiré.`,
  },
  liaison: {
    titre: (nom: string) => `Délier le compte «\u00a0${nom}\u00a0»\u202f?`,
    effets: [
      'Les sessions ouvertes par un service d’identité se ferment, et ce compte ne s’ouvre plus par lui.',
      'Son mot de passe l’ouvre de nouveau, même si un service est imposé à son rôle. Assurez-vous d’abord que c’est bien la personne qui le demande.',
    ],
    fait: (nom: string) => `Le compte «\u00a0${nom}\u00a0» est délié.`,
  },
  fiche: {
    creation: 'Créer un utilisateur',
    modification: (nom: string) => `Modifier le compte «\u00a0${nom}\u00a0»`,
    personne: 'La personne',
    acces: 'Son accès',
    perimetre: 'Ses structures',
    structureFacultative: 'Structure (facultatif)',
    aides: {
      identifiant:
        'De 3 à 60 lettres sans accent, chiffres, points ou tirets. La personne le saisit pour se connecter.',
      creationEmail:
        'Un mot de passe provisoire y est envoyé\u00a0; la personne le change à sa première connexion.',
      modificationEmail: 'Les messages de la plateforme y sont envoyés.',
      roles: 'Au moins un. Une personne peut en avoir plusieurs.',
      structure: 'Cherchez par le code ou le nom.',
      structureRequise: 'Cherchez par le code ou le nom. Le rôle Structure en demande une.',
      autreStructure: 'Celles dont la personne saisit aussi les rapports.',
    },
    roles,
    interdits: {
      dpps: 'Seule la direction centrale (DPPS) donne ou retire ce rôle.',
      soi: 'Vous ne pouvez pas vous retirer ce rôle vous-même.',
    },
    autres: {
      retirer: (structure: string) => `Retirer ${structure}`,
      choisis: 'Autres structures choisies',
    },
    fautes: {
      structureInconnue: 'Choisissez une structure de la liste.',
      structureDouble: 'Cette structure est déjà celle du compte.',
      structuresTrop: 'Retirez des structures\u00a0: un compte en a 50 autres au plus.',
    },
    echec: 'Erreur\u00a0: le compte n’a pas été enregistré',
    /** Its first sending may have created the account: the second finds the name taken. */
    reseauCreation:
      'La connexion au service est interrompue. Rien de ce que vous avez saisi n’est perdu, et le compte a peut-être été créé\u00a0: quand elle sera rétablie, cherchez-le dans la liste avant de réessayer.',
    attente: {
      titre: 'Le courriel attend',
      texte: (nom: string) =>
        `Le compte «\u00a0${nom}\u00a0» est créé, mais son mot de passe provisoire n’est pas encore parti\u00a0: l’envoi des courriels n’est pas réglé sur ce serveur. Il partira dès que l’exploitant l’aura réglé.`,
      fermer: 'Fermer',
    },
    creer: 'Créer le compte',
    enregistrer: 'Enregistrer',
    cree: "L'utilisateur a été correctement créé.", // [S]
    modifie: "L'utilisateur a été correctement modifié.", // [S]
  },
  page: {
    retour: 'Tous les utilisateurs',
    protege:
      'Ce compte est celui de la direction centrale\u00a0: elle seule peut le modifier ou le bloquer.',
    freine:
      'Trop d’échecs de connexion\u00a0: ce compte doit attendre avant un nouvel essai. Débloquez-le pour lever l’attente.',
    soi: 'C’est votre compte\u00a0: une autre personne peut le bloquer, pas vous.',
    fiche: 'Fiche',
    statut: 'Statut',
    secondFacteur: 'Second facteur',
    actif: 'Activé',
    inactif: 'Non activé',
    liaison: 'Service d’identité',
    connexion: 'Dernière connexion',
    exercice: 'Exercice',
    nonRenseigne: 'Non renseigné',
  },
  sessions: {
    titre: 'Sessions ouvertes',
    chapeau: 'Les appareils sur lesquels la personne est connectée.',
    vide: 'Aucune session ouverte\u00a0: la personne n’est connectée nulle part.',
    appareil: 'Appareil',
    inconnu: 'Appareil inconnu',
    adresse: 'Adresse réseau',
    ouverte: 'Ouverte le',
    activite: 'Dernière activité',
    expire: 'Expire le',
    courante: 'Celle-ci',
  },
  journal: {
    titre: 'Journal',
    chapeau:
      'Ce que la personne a fait, et ce qui a été fait à son compte\u00a0: les derniers faits d’abord.',
    vide: 'Le journal ne dit rien de ce compte.',
    tout: 'Tout le journal de ce compte',
    le: 'Le',
    fait: 'Fait',
    par: 'Par',
    objet: 'Objet',
    details: 'Détails',
    personne: 'Personne de connu',
    alerte: 'À surveiller',
  },
  imports: {
    titre: 'Importer des utilisateurs',
    aide: 'Partez d’un fichier exporté d’ici\u00a0: les colonnes sont les mêmes. Une ligne dont l’identifiant existe modifie ce compte, les autres en créent un, et la personne reçoit un mot de passe provisoire par courriel. Rien n’est écrit avant que vous ayez vu ce que chaque ligne ferait.',
    nom: { singulier: 'compte', pluriel: 'comptes' },
  },
} as const
