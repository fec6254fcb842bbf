import { z } from 'zod'
import { zNombre } from '../champ.schema.ts'
import type { Operation } from '../operation.ts'
import { zVersion } from './parametre.schema.ts'
import { CHAMPS_SECURITE as c, DUREE_JETON_MAX } from './securite.champs.ts'

/** What the settings of security may be; the server reads them under the same rules. */
export const FORMES_SECURITE = {
  /** Central accounts must have a second factor. */
  secondFacteurCentral: z.boolean(),
  /** Days after an account's first sign-in before that is asked of it. */
  secondFacteurDelaiJours: zNombre(c.secondFacteurDelaiJours),
  /** A session that nobody renews within it ends. */
  sessionInactiviteMinutes: zNombre(c.sessionInactiviteMinutes),
  /** A session ends after it, however active one was. */
  sessionDureeHeures: zNombre(c.sessionDureeHeures),
  /** Every computer counts as shared: what is not sent is sealed there (decision 0076). */
  postePartage: z.boolean(),
  /** Accounts of these roles that are linked open by their provider, by a password no more. */
  fournisseurDpps: z.boolean(),
  fournisseurAdmin: z.boolean(),
  fournisseurStructure: z.boolean(),
  /** Whether programs may call by a token at all. */
  jetonsPermis: z.boolean(),
  /** How long a token lives at most: those that exist too. */
  jetonDureeJours: zNombre(c.jetonDureeJours),
}

export const zSecurite = z.object(FORMES_SECURITE).meta({ id: 'Securite' })
export type Securite = z.infer<typeof zSecurite>

export const DEFAUTS_SECURITE: Securite = {
  secondFacteurCentral: false,
  secondFacteurDelaiJours: 0,
  sessionInactiviteMinutes: 30,
  sessionDureeHeures: 10,
  postePartage: false,
  fournisseurDpps: false,
  fournisseurAdmin: false,
  fournisseurStructure: false,
  jetonsPermis: true,
  jetonDureeJours: DUREE_JETON_MAX,
}

/** Settings of security. */
export const securiteApi = {
  lireSecurite: {
    method: 'GET',
    path: '/parametres/securite',
    right: 'parametre.gerer',
    jeton: null,
    resume: 'Lire les réglages de sécurité',
    output: zSecurite.extend(zVersion.required().shape),
  },
  modifierSecurite: {
    method: 'POST',
    path: '/parametres/securite',
    right: 'parametre.gerer',
    jeton: null,
    resume:
      'Changer les réglages de sécurité\u202f; une session ouverte les suit à son renouvellement, un jeton de programme aussitôt',
    body: zSecurite
      .partial({
        secondFacteurDelaiJours: true,
        postePartage: true,
        fournisseurDpps: true,
        fournisseurAdmin: true,
        fournisseurStructure: true,
        jetonsPermis: true,
        jetonDureeJours: true,
      })
      .extend(zVersion.shape),
    output: zSecurite.extend(zVersion.required().shape),
    erreurs: ['VERSION_PARAMETRES_PERIMEE', 'DERNIER_RECOURS_ABSENT'],
  },
} as const satisfies Record<string, Operation>
