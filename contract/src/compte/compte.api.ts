import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import { zGrandIdDonne } from '../entier.schema.ts'
import type { Operation } from '../operation.ts'
import { zInstant } from '../page.ts'
import { zMotDePasse } from '../session/session.schema.ts'
import { zSessionOuverte } from '../utilisateur/utilisateur.api.ts'
import { zUtilisateur } from '../utilisateur/utilisateur.schema.ts'
import { CHAMPS_ACTIVATION, CHAMPS_PREUVE } from './compte.champs.ts'

/** Six figures, or a recovery code. */
const zCode = z.string().trim().min(1).max(CHAMPS_PREUVE.code.max)

/** Shown once: only their fingerprints are kept. */
const zCodesRecuperation = z.object({ codesRecuperation: z.array(z.string()).length(10) })

/** What a caller proves before a second factor is set up or a session ends: his is not enough. */
const zMotDePasseActuel = z.object({ password: zMotDePasse })
/** And before it changes. */
const zPreuve = zMotDePasseActuel.extend({ code: zCode })

const REFUS_MOT_DE_PASSE = ['ANCIEN_MOT_DE_PASSE_INCORRECT', 'TROP_DE_TENTATIVES'] as const
const REFUS_PREUVE = [
  'SECOND_FACTEUR_INACTIF',
  ...REFUS_MOT_DE_PASSE,
  'CODE_INCORRECT',
  'TROP_DE_CODES',
] as const

/** One's own account: what it says, its second factor, its sessions. */
export const compteApi = {
  lireCompte: {
    method: 'GET',
    path: '/utilisateur/compte',
    right: 'compte',
    jeton: null,
    resume: 'Lire son propre compte',
    output: zUtilisateur.omit({ actions: true, version: true, id: true }).extend({
      /** Recovery codes that may still serve. */
      codesRestants: z.number(),
      /** Whether one of them was drawn when they were shorter: others are better kept. */
      codesCourts: z.boolean(),
      /** When the second factor was activated. */
      secondFacteurLe: zInstant.nullable(),
      /** A setting asks for it of this account's roles. */
      secondFacteurExige: z.boolean(),
    }),
  },
  preparerSecondFacteur: {
    method: 'POST',
    path: '/utilisateur/secondFacteur/preparer',
    right: 'compte',
    jeton: null,
    resume:
      'Préparer un second facteur, par son mot de passe\u00a0: le secret à donner à une application, qui ne vaut qu’une fois activé',
    body: zMotDePasseActuel,
    output: z.object({
      /** In base 32, to type. */
      secret: z.string(),
      uri: z.string(),
      /** The same as a picture: lines of `0` and `1`, the quiet border included. */
      qr: z.array(z.string().regex(/^[01]+$/)),
    }),
    erreurs: ['SECOND_FACTEUR_ACTIF', ...REFUS_MOT_DE_PASSE],
  },
  activerSecondFacteur: {
    method: 'POST',
    path: '/utilisateur/secondFacteur/activer',
    right: 'compte',
    jeton: null,
    resume:
      'Activer le second facteur préparé, par son mot de passe et un premier code\u202f; donne les codes de récupération et ferme ses autres sessions',
    body: zMotDePasseActuel.extend({ code: zChamp(CHAMPS_ACTIVATION.code) }),
    output: zCodesRecuperation,
    erreurs: [
      'SECOND_FACTEUR_ACTIF',
      'SECOND_FACTEUR_NON_PREPARE',
      ...REFUS_MOT_DE_PASSE,
      'CODE_INCORRECT',
    ],
  },
  desactiverSecondFacteur: {
    method: 'POST',
    path: '/utilisateur/secondFacteur/desactiver',
    right: 'compte.gerer',
    jeton: null,
    resume:
      'Désactiver son second facteur, par son mot de passe et un code\u202f; ferme ses autres sessions',
    body: zPreuve,
    output: z.undefined(),
    status: 204,
    erreurs: REFUS_PREUVE,
  },
  renouvelerCodes: {
    method: 'POST',
    path: '/utilisateur/secondFacteur/codes',
    right: 'compte.gerer',
    jeton: null,
    resume:
      'Obtenir dix nouveaux codes de récupération, par son mot de passe et un code\u202f; les précédents ne valent plus rien, ses autres sessions se ferment',
    body: zPreuve,
    output: zCodesRecuperation,
    erreurs: REFUS_PREUVE,
  },
  listSessions: {
    method: 'GET',
    path: '/session/lister',
    right: 'compte.gerer',
    jeton: null,
    resume: 'Lister ses sessions ouvertes, la plus récemment active d’abord',
    output: z.array(zSessionOuverte),
  },
  fermerSession: {
    method: 'POST',
    path: '/session/fermer',
    right: 'compte.gerer',
    jeton: null,
    resume: 'Fermer une de ses sessions, par son mot de passe',
    body: zMotDePasseActuel.extend({ id: zGrandIdDonne }),
    output: z.undefined(),
    status: 204,
    erreurs: ['SESSION_INTROUVABLE', ...REFUS_MOT_DE_PASSE],
  },
  lireClePoste: {
    method: 'POST',
    path: '/utilisateur/clePoste',
    right: 'compte.gerer',
    jeton: null,
    resume:
      'Lire la clé qui chiffre, sur un poste, ce que l’on n’a pas encore envoyé\u202f; tirée au premier appel, à n’écrire nulle part',
    output: z.object({
      /** 256 bits, in base 64. */
      cle: z.base64().length(44),
      /** A setting: every computer counts as shared. */
      postePartage: z.boolean(),
    }),
  },
  finirExercice: {
    method: 'POST',
    path: '/utilisateur/exercice',
    right: 'exercice.faire',
    jeton: null,
    resume:
      'Dire que l’on a fait l’exercice\u202f; la première fois compte, et rien de ce qu’on y a saisi n’est reçu',
    output: z.object({ exerciceLe: zInstant }),
  },
  fermerAutresSessions: {
    method: 'POST',
    path: '/session/fermerAutres',
    right: 'compte.gerer',
    jeton: null,
    resume: 'Fermer toutes ses sessions, sauf celle de l’appel, par son mot de passe',
    body: zMotDePasseActuel,
    output: z.object({ fermees: z.number() }),
    erreurs: REFUS_MOT_DE_PASSE,
  },
} as const satisfies Record<string, Operation>
