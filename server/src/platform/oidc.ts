import { readFileSync } from 'node:fs'
import * as client from 'openid-client'
import { z } from 'zod'
import { erreur } from './erreur.ts'

/** What a provider calls something that it says of a person. */
const zNomDit = z.string().min(1).max(200)

/** A provider of identities, as the configuration describes it. */
const zFournisseur = z.strictObject({
  /** What addresses and sessions call it. */
  cle: z.string().regex(/^[a-z0-9-]{1,40}$/, 'des minuscules, des chiffres et des tirets'),
  /** What stands on its button. */
  libelle: z.string().trim().min(1).max(60),
  emetteur: z.url({ protocol: /^https?$/ }),
  client: z.string().min(1).max(200),
  /** Absent: a public client, which proves itself by PKCE alone. */
  secret: z.string().min(1).optional(),
  envoiDuSecret: z.enum(['basic', 'post']).default('basic'),
  portee: z.string().min(1).max(500).default('openid email'),
  /** Whether an address counts though the provider does not say that it has verified it. */
  garantitAdresse: z.boolean().default(false),
  /** What is asked of it, and what it says, when two factors are given. */
  acr: z.array(z.string().min(1)).default([]),
  amr: z.array(z.string().min(1)).default(['mfa']),
  signature: z.string().default('RS256'),
  /** Where it signs what it says of a person (ProConnect). */
  signatureProfil: z.string().optional(),
  /** What it says of a person by which an account of a structure is created; absent: none is. */
  creation: z
    .strictObject({
      /** The claim that says the role, and what it says of who reports for a structure. */
      role: zNomDit,
      roleStructure: z.array(z.string().min(1).max(200)).min(1),
      /** The claim that says the code of the structure. */
      structure: zNomDit,
      identifiant: zNomDit.default('preferred_username'),
      nom: zNomDit.default('family_name'),
      prenoms: zNomDit.default('given_name'),
    })
    .optional(),
})
export type Fournisseur = z.infer<typeof zFournisseur>

const LOCAUX = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Only on this very machine does anybody go without HTTPS. */
const estLocal = ({ emetteur }: Fournisseur) => LOCAUX.has(new URL(emetteur).hostname)

const zFichier = z
  .array(zFournisseur)
  .min(1)
  .max(10)
  .refine((lus) => new Set(lus.map(({ cle }) => cle)).size === lus.length, 'deux ont la même clé')
  .refine(
    (lus) => new Set(lus.map(({ emetteur }) => emetteur)).size === lus.length,
    'deux ont le même émetteur',
  )
  .refine(
    (lus) => lus.every((un) => un.emetteur.startsWith('https://') || estLocal(un)),
    'un émetteur doit être en https://',
  )

/**
 * The providers of this file. Throws an Error whose message says in French what is wrong with it,
 * never what it holds.
 */
export function readFournisseurs(fichier: string): Fournisseur[] {
  let contenu: unknown
  try {
    contenu = JSON.parse(readFileSync(fichier, 'utf8'))
  } catch (echec) {
    const lisible = echec instanceof SyntaxError
    throw new Error(lisible ? 'n’est pas du JSON' : 'ne peut pas être lu', { cause: echec })
  }
  const lus = zFichier.safeParse(contenu)
  if (lus.success) return lus.data
  const [faute] = lus.error.issues
  throw new Error(`est incorrect (${faute?.path.join('.') ?? ''}\u00a0: ${faute?.message})`)
}

/** How long all that one sign-in asks of a provider may last, and how much one answer may weigh. */
const DELAI_MS = 8000
const OCTETS_MAX = 256 * 1024
/** How many may wait for providers at once, in this process: the next ones are told at once. */
const PLACES = 30
const GARDE_MS = 10 * 60_000
/** How far the clocks may be apart, in seconds. */
const TOLERANCE_S = 30

/** The body of an answer. Throws once it weighs more than `OCTETS_MAX`: the rest is not read. */
async function lireCorps({ body }: Response): Promise<Buffer> {
  const morceaux: Uint8Array[] = []
  let octets = 0
  for await (const morceau of body ?? []) {
    octets += morceau.byteLength
    if (octets > OCTETS_MAX) throw new TypeError('réponse trop lourde')
    morceaux.push(morceau)
  }
  return Buffer.concat(morceaux)
}

/** One sign-in's own requests: all of them together end in time, and none is read without end. */
function createRequete(): client.CustomFetch {
  const fin = AbortSignal.timeout(DELAI_MS)
  return async (url, { body, method, headers, redirect }) => {
    // What the library sends is a text, or the form that it makes.
    const corps = body as URLSearchParams | string | undefined
    const envoi = { ...(corps && { body: corps }), method, headers, redirect, signal: fin }
    const reponse = await fetch(url, envoi)
    const { status, headers: entetes } = reponse
    const lu = await lireCorps(reponse)
    const vide = status === 204 || status === 304
    return new Response(vide ? null : new Uint8Array(lu), { status, headers: entetes })
  }
}

