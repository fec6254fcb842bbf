import type { Echec } from '@releve/contract/echec.schema.ts'
import type { Operation, OutputOf, Sent } from '@releve/contract/operation.ts'
import type { z } from 'zod'
import { commencerAppel, noterVersion } from './version.ts'

const SANS_CORPS = 'Something went wrong'

/**
 * A call that failed. `message` is the server's French sentence; empty when the network failed
 * (`statut` 0), the sentence of the specification when the answer had no readable body.
 */
export class EchecApi extends Error {
  readonly statut: number
  readonly code: string
  readonly details: NonNullable<Echec['details']>
  readonly trace: string
  /** Seconds to wait before another try, when the server says so. */
  readonly attente: number | null
  /** The browser knew that it had no network: the call never left. */
  readonly nonParti: boolean = false

  constructor(
    statut: number,
    echec: Partial<Echec> & { nonParti?: boolean },
    attente: number | null = null,
  ) {
    super(echec.libelle ?? (statut === 0 ? '' : SANS_CORPS))
    this.name = 'EchecApi'
    this.statut = statut
    this.code = echec.code ?? ''
    this.details = echec.details ?? []
    this.trace = echec.trace ?? ''
    this.attente = attente
    this.nonParti = echec.nonParti ?? false
  }

  get libelle(): string {
    return this.message
  }

  /** The server could not be reached: nothing is known of what became of the call. */
  get estReseau(): boolean {
    return this.statut === 0
  }
}

/** No answer of ours: no network, or the server in front says that ours is gone. */
export const estCoupure = (echec: unknown): boolean =>
  echec instanceof EchecApi && (echec.estReseau || (echec.statut >= 502 && echec.code === ''))

/** Whether an act was done is not known: its answer was lost, on the way or between server and base. */
export const estIncertaine = (echec: unknown): boolean =>
  echec instanceof EchecApi &&
  !echec.nonParti &&
  (estCoupure(echec) || echec.code === 'ISSUE_INCERTAINE')

/** What is said over an act that failed: `titre`, that it was not done, unless nobody knows. */
export const titreEchec = (echec: unknown, titre: string): string =>
  estIncertaine(echec) ? 'Aucune réponse\u00a0: nous ne savons pas encore si c’est fait' : titre

/** Message of a failure that says nothing of itself. */
export const TECHNIQUE = 'Un problème technique est survenu' // [S]

/**
 * The sentence to show for any failure. No answer came: it may be followed by what to know of that,
 * `coupure`.
 */
export function messageDe(echec: unknown, coupure?: string): string {
  if (coupure && echec instanceof EchecApi && echec.estReseau) return `${TECHNIQUE}. ${coupure}`
  return (echec instanceof EchecApi && echec.message) || TECHNIQUE
}

/** The body as the browser has it: its own `File` where the contract says `fichier`. */
type Corps<O extends Record<'body', z.ZodType>> = O extends { corps: 'multipart' }
  ? Omit<Sent<O['body']>, 'fichier'> & { fichier: File }
  : Sent<O['body']>

type Partie<O, Cle extends 'params' | 'query'> =
  O extends Record<Cle, z.ZodType>
    ? Record<never, never> extends Sent<O[Cle]>
      ? { [C in Cle]?: Sent<O[Cle]> }
      : { [C in Cle]: Sent<O[Cle]> }
    : Record<never, never>

type PartieCorps<O> =
  O extends Record<'body', z.ZodType>
    ? Record<never, never> extends Corps<O>
      ? { body?: Corps<O> }
      : { body: Corps<O> }
    : Record<never, never>

/** What a call of this operation takes: exactly the parts that its contract has. */
export type Envoi<O extends Operation> = Partie<O, 'params'> &
  Partie<O, 'query'> &
  PartieCorps<O> & { signal?: AbortSignal | undefined; keepalive?: boolean }

/**
 * A file received, under the name that the server gives it; of a list, how many lines it holds,
 * what it was narrowed by and what its format could not carry, in words.
 */
export type FichierTelecharge = {
  contenu: Blob
  nom: string
  compte?: { lignes: number; filtres: string; absents: string; recalcul: boolean }
}

/** What a call of this operation gives. */
export type Reponse<O extends Operation> = O extends { reponse: 'fichier' }
  ? FichierTelecharge
  : OutputOf<O>

type Parties = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  keepalive?: boolean
}

const vide = (valeur: unknown) => valeur === undefined || valeur === null || valeur === ''

/** Address of a call below the root: `{nom}` filled, blank query values left out, lists by commas. */
export function adresseDe(path: string, params: object = {}, query: object = {}): string {
  const valeurs = new Map(Object.entries(params))
  const chemin = path.replace(/\{(\w+)\}/g, (_, nom: string) =>
    encodeURIComponent(String(valeurs.get(nom))),
  )
  const recherche = new URLSearchParams()
  for (const [nom, valeur] of Object.entries(query)) {
    if (!vide(valeur)) recherche.set(nom, String(valeur))
  }
  return recherche.size > 0 ? `${chemin}?${recherche}` : chemin
}

let racine: string | undefined

