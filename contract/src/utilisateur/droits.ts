/** Who does what: the one table of rights (docs/conception.md, 1). The server decides by it; the web never. */
export const ROLES = ['ROLE_DPPS', 'ROLE_STRUCTURE', 'ROLE_ADMIN'] as const
export type Role = (typeof ROLES)[number]

export const LIBELLES_ROLES: Record<Role, string> = {
  ROLE_DPPS: 'Direction centrale',
  ROLE_STRUCTURE: 'Structure',
  ROLE_ADMIN: 'Administration',
}

/**
 * How far a role's right reaches: everything; the agent's perimeter (own structure,
 * `autreStructure`, and for a regional office its children, read only); or those structures only.
 */
export type Portee = 'tout' | 'perimetre' | 'sienne'

const central = { ROLE_ADMIN: 'tout', ROLE_DPPS: 'tout' } as const
const dpps = { ROLE_DPPS: 'tout' } as const

export const DROITS = {
  'formulaire.lire': { ...central, ROLE_STRUCTURE: 'perimetre' },
  'formulaire.saisir': { ROLE_STRUCTURE: 'sienne', ROLE_DPPS: 'tout' },
  /** A file of several reports; each of them is judged by `formulaire.saisir`. */
  'formulaire.importer': { ROLE_STRUCTURE: 'tout', ROLE_DPPS: 'tout' },
  'formulaire.soumettre': { ROLE_STRUCTURE: 'sienne', ROLE_DPPS: 'tout' },
  'formulaire.valider': central,
  'formulaire.renvoyer': central,
  'formulaire.remarquer': central,
  relancer: central,
  'formulaire.approuver': dpps,
  'formulaire.diffuser': dpps,
  'formulaire.changerEtat': dpps,
  'utilisateur.lister': central,
  'utilisateur.gerer': central,
  'structure.gerer': dpps,
  'invitation.gerer': dpps,
  'journal.lire': central,
  'courriel.gerer': dpps,
  'parametre.gerer': dpps,
  /** The programs' tokens of all accounts; one's own are one's account's. */
  'jeton.gerer': dpps,
  /** Those who are told elsewhere of what happens here. */
  'webhook.gerer': central,
  'calendrier.gerer': dpps,
  'calendrier.demander': { ROLE_STRUCTURE: 'sienne' },
  'structure.lister': { ...central, ROLE_STRUCTURE: 'perimetre' },
  'codification.lire': { ...central, ROLE_STRUCTURE: 'tout' },
  'codification.gerer': dpps,
  'modele.lire': { ...central, ROLE_STRUCTURE: 'tout' },
  'modele.gerer': dpps,
  'document.lire': { ...central, ROLE_STRUCTURE: 'perimetre' },
  'document.deposer': { ROLE_STRUCTURE: 'sienne', ROLE_DPPS: 'tout' },
  /** One's own copies of messages. */
  'message.lire': { ...central, ROLE_STRUCTURE: 'tout' },
  /** To whom: `messagerie.rights.ts`. */
  'message.envoyer': { ...central, ROLE_STRUCTURE: 'perimetre' },
  /** The organisation's; a structure's logo is one of its files. */
  'logo.organisation': central,
  /** One's own account. */
  'compte.gerer': { ...central, ROLE_STRUCTURE: 'tout' },
  /** One's own, for those who enter figures. */
  'exercice.faire': { ROLE_STRUCTURE: 'tout', ROLE_DPPS: 'tout' },
  'recherche.lancer': { ...central, ROLE_STRUCTURE: 'perimetre' },
  /** Those that are published, for who does not manage them. */
  'annuaire.lire': { ...central, ROLE_STRUCTURE: 'tout' },
  'annuaire.gerer': dpps,
  'evenement.suivre': { ...central, ROLE_STRUCTURE: 'perimetre' },
} as const satisfies Record<string, Partial<Record<Role, Portee>>>

export type DroitNomme = keyof typeof DROITS
/**
 * `public`: no token read. `session`: signed in, even with a password to change. `compte`: signed
 * in, even with a second factor to set up.
 */
export type Droit = DroitNomme | 'public' | 'session' | 'compte'