type Decouverte = { le: number; serveur: client.ServerMetadata }
/** What each provider says of itself, for ten minutes; its keys are asked for at each sign-in. */
const decouvertes = new WeakMap<Fournisseur, Decouverte>()

function configurer(
  fournisseur: Fournisseur,
  serveur: client.ServerMetadata,
  maintenant: Date,
): client.Configuration {
  const { secret, envoiDuSecret, signature, signatureProfil } = fournisseur
  const preuve = envoiDuSecret === 'post' ? client.ClientSecretPost : client.ClientSecretBasic
  const metadata = {
    id_token_signed_response_alg: signature,
    ...(signatureProfil && { userinfo_signed_response_alg: signatureProfil }),
    [client.clockSkew]: Math.round((maintenant.getTime() - Date.now()) / 1000),
    [client.clockTolerance]: TOLERANCE_S,
  }
  const authentification = secret ? preuve(secret) : client.None()
  const lue = new client.Configuration(serveur, fournisseur.client, metadata, authentification)
  lue[client.customFetch] = createRequete()
  // Its signature is verified, were the token fetched over TLS.
  client.enableNonRepudiationChecks(lue)
  if (estLocal(fournisseur)) client.allowInsecureRequests(lue)
  return lue
}

/** Throws what the provider's silence, or what it says, throws. */
async function decouvrir(
  fournisseur: Fournisseur,
  maintenant: Date,
): Promise<client.Configuration> {
  const connue = decouvertes.get(fournisseur)
  const age = maintenant.getTime() - (connue?.le ?? Number.NEGATIVE_INFINITY)
  if (connue && age >= 0 && age < GARDE_MS) {
    return configurer(fournisseur, connue.serveur, maintenant)
  }
  const { emetteur, client: nom } = fournisseur
  const lue = await client.discovery(new URL(emetteur), nom, undefined, client.None(), {
    [client.customFetch]: createRequete(),
    timeout: DELAI_MS / 1000,
    execute: estLocal(fournisseur) ? [client.allowInsecureRequests] : [],
  })
  const serveur = lue.serverMetadata()
  decouvertes.set(fournisseur, { le: maintenant.getTime(), serveur: { ...serveur } })
  return configurer(fournisseur, serveur, maintenant)
}

let pris = 0

/** Does it within the places. Throws `FOURNISSEUR_INJOIGNABLE` at once where none is left. */
async function dansUnePlace<T>({ libelle }: Fournisseur, faire: () => Promise<T>): Promise<T> {
  if (pris >= PLACES) throw injoignable(libelle, 'trop de demandes l’attendent')
  pris += 1
  try {
    return await faire()
  } finally {
    pris -= 1
  }
}

const injoignable = (libelle: string, cause: unknown) =>
  erreur('FOURNISSEUR_INJOIGNABLE', { fournisseur: libelle }, { cause })

/** What a provider says by an OAuth error that is our own fault, or its own, and nobody's code. */
const DE_SERVICE = new Set(['invalid_client', 'unauthorized_client', 'server_error'])
const DE_REPONSE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

/** Whether the provider failed, rather than what was shown to it. */
function estPanne(echec: unknown): boolean {
  if (echec instanceof client.ResponseBodyError) {
    return echec.status >= 500 || DE_SERVICE.has(echec.error)
  }
  if (echec instanceof client.ClientError) {
    return echec.code === undefined || DE_REPONSE.has(echec.code)
  }
  return !(echec instanceof client.AuthorizationResponseError)
}

/** What refused, in a few words, for the journal: no token, nothing typed. */
function raisonDe(echec: unknown): string {
  if (echec instanceof client.ResponseBodyError) return echec.error
  if (!(echec instanceof client.ClientError)) return 'réponse refusée'
  const { claim } = (echec.cause instanceof Error ? (echec.cause.cause ?? {}) : {}) as {
    claim?: unknown
  }
  return typeof claim === 'string' ? `${echec.code}, ${claim}` : (echec.code ?? 'réponse refusée')
}

/** What the browser drew before it left. */
export type Demande = {
  adresseRetour: string
  state: string
  nonce: string
  codeEmpreinte: string
  deuxFacteurs: boolean
}

/**
 * Where the provider asks a person who she is. @throws FOURNISSEUR_INJOIGNABLE
 */
export async function composeDepart(
  fournisseur: Fournisseur,
  demande: Demande,
  maintenant: Date,
): Promise<string> {
  const { acr, portee: scope, libelle } = fournisseur
  return dansUnePlace(fournisseur, async () => {
    try {
      const configuration = await decouvrir(fournisseur, maintenant)
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: demande.adresseRetour,
        scope,
        state: demande.state,
        nonce: demande.nonce,
        code_challenge: demande.codeEmpreinte,
        code_challenge_method: 'S256',
        ...(demande.deuxFacteurs && {
          prompt: 'login',
          ...(acr.length > 0 && { acr_values: acr.join(' ') }),
        }),
      }).href
    } catch (echec) {
      throw injoignable(libelle, echec)
    }
  })
}

