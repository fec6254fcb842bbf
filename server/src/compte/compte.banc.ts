import { compteApi } from '@releve/contract/compte/compte.api.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { Secret, TOTP } from 'otpauth'
import { type BancSession, MOT_DE_PASSE, ouvrirBancSession } from '../session/session.banc.ts'

export const PAS = 30_000

/** The code that an application of this secret shows, `pas` steps of 30 s from the instant. */
export function codeDe(secret: string, instant: Date, pas = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: instant.getTime() + pas * PAS })
}

/** A person with an active second factor: what his application and his paper hold. */
export type Equipe = {
  identifiant: string
  token: string
  secret: string
  codesRecuperation: string[]
}

/** The bench of sessions, with people who have a second factor. */
export type BancCompte = BancSession & {
  /** The code shown now by the application of a secret. */
  code: (secret: string, pas?: number) => string
  /** Sets a second factor up for whoever holds this token, whose other sessions close. */
  equiper: (
    token: string,
    password?: string,
  ) => Promise<Pick<Equipe, 'secret' | 'codesRecuperation'>>
  /** Creates an account, signs in, sets its second factor up. */
  creerEquipe: (compte: Parameters<BancSession['creerCompte']>[0]) => Promise<Equipe>
  /** Signs in with the right password, and returns the challenge. */
  defier: (identifiant: string, password?: string) => Promise<string>
  verifier: (defi: string, code: string) => ReturnType<typeof connexion>
}

// Only its type serves: what a right code answers.
declare function connexion(): Promise<Session>

/** Over a bench that is open already, or one of its own. */
export async function ouvrirBancCompte(ouvert?: BancSession): Promise<BancCompte> {
  const banc = ouvert ?? (await ouvrirBancSession())
  const code = (secret: string, pas = 0) => codeDe(secret, banc.horloge.maintenant, pas)
  const self: BancCompte = {
    ...banc,
    code,
    async equiper(token, password = MOT_DE_PASSE) {
      const { secret } = await banc.reussir(compteApi.preparerSecondFacteur, {
        token,
        body: { password },
      })
      const body = { password, code: code(secret) }
      const { codesRecuperation } = await banc.reussir(compteApi.activerSecondFacteur, {
        token,
        body,
      })
      banc.avancer(PAS)
      return { secret, codesRecuperation }
    },
    async creerEquipe(compte) {
      await banc.creerCompte(compte)
      const { token } = await banc.connecter(compte.identifiant)
      return { identifiant: compte.identifiant, token, ...(await self.equiper(token)) }
    },
    async defier(identifiant, password = MOT_DE_PASSE) {
      const { code: refus, details } = await banc.echouer(identifiant, password)
      if (refus !== 'VERIFICATION_REQUISE') throw new Error(`défi attendu, reçu : ${refus}`)
      return details?.find(({ chemin }) => chemin === 'defi')?.code ?? ''
    },
    verifier: (defi, saisi) =>
      banc.reussir(verificationApi.verifier, { body: { defi, code: saisi } }),
  }
  return self
}
