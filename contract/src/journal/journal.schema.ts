import { z } from 'zod'
import { zInstant } from '../page.ts'

/** The lines of the journal by family, in the order of the screen's filter: action → its label. */
export const FAMILLES_ACTIONS = [
  {
    code: 'SESSION',
    libelle: 'Connexions',
    actions: {
      CONNEXION: 'Connexion',
      CONNEXION_ECHOUEE: 'Connexion refusée\u00a0: identifiant ou mot de passe incorrect',
      CONNEXION_BLOQUEE: 'Connexion refusée\u00a0: compte bloqué',
      CONNEXION_FREINEE: 'Connexion refusée\u00a0: trop de tentatives',
      COMPTE_VERROUILLE: 'Dix échecs en 24 heures (règle d’avant)\u00a0: compte verrouillé',
      COMPTE_FREINE: 'Trop d’échecs\u00a0: le compte attend avant un nouvel essai',
      ATTENTE_LEVEE: 'Attente levée par le lien envoyé au titulaire',
      DECONNEXION: 'Déconnexion',
      JETON_REUTILISE: 'Session fermée\u00a0: un jeton a servi deux fois',
      VERIFICATION_DEMANDEE: 'Mot de passe juste\u00a0: code de vérification demandé',
      VERIFICATION_ECHOUEE: 'Code de vérification incorrect',
      VERIFICATION_FREINEE: 'Code de vérification refusé\u00a0: trop de tentatives',
      IDENTITE_REFUSEE: 'Connexion refusée\u00a0: le service d’identité ne l’a pas confirmée',
      IDENTITE_SANS_COMPTE: 'Connexion refusée\u00a0: aucun compte ne s’ouvre par cette identité',
      FOURNISSEUR_INJOIGNABLE: 'Service d’identité injoignable, ou qui répond mal',
      MOT_DE_PASSE_ECARTE: 'Mot de passe juste, refusé\u00a0: le service d’identité est imposé',
      IDENTITE_LIEE: 'Identité liée au compte',
      IDENTITE_DELIEE: 'Identité déliée par le titulaire du compte',
      IDENTITE_RETIREE: 'Identités déliées par un administrateur',
      SESSION_FERMEE: 'Session fermée par son titulaire',
      SESSIONS_FERMEES: 'Autres sessions fermées par leur titulaire',
    },
  },
  {
    code: 'MOT_DE_PASSE',
    libelle: 'Mots de passe',
    actions: {
      MOT_DE_PASSE_DEMANDE: 'Mot de passe oublié\u00a0: demande reçue',
      MOT_DE_PASSE_PROVISOIRE: 'Mot de passe provisoire envoyé',
      MOT_DE_PASSE_MODIFIE: 'Mot de passe modifié',
      MOT_DE_PASSE_REFUSE: 'Mot de passe actuel incorrect',
      MOT_DE_PASSE_FREINE: 'Mot de passe actuel refusé\u00a0: trop de tentatives',
      MOT_DE_PASSE_REINITIALISE: 'Mot de passe réinitialisé par l’exploitant',
    },
  },
  {
    code: 'SECOND_FACTEUR',
    libelle: 'Second facteur',
    actions: {
      SECOND_FACTEUR_ACTIVE: 'Second facteur activé',
      SECOND_FACTEUR_DESACTIVE: 'Second facteur désactivé',
      SECOND_FACTEUR_REINITIALISE: 'Second facteur retiré par un administrateur',
      CODES_RENOUVELES: 'Codes de récupération renouvelés',
      CODE_RECUPERATION_UTILISE: 'Code de récupération utilisé',
    },
  },
  {
    code: 'JETON',
    libelle: 'Jetons de programme',
    actions: {
      JETON_CREE: 'Jeton de programme créé par son titulaire',
      JETON_REVOQUE: 'Jeton de programme révoqué',
      JETONS_REVOQUES: 'Jetons de programme révoqués avec l’accès du compte',
      JETON_REFUSE: 'Jeton de programme refusé',
    },
  },
  {
    code: 'WEBHOOK',
    libelle: 'Webhooks',
    actions: {
      WEBHOOK_CREE: 'Webhook créé',
      WEBHOOK_MODIFIE: 'Webhook modifié',
      WEBHOOK_SUSPENDU: 'Webhook suspendu',
      WEBHOOK_ARRETE: 'Webhook suspendu par la plateforme, pour ses échecs',
      WEBHOOK_REPRIS: 'Webhook repris',
      WEBHOOK_SECRET_CHANGE: 'Secret d’un webhook renouvelé',
      WEBHOOK_ESSAYE: 'Essai envoyé à un webhook',
      WEBHOOK_SUPPRIME: 'Webhook supprimé',
      LIVRAISON_RENVOYEE: 'Livraison à un webhook renvoyée',
      LIVRAISON_ABANDONNEE: 'Livraison à un webhook abandonnée',
    },
  },
  {
    code: 'DROIT',
    libelle: 'Droits',
    actions: { DROIT_REFUSE: 'Action refusée\u00a0: droit insuffisant' },
  },
  {
    code: 'COMPTE',
    libelle: 'Comptes',
    actions: {
      UTILISATEUR_CREE: 'Compte créé',
      UTILISATEUR_MODIFIE: 'Compte modifié',
      UTILISATEUR_BLOQUE: 'Compte bloqué par un administrateur',
      UTILISATEUR_DEBLOQUE: 'Compte débloqué',
      EXERCICE_FAIT: 'Exercice fait par le titulaire du compte',
      UTILISATEURS_EXPORTES: 'Comptes exportés',
      UTILISATEURS_IMPORTES: 'Comptes importés d’un tableur',
    },
  },
  {
    code: 'STRUCTURE',
    libelle: 'Structures',
    actions: {
      STRUCTURE_CREEE: 'Structure créée',
      STRUCTURE_MODIFIEE: 'Structure modifiée',
      STRUCTURE_CORRIGEE: 'Structure corrigée, d’un mois à un autre',
      STRUCTURES_EXPORTEES: 'Structures exportées',
      STRUCTURES_IMPORTEES: 'Structures importées d’un tableur',
    },
  },
  {
    code: 'INVITATION',
    libelle: 'Invitations',
    actions: {
      INVITATION_ENVOYEE: 'Structure invitée',
      INVITATION_RENVOYEE: 'Invitation renvoyée',
      INVITATION_ANNULEE: 'Invitation annulée',
      INVITATION_ACCEPTEE: 'Invitation acceptée',
    },
  },
  {
    code: 'FORMULAIRE',
    libelle: 'Rapports',
    actions: {
      ETAT_FORCE: 'État d’un rapport changé de force',
      VALIDATION_MEME_APPAREIL: 'Rapport validé depuis l’appareil d’où un autre compte l’a soumis',
      RAPPORTS_IMPORTES: 'Rapports importés d’un tableur',
      VALEURS_REPRISES: 'Chiffres de mois passés repris d’ailleurs',
    },
  },
  {
    code: 'MODELE',
    libelle: 'Modèles de rapport',
    actions: {
      MODELE_BROUILLON_CREE: 'Brouillon de modèle créé',
      MODELE_BROUILLON_SUPPRIME: 'Brouillon de modèle supprimé',
      MODELE_PUBLIE: 'Modèle de rapport publié',
    },
  },
  {
    code: 'ANNUAIRE',
    libelle: 'Annuaire',
    actions: {
      ANNUAIRE_ENREGISTRE: 'Annuaire enregistré',
      ANNUAIRE_CORRIGE: 'Nouvelle édition d’un annuaire ouverte',
      ANNUAIRE_ARRETE: 'Annuaire arrêté',
      ANNUAIRE_PUBLIE: 'Annuaire publié',
    },
  },
  {
    code: 'FICHIER',
    libelle: 'Fichiers',
    actions: {
      PIECE_SUPPRIMEE: 'Fichier supprimé',
      OUVRAGE_DEPOSE: 'Document déposé dans la bibliothèque',
      OUVRAGE_MODIFIE: 'Document de la bibliothèque modifié',
      OUVRAGE_REMPLACE: 'Document de la bibliothèque\u00a0: fichier remplacé',
    },
  },
  {
    code: 'REGLAGE',
    libelle: 'Réglages',
    actions: {
      LOGO_CHANGE: 'Logo changé',
      LOGO_RETIRE: 'Logo retiré',
      SECURITE_MODIFIEE: 'Réglages de sécurité modifiés',
      ORGANISATION_MODIFIEE: 'Organisation modifiée',
      MENTIONS_MODIFIEES: 'Mentions légales modifiées',
      CONSERVATION_MODIFIEE: 'Durées de conservation modifiées',
      CALENDRIER_MODIFIE: 'Calendrier de collecte modifié',
      DEBUT_FIXE: 'Début de la collecte fixé',
      RELANCES_REGLEES: 'Réglages des relances modifiés',
      REGLAGES_ANNUAIRE_MODIFIES: 'Réglages de l’annuaire modifiés',
    },
  },
  {
    code: 'CALENDRIER',
    libelle: 'Calendrier',
    actions: {
      ECHEANCE_DEPLACEE: 'Échéance d’un mois déplacée',
      MOIS_ROUVERT: 'Mois rouvert à une structure',
      REOUVERTURE_TERMINEE: 'Réouverture d’un mois terminée avant sa fin',
      PROLONGATION_DEMANDEE: 'Prolongation demandée',
      PROLONGATION_ACCORDEE: 'Prolongation accordée',
      PROLONGATION_REFUSEE: 'Prolongation refusée',
      ABONNEMENT_CREE: 'Adresse personnelle de calendrier créée',
      ABONNEMENT_RETIRE: 'Adresse personnelle de calendrier retirée',
    },
  },
  {
    code: 'RELANCE',
    libelle: 'Relances',
    actions: {
      STRUCTURE_RELANCEE: 'Structure relancée',
      RELANCES_OUVERTES: 'Relances du calendrier ouvertes',
      RELANCES_ENVOYEES: 'Relances du calendrier envoyées',
      RELANCES_SUSPENDUES: 'Relances suspendues pour une structure',
      RELANCES_REPRISES: 'Relances reprises pour une structure',
    },
  },
  {
    code: 'CODIFICATION',
    libelle: 'Listes de codes',
    actions: {
      CODIFICATION_CREEE: 'Liste de codes créée',
      CODIFICATION_MODIFIEE: 'Liste de codes modifiée',
      CODE_AJOUTE: 'Code ajouté à une liste',
      CODE_MODIFIE: 'Code d’une liste modifié',
      CODE_SUPPRIME: 'Code retiré d’une liste',
      CODES_EXPORTES: 'Liste de codes exportée',
      CODES_IMPORTES: 'Codes importés d’un tableur',
    },
  },
  {
    code: 'COURRIEL',
    libelle: 'Courriels',
    actions: {
      COURRIEL_REESSAYE: 'Courriel remis dans la file d’envoi',
      COURRIEL_ABANDONNE: 'Courriel abandonné',
    },
  },
  {
    code: 'EXPLOITATION',
    libelle: 'Exploitation',
    actions: {
      LISTE_EXPORTEE: 'Liste exportée',
      DONNEES_LUES: 'Données lues pour l’analyse',
      VALEURS_EXPORTEES: 'Valeurs diffusées exportées',
      CORRESPONDANCE_EXPORTEE: 'Correspondance exportée',
      FORMULAIRE_EXPORTE: 'Rapport exporté',
      JOURNAL_EXPORTE: 'Journal exporté',
      JOURNAL_PURGE: 'Journal purgé de ses lignes anciennes',
      BASE_SAUVEGARDEE: 'Base sauvegardée',
      BASE_RESTAUREE: 'Base restaurée d’une sauvegarde',
    },
  },
] as const satisfies readonly {
  code: string
  libelle: string
  actions: Readonly<Record<string, string>>
}[]

