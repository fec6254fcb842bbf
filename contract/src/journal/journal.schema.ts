import { z } from 'zod'
import { zInstant } from '../page.ts'

/** The lines of the journal by family, in the order of the screen's filter: action → its label. */
export const FAMILLES_ACTIONS = [
  {
    code: 'SESSION',
    libelle: 'Connexions',
    actions: {
      CONNEXION: 'Connexion',
      CONNEXION_ECHOUEE: 'Connexion refusée\u00A0: identifiant ou mot de passe incorrect',
      CONNEXION_BLOQUEE: 'Connexion refusée\u00A0: compte bloqué',
      CONNEXION_FREINEE: 'Connexion refusée\u00A0: trop de tentatives',
      COMPTE_VERROUILLE: 'Dix échecs en 24 heures (règle d’avant)\u00A0: compte verrouillé',
      COMPTE_FREINE: 'Trop d’échecs\u00A0: le compte attend avant un nouvel essai',
      ATTENTE_LEVEE: 'Attente levée par le lien envoyé au titulaire',
      DECONNEXION: 'Déconnexion',
      JETON_REUTILISE: 'Session fermée\u00A0: un jeton a servi deux fois',
      VERIFICATION_DEMANDEE: 'Mot de passe juste\u00A0: code de vérification demandé',
      VERIFICATION_ECHOUEE: 'Code de vérification incorrect',
      VERIFICATION_FREINEE: 'Code de vérification refusé\u00A0: trop de tentatives',
      SESSION_FERMEE: 'Session fermée par son titulaire',
      SESSIONS_FERMEES: 'Autres sessions fermées par leur titulaire',
    },
  },
  {
    code: 'MOT_DE_PASSE',
    libelle: 'Mots de passe',
    actions: {
      MOT_DE_PASSE_DEMANDE: 'Mot de passe oublié\u00A0: demande reçue',
      MOT_DE_PASSE_PROVISOIRE: 'Mot de passe provisoire envoyé',
      MOT_DE_PASSE_MODIFIE: 'Mot de passe modifié',
      MOT_DE_PASSE_REFUSE: 'Mot de passe actuel incorrect',
      MOT_DE_PASSE_FREINE: 'Mot de passe actuel refusé\u00A0: trop de tentatives',
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
    code: 'DROIT',
    libelle: 'Droits',
    actions: { DROIT_REFUSE: 'Action refusée\u00A0: droit insuffisant' },
  },
  {
    code: 'COMPTE',
    libelle: 'Comptes',
    actions: {
      UTILISATEUR_CREE: 'Compte créé',
      UTILISATEUR_MODIFIE: 'Compte modifié',
      UTILISATEUR_BLOQUE: 'Compte bloqué par un administrateur',
      UTILISATEUR_DEBLOQUE: 'Compte débloqué',
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
    actions: { ETAT_FORCE: 'État d’un rapport changé de force' },
  },
  {
    code: 'REGLAGE',
    libelle: 'Réglages',
    actions: {
      LOGO_CHANGE: 'Logo changé',
      LOGO_RETIRE: 'Logo retiré',
      SECURITE_MODIFIEE: 'Réglages de sécurité modifiés',
      MENTIONS_MODIFIEES: 'Mentions légales modifiées',
      CONSERVATION_MODIFIEE: 'Durée de conservation du journal modifiée',
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
      JOURNAL_EXPORTE: 'Journal exporté',
      JOURNAL_PURGE: 'Journal purgé de ses lignes anciennes',
      BASE_RESTAUREE: 'Base restaurée d’une sauvegarde',
    },
  },
] as const satisfies readonly {
  code: string
  libelle: string
  actions: Readonly<Record<string, string>>
}[]

/** Every action that the journal may hold, and how people read it. */
export const LIBELLES_ACTIONS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...FAMILLES_ACTIONS.map(({ actions }) => actions),
)

/** Those that somebody who watches must not miss. */
const ALERTES = /(?:ECHOUEE|BLOQUEE|FREINEE|FREINE|VERROUILLE|REFUSE|REUTILISE|FORCE)$/

export const estAlerte = (action: string): boolean => ALERTES.test(action)

/** One thing that a line says: a value, or what a value was and has become. */
export const zDetailJournal = z.object({
  libelle: z.string(),
  /** Null: there was none, or the line tells no change. */
  avant: z.string().nullable(),
  /** Null: there is none any more. */
  valeur: z.string().nullable(),
  change: z.boolean(),
})
export type DetailJournal = z.infer<typeof zDetailJournal>

export const zLigneJournal = z.object({
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
export type LigneJournal = z.infer<typeof zLigneJournal>
