import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import type { Operation } from '../operation.ts'
import { CHAMPS_CONNEXION } from './session.champs.ts'
import { zJetonAppareil, zMotDePasse, zSession } from './session.schema.ts'

/** Sign-in and its life. */
export const sessionApi = {
  connecter: {
    method: 'POST',
    path: '/utilisateur/connexion',
    right: 'public',
    jeton: null,
    resume: 'Ouvrir une session',
    body: z.object({
      identifiant: zChamp(CHAMPS_CONNEXION.identifiant),
      password: zMotDePasse,
      jetonAppareil: zJetonAppareil,
    }),
    output: zSession,
    erreurs: [
      'IDENTIFIANTS_INVALIDES',
      'VERIFICATION_REQUISE',
      'COMPTE_BLOQUE',
      'TROP_DE_TENTATIVES',
    ],
  },
  renouvelerJeton: {
    method: 'GET',
    path: '/utilisateur/refreshToken',
    right: 'public',
    jeton: null,
    agit: true,
    resume: 'Renouveler le jeton d’accès\u202f; le jeton de renouvellement change à chaque usage',
    query: z.object({ refreshToken: z.string().min(1).max(200) }),
    output: zSession,
    erreurs: ['JETON_EXPIRE', 'COMPTE_BLOQUE'],
  },
  modifierMotDePasse: {
    method: 'POST',
    path: '/utilisateur/modifierMdp',
    right: 'session',
    jeton: null,
    resume:
      'Changer son mot de passe\u202f; les autres sessions se ferment, les jetons de programme restent, sauf avec `revoquerJetons`',
    body: z.object({
      ancienMotDePasse: zMotDePasse,
      nouveauMotDePasse: zMotDePasse,
      revoquerJetons: z.boolean().default(false),
    }),
    output: zSession,
    erreurs: ['ANCIEN_MOT_DE_PASSE_INCORRECT', 'MOT_DE_PASSE_FAIBLE', 'TROP_DE_TENTATIVES'],
  },
  deconnecter: {
    method: 'POST',
    path: '/utilisateur/deconnexion',
    right: 'session',
    jeton: null,
    resume: 'Fermer la session\u00a0: le jeton et le jeton de renouvellement ne valent plus rien',
    place: 'aucune',
    output: z.undefined(),
    status: 204,
  },
} as const satisfies Record<string, Operation>