type Famille = (typeof FAMILLES_ACTIONS)[number]
type CodesDe<F> = F extends { actions: infer Actions } ? keyof Actions & string : never
/** Every action that the journal may hold. */
export type CodeAction = CodesDe<Famille>

/** Actions that lines of before bear, and that nothing writes any more. */
export const ACTIONS_D_AVANT = ['COMPTE_VERROUILLE'] as const satisfies readonly CodeAction[]
/** An action that something writes. */
export type ActionNotee = Exclude<CodeAction, (typeof ACTIONS_D_AVANT)[number]>

/** How people read each action. */
export const LIBELLES_ACTIONS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...FAMILLES_ACTIONS.map(({ actions }) => actions),
)

/**
 * What an action is done to, which its line names; an action that is not here is done to whoever
 * acts, or to the whole.
 */
export const CIBLES = {
  CONNEXION_FREINEE: 'adresse',
  VERIFICATION_FREINEE: 'adresse',
  MOT_DE_PASSE_FREINE: 'adresse',
  MOT_DE_PASSE_PROVISOIRE: 'compte',
  MOT_DE_PASSE_REINITIALISE: 'compte',
  SECOND_FACTEUR_REINITIALISE: 'compte',
  FOURNISSEUR_INJOIGNABLE: 'adresse',
  IDENTITE_RETIREE: 'compte',
  JETON_REVOQUE: 'compte',
  JETONS_REVOQUES: 'compte',
  JETON_REFUSE: 'adresse',
  WEBHOOK_CREE: 'webhook',
  WEBHOOK_MODIFIE: 'webhook',
  WEBHOOK_SUSPENDU: 'webhook',
  WEBHOOK_ARRETE: 'webhook',
  WEBHOOK_REPRIS: 'webhook',
  WEBHOOK_SECRET_CHANGE: 'webhook',
  WEBHOOK_ESSAYE: 'webhook',
  WEBHOOK_SUPPRIME: 'webhook',
  LIVRAISON_RENVOYEE: 'webhook',
  LIVRAISON_ABANDONNEE: 'webhook',
  DROIT_REFUSE: 'operation',
  DONNEES_LUES: 'operation',
  UTILISATEUR_CREE: 'compte',
  UTILISATEUR_MODIFIE: 'compte',
  UTILISATEUR_BLOQUE: 'compte',
  UTILISATEUR_DEBLOQUE: 'compte',
  STRUCTURE_CREEE: 'structure',
  STRUCTURE_MODIFIEE: 'structure',
  STRUCTURE_CORRIGEE: 'structure',
  INVITATION_ENVOYEE: 'structure',
  INVITATION_RENVOYEE: 'structure',
  INVITATION_ANNULEE: 'structure',
  INVITATION_ACCEPTEE: 'structure',
  MOIS_ROUVERT: 'structure',
  REOUVERTURE_TERMINEE: 'structure',
  PROLONGATION_DEMANDEE: 'structure',
  PROLONGATION_ACCORDEE: 'structure',
  PROLONGATION_REFUSEE: 'structure',
  STRUCTURE_RELANCEE: 'structure',
  RELANCES_SUSPENDUES: 'structure',
  RELANCES_REPRISES: 'structure',
  ETAT_FORCE: 'formulaire',
  VALIDATION_MEME_APPAREIL: 'formulaire',
  FORMULAIRE_EXPORTE: 'formulaire',
  MODELE_BROUILLON_CREE: 'modele',
  MODELE_BROUILLON_SUPPRIME: 'modele',
  MODELE_PUBLIE: 'modele',
  VALEURS_REPRISES: 'modele',
  VALEURS_EXPORTEES: 'modele',
  CORRESPONDANCE_EXPORTEE: 'modele',
  PIECE_SUPPRIMEE: 'piece',
  OUVRAGE_DEPOSE: 'piece',
  OUVRAGE_MODIFIE: 'piece',
  OUVRAGE_REMPLACE: 'piece',
  LOGO_CHANGE: 'logo',
  LOGO_RETIRE: 'logo',
  CODIFICATION_CREEE: 'codification',
  CODIFICATION_MODIFIEE: 'codification',
  CODE_AJOUTE: 'codification',
  CODE_MODIFIE: 'codification',
  CODE_SUPPRIME: 'codification',
  CODES_EXPORTES: 'codification',
  CODES_IMPORTES: 'codification',
  COURRIEL_REESSAYE: 'courriel',
  COURRIEL_ABANDONNE: 'courriel',
} as const satisfies Partial<
  Record<
    ActionNotee,
    | 'compte'
    | 'structure'
    | 'formulaire'
    | 'modele'
    | 'piece'
    | 'logo'
    | 'codification'
    | 'courriel'
    | 'webhook'
    | 'operation'
    | 'adresse'
  >