/** Root of the API, from the page's runtime configuration. */
function racineApi(): string {
  racine ??= document.querySelector<HTMLMetaElement>('meta[name="releve-api"]')?.content ?? '/api'
  return racine
}

/** Address of a file whose path the server gives below its root: for `<img src>`, say. */
export const adresseFichier = (url: string): string => racineApi() + url

async function lireEchec(reponse: Response): Promise<EchecApi> {
  const corps: unknown = await reponse.json().catch(() => null)
  const attente = Number(reponse.headers.get('retry-after')) || null
  const echec = typeof corps === 'object' && corps !== null ? (corps as Partial<Echec>) : {}
  return new EchecApi(reponse.status, echec, attente)
}

/** How a request travels. */
export type Voie = (adresse: string, init: RequestInit & { headers: Headers }) => Promise<Response>

const demander: Voie = async (adresse, init) => {
  const nonParti = !navigator.onLine
  try {
    return await fetch(adresse, init)
  } catch (echec) {
    // An abandoned call is no failure: whoever abandoned it recognises it by its name.
    if (init.signal?.aborted) throw echec
    throw new EchecApi(0, { nonParti })
  }
}

/** One file and text fields; a value that is not given is no field. */
function enParties(body: object): FormData {
  const formulaire = new FormData()
  for (const [nom, valeur] of Object.entries(body)) {
    if (valeur instanceof Blob) formulaire.set(nom, valeur)
    else if (!vide(valeur)) formulaire.set(nom, String(valeur))
  }
  return formulaire
}

/** The body, and its type where the browser does not say it itself. */
function composeCorps(operation: Operation, body: unknown) {
  if (body === undefined || body === null) return { corps: null, type: null }
  if (operation.corps === 'multipart') return { corps: enParties(body), type: null }
  return { corps: JSON.stringify(body), type: 'application/json' }
}

/** The name in UTF-8 (RFC 5987) where the server gives one, else the plain one. */
function nomDe(disposition: string | null): string {
  const [, code, simple] =
    /filename\*=UTF-8''([^;]*)|^[^;]*; *filename="?([^";]*)"?$/.exec(disposition ?? '') ?? []
  try {
    return decodeURIComponent(code ?? simple ?? '') || 'document'
  } catch {
    return 'document'
  }
}

/** What a file that is a list says of itself. */
function compteDe({ headers }: Response): Pick<FichierTelecharge, 'compte'> {
  const lignes = headers.get('releve-lignes')
  if (lignes === null) return {}
  const lire = (nom: string) => decodeURIComponent(headers.get(nom) ?? '')
  const [filtres, absents] = [lire('releve-filtres'), lire('releve-absents')]
  const recalcul = headers.has('releve-recalcul')
  return { compte: { lignes: Number(lignes), filtres, absents, recalcul } }
}

async function lireReponse(operation: Operation, reponse: Response): Promise<unknown> {
  if (reponse.status === 204) return undefined
  if (operation.reponse !== 'fichier') return reponse.json()
  const nom = nomDe(reponse.headers.get('content-disposition'))
  const contenu = await reponse.blob()
  return { contenu, nom, ...compteDe(reponse) } satisfies FichierTelecharge
}

async function appelerUneFois<O extends Operation>(
  operation: O,
  envoi: Envoi<O>,
  jeton: string | undefined,
  voie: Voie,
): Promise<Reponse<O>> {
  // The parts that this operation has, whatever they are: `Envoi` checked them at the call.
  const { params, query, body, signal, keepalive } = envoi as Parties
  const { corps, type } = composeCorps(operation, body)
  const headers = new Headers({ Accept: operation.reponse ? '*/*' : 'application/json' })
  if (jeton) headers.set('Authorization', `Bearer ${jeton}`)
  if (type) headers.set('Content-Type', type)
  const reponse = await voie(racineApi() + adresseDe(operation.path, params, query), {
    method: operation.method,
    headers,
    body: corps,
    signal: signal ?? null,
    keepalive: keepalive ?? false,
    cache: 'no-store',
    credentials: 'omit',
  })
  noterVersion(reponse.headers.get('releve-version'))
  if (!reponse.ok) throw await lireEchec(reponse)
  try {
    // Our server parses its own answers with this very schema: the browser trusts it.
    return (await lireReponse(operation, reponse)) as Reponse<O>
  } catch (echec) {
    if (signal?.aborted) throw echec
    throw new EchecApi(0, {})
  }
}

/**
 * One request, sent once: no renewal, no retry. Use `appeler`, unless you are the session itself.
 * @throws EchecApi
 */
export async function envoyer<O extends Operation>(
  operation: O,
  envoi: Envoi<O>,
  jeton?: string,
  voie: Voie = demander,
): Promise<Reponse<O>> {
  const { keepalive } = envoi as Parties
  // What only reads may be cut short, and what is said on leaving goes on without the page.
  const coupable = keepalive || (operation.method === 'GET' && !operation.reponse)
  const finir = coupable ? null : commencerAppel()
  try {
    return await appelerUneFois(operation, envoi, jeton, voie)
  } finally {
    finir?.()
  }
}
