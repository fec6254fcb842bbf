import type { DroitNomme } from '../utilisateur/droits.ts'

/**
 * What a program's token may be for: the closed list that its owner ticks. Nothing else is ever
 * open to one, whatever its account may do (docs/decisions/0100).
 */
export const USAGES_JETON = [
  'LIRE_RAPPORTS',
  'LIRE_CHIFFRES',
  'SAISIR',
  'SOUMETTRE',
  'EVENEMENTS',
] as const
export type UsageJeton = (typeof USAGES_JETON)[number]

const reperes = ['structure.lister', 'codification.lire', 'modele.lire'] as const

/**
 * The rights of its account that each usage keeps; the call itself says by which usages it is open
 * (`jeton`). `formulaire.lire` goes with each of them: it says how far one reaches.
 */
export const DROITS_DES_USAGES = {
  LIRE_RAPPORTS: ['formulaire.lire', ...reperes],
  LIRE_CHIFFRES: ['formulaire.lire', 'annuaire.lire', ...reperes],
  SAISIR: ['formulaire.lire', 'formulaire.saisir', 'formulaire.importer', ...reperes],
  SOUMETTRE: ['formulaire.lire', 'formulaire.soumettre'],
  EVENEMENTS: ['formulaire.lire', 'evenement.suivre'],
} as const satisfies Record<UsageJeton, readonly DroitNomme[]>