>

/** Those that somebody who watches must not miss. */
const ALERTES = /(?:ECHOUEE|BLOQUEE|FREINEE|FREINE|VERROUILLE|REFUSE|REUTILISE|FORCE)$/

export const estAlerte = (action: string): boolean => ALERTES.test(action)

/** One thing that a line says: a value, or what a value was and has become. */
export const zDetailJournal = z
  .object({
    libelle: z.string(),
    /** Null: there was none, or the line tells no change. */
    avant: z.string().nullable(),
    /** Null: there is none any more. */
    valeur: z.string().nullable(),
    change: z.boolean(),
  })
  .meta({ id: 'DetailJournal' })
export type DetailJournal = z.infer<typeof zDetailJournal>

export const zLigneJournal = z
  .object({
    id: z.number(),
    le: zInstant,
    /** Who acted, or whose account was tried; null: nobody known. */
    utilisateur: z
      .object({ id: z.number(), identifiant: z.string(), nomAffichable: z.string() })
      .nullable(),
    action: z.string(),
    libelle: z.string(),
    alerte: z.boolean(),
    /** What was acted on: a code, a number, an account's name. */
    objet: z.string().nullable(),
    details: z.array(zDetailJournal),
  })
  .meta({ id: 'LigneJournal' })
export type LigneJournal = z.infer<typeof zLigneJournal>
