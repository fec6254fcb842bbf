/** The part of `oidc-provider` that the tests use: it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Compte = { accountId: string; claims: () => Record<string, unknown> }
  type Resultat = {
    login: { accountId: string; acr?: string; amr?: string[] }
    consent: { grantId: string }
  }

  export class Provider {
    constructor(
      emetteur: string,
      reglages: Record<string, unknown> & {
        interactions: { url: (ctx: unknown, interaction: { uid: string }) => string }
        findAccount: (ctx: unknown, sub: string) => Compte
      },
    )
    readonly Grant: new (de: {
      accountId: string
      clientId: string
    }) => {
      [acte: string]: (portee?: string) => Promise<string>
    }
    callback(): (requete: IncomingMessage, reponse: ServerResponse) => void
    interactionDetails(
      requete: IncomingMessage,
      reponse: ServerResponse,
    ): Promise<{
      prompt: { name: string }
      params: Record<string, unknown>
      session?: { accountId?: string }
    }>
    interactionFinished(
      requete: IncomingMessage,
      reponse: ServerResponse,
      resultat: Resultat,
    ): Promise<void>
  }
}