/** What came back, and what it must go with. */
export type Retour = {
  adresseRetour: string
  code: string
  state: string
  iss?: string | undefined
  stateTire: string
  nonce: string
  codeVerifier: string
}

/** Who a provider says that one is. */
export type IdentiteLue = {
  emetteur: string
  sujet: string
  /** The address that it vouches for; null: none. */
  email: string | null
  deuxFacteurs: boolean
  /** The identity token, for signing out. */
  jeton: string
  /** What else it says of a person, where accounts are created by it. */
  dits: Readonly<Record<string, unknown>>
}

const zProfil = z.object({
  email: z.string().max(320).optional().catch(undefined),
  // Some write it as a text.
  email_verified: z
    .union([z.boolean(), z.literal(['true', 'false'])])
    .optional()
    .catch(undefined),
})

/** What the token says of a person, or else the provider where it is asked: as little as is needed. */
async function lireDits(
  { creation }: Fournisseur,
  configuration: client.Configuration,
  jetons: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
  dits: client.IDToken,
): Promise<Record<string, unknown>> {
  const { roleStructure: _, ...noms } = creation ?? {}
  const voulus = ['email', ...Object.values(noms)]
  const manque = voulus.some((nom) => dits[nom] === undefined)
  if (!manque || !configuration.serverMetadata().userinfo_endpoint) return dits
  const profil = await client.fetchUserInfo(configuration, jetons.access_token, dits.sub)
  // An address and whether it was verified go together: both are of one of the two.
  const adresse = dits['email'] === undefined ? profil : dits
  const { email, email_verified } = adresse
  return { ...profil, ...dits, email, email_verified }
}

function adresseDite(
  { garantitAdresse }: Fournisseur,
  { email, email_verified: verifiee }: z.infer<typeof zProfil>,
): string | null {
  // What it says that it has not verified, no setting makes good.
  const vaut = verifiee === undefined ? garantitAdresse : String(verifiee) === 'true'
  return vaut && email?.trim() ? email.trim() : null
}

async function echanger(
  fournisseur: Fournisseur,
  retour: Retour,
  maintenant: Date,
): Promise<IdentiteLue> {
  const configuration = await decouvrir(fournisseur, maintenant)
  const url = new URL(retour.adresseRetour)
  const { code, state, iss } = retour
  url.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
  const jetons = await client.authorizationCodeGrant(configuration, url, {
    expectedState: retour.stateTire,
    expectedNonce: retour.nonce,
    pkceCodeVerifier: retour.codeVerifier,
    idTokenExpected: true,
  })
  const dits = jetons.claims()
  if (!dits || !jetons.id_token) throw new client.ClientError('sans jeton d’identité')
  const amr = Array.isArray(dits['amr']) ? dits['amr'] : []
  const profil = await lireDits(fournisseur, configuration, jetons, dits)
  return {
    emetteur: dits.iss,
    sujet: dits.sub,
    email: adresseDite(fournisseur, zProfil.parse(profil)),
    deuxFacteurs:
      (typeof dits['acr'] === 'string' && fournisseur.acr.includes(dits['acr'])) ||
      fournisseur.amr.some((moyen) => amr.includes(moyen)),
    jeton: jetons.id_token,
    dits: profil,
  }
}

/**
 * Who the provider says that this code is, every check of the protocol done; or why it is nobody:
 * the code replayed, the token of another, for another, over or not signed by its keys.
 * @throws FOURNISSEUR_INJOIGNABLE where it is the provider that fails.
 */
export async function readIdentite(
  fournisseur: Fournisseur,
  retour: Retour,
  maintenant: Date,
): Promise<{ identite: IdentiteLue } | { refus: string }> {
  return dansUnePlace(fournisseur, async () => {
    try {
      return { identite: await echanger(fournisseur, retour, maintenant) }
    } catch (echec) {
      if (!estPanne(echec)) return { refus: raisonDe(echec) }
      decouvertes.delete(fournisseur)
      throw injoignable(fournisseur.libelle, echec)
    }
  })
}

/** Where one signs out of the provider, then comes back; null: it has no such address, or is silent. */
export async function composeSortie(
  fournisseur: Fournisseur,
  { jeton, adresseRetour }: { jeton: string; adresseRetour: string },
  maintenant: Date,
): Promise<string | null> {
  return dansUnePlace(fournisseur, async () => {
    const configuration = await decouvrir(fournisseur, maintenant)
    if (!configuration.serverMetadata().end_session_endpoint) return null
    return client.buildEndSessionUrl(configuration, {
      id_token_hint: jeton,
      post_logout_redirect_uri: adresseRetour,
    }).href
  }).catch(() => null)
}
