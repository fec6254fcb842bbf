import { type CodeErreur, ERREURS } from '@releve/contract/erreur.ts'
import type { Fichier, Octets } from '@releve/contract/fichier.ts'
import type { Operation } from '@releve/contract/operation.ts'
import type { Droit } from '@releve/contract/utilisateur/droits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { fr } from 'zod/locales'
import { adresseDe } from './adresse.ts'
import type { Agent } from './agent.ts'
import { appareilDe } from './appareil.ts'
import type { Tables } from './base/tables.ts'
import type { Config } from './config.ts'
import { ErreurMetier, erreur } from './erreur.ts'
import { composeFichier } from './fichier.ts'
import { abandonBody, readMultipart, registerMultipart } from './multipart.ts'
import { composeOctets } from './octets.ts'
import type { Appel, RouteMontee, Sql } from './route.ts'

// What is wrong in a field is said to a person, in French.
z.config(fr())

/** Finds who holds a token; null when it is unknown or dead. Throws `COMPTE_BLOQUE`. */
export type FindAgent = (sql: Sql, jeton: string, maintenant: Date) => Promise<Agent | null>

/** What somebody tried who had no right to it. */
export type RefusDeDroit = { agent: Agent; operation: Operation; adresse: string; maintenant: Date }
/** Keeps the trace of a refusal, whose own transaction has been undone. */
export type NoterRefus = (sql: Sql, refus: RefusDeDroit) => Promise<void>

export type Platform = {
  db: Kysely<Tables>
  config: Config
  findAgent: FindAgent
  noterRefus: NoterRefus
  /** The clock, so that tests may set it. */
  maintenant: () => Date
}

/** Null when the value makes the schema itself throw: a `length` that is no number, for one. */
function essayer(schema: z.ZodType, valeur: unknown): z.ZodSafeParseResult<unknown> | null {
  try {
    return schema.safeParse(valeur)
  } catch {
    return null
  }
}

/** Parses what a call sends; what a schema's own functions throw on it is a refusal too. */
function parsePart(schema: z.ZodType | undefined, valeur: unknown, chemin: string): unknown {
  if (!schema) return undefined
  const lu = essayer(schema, valeur ?? {})
  if (!lu) throw erreur('REQUETE_INVALIDE')
  if (lu.success) return lu.data
  throw erreur(
    'REQUETE_INVALIDE',
    {},
    {
      details: lu.error.issues.slice(0, 50).map((faute) => ({
        chemin: [chemin, ...faute.path].join('.'),
        code: faute.code.toUpperCase(),
        libelle: faute.message,
      })),
    },
  )
}

/** A NUL in an address would reach PostgreSQL as a text that it cannot keep. */
function refuseNul(request: FastifyRequest): void {
  if (request.url.includes('%00')) throw erreur('REQUETE_INVALIDE')
}

/** Rights that need no second factor, even where one is asked for. */
const SANS_SECOND_FACTEUR: ReadonlySet<Droit> = new Set(['session', 'compte'])

async function authenticate(
  platform: Platform,
  operation: Operation,
  request: FastifyRequest,
  maintenant: Date,
): Promise<Agent | null> {
  if (operation.right === 'public') return null
  const jeton = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!jeton) throw erreur('JETON_ABSENT')
  const agent = await platform.findAgent(platform.db, jeton, maintenant)
  if (!agent) throw erreur('JETON_EXPIRE')
  if (agent.forceChangePassword && operation.right !== 'session') {
    throw erreur('MOT_DE_PASSE_A_CHANGER')
  }
  if (agent.secondFacteurAActiver && !SANS_SECOND_FACTEUR.has(operation.right)) {
    throw erreur('SECOND_FACTEUR_A_ACTIVER')
  }
  return agent
}

function refuseAbsent(operation: Operation): never {
  const code = operation.erreurs?.find((candidat) => ERREURS[candidat][0] === 404)
  throw erreur(code ?? 'ADRESSE_INCONNUE')
}

/** The way of a request: parse → load (404) → right (403) → act → parse the answer. */
async function serve(route: RouteMontee, appel: Appel): Promise<unknown> {
  const { operation } = route
  const charge = await route.load(appel)
  if (charge === undefined) refuseAbsent(operation)
  if (operation.right !== 'public' && !route.right(appel.agent, charge)) {
    throw erreur('DROIT_INSUFFISANT')
  }
  return operation.output.parse(await route.act(appel, charge))
}

/** Refusals that say « you have not the right », not « not now ». */
const REFUS_DE_DROIT: ReadonlySet<CodeErreur> = new Set(['DROIT_INSUFFISANT', 'ROLE_INTERDIT'])

async function noter(
  { db, noterRefus }: Platform,
  { operation }: RouteMontee,
  { agent, adresse, maintenant }: Omit<Appel, 'sql'>,
  echec: unknown,
): Promise<void> {
  if (!agent || !(echec instanceof ErreurMetier) || !REFUS_DE_DROIT.has(echec.code)) return
  await noterRefus(db, { agent, operation, adresse, maintenant })
}

/** What the call sends. A file is read here, piece by piece. */
async function readBody(operation: Operation, request: FastifyRequest): Promise<unknown> {
  const corps = operation.corps === 'multipart' ? await readMultipart(request) : request.body
  // Not kept until the answer: what the schema does not name may weigh twenty times its text.
  request.body = undefined
  return parsePart(operation.body, corps, 'body')
}

/** Who calls, and when: known before anything of the body is read. */
type Appelant = Pick<Appel, 'agent' | 'maintenant'>

function handle(
  platform: Platform,
  route: RouteMontee,
  appelantDe: (request: FastifyRequest) => Appelant | undefined,
) {
  const { operation } = route
  return async (request: FastifyRequest): Promise<unknown> => {
    // Parsed as an Operation's own schemas say; the erased type is the route's.
    const appel = {
      ...appelantDe(request),
      params: parsePart(operation.params, request.params, 'params'),
      query: parsePart(operation.query, request.query, 'query'),
      body: await readBody(operation, request),
      config: platform.config,
      adresse: adresseDe(request),
      appareil: appareilDe(request.headers['user-agent']),
    } as Omit<Appel, 'sql'>
    try {
      if (route.lecture) return await serve(route, { ...appel, sql: platform.db })
      return await platform.db.transaction().execute((sql) => serve(route, { ...appel, sql }))
    } catch (echec) {
      await noter(platform, route, appel, echec).catch((err: unknown) =>
        request.log.warn({ err }, 'refus non journalisé'),
      )
      throw echec
    }
  }
}

/** How a success is sent, as its operation says. */
function send(
  { status, reponse }: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  produit: unknown,
): unknown {
  reply.header('cache-control', 'no-store').status(status ?? 200)
  // `serve` has just parsed it with the operation's own output: `zFichier`, `zOctets`.
  if (reponse === 'fichier') return composeFichier(reply, produit as Fichier)
  if (reponse === 'octets') return composeOctets(request, reply, produit as Octets)
  return produit
}

/** Largest body of a call that anyone may send, or that has none: bytes. */
const LIMITE_ANONYME = 64_000

/** How Fastify mounts a route: who calls is known first, then the body is read. */
function monter(platform: Platform, route: RouteMontee): RouteOptions {
  const { operation } = route
  const { method, right, body, corps, reponse } = operation
  const appelants = new WeakMap<FastifyRequest, Appelant>()
  const traite = handle(platform, route, (request) => appelants.get(request))
  return {
    method,
    url: platform.config.prefixe + operation.path.replace(/\{(\w+)\}/g, ':$1'),
    ...((right === 'public' || !body) && !corps && { bodyLimit: LIMITE_ANONYME }),
    // Only a JSON body may come compressed; shared bytes are so already.
    ...((corps || !body) && { decompress: false }),
    ...(reponse === 'octets' && { compress: false }),
    onRequest: async (request) => {
      refuseNul(request)
      const maintenant = platform.maintenant()
      const agent = await authenticate(platform, operation, request, maintenant)
      appelants.set(request, { agent, maintenant } as Appelant)
    },
    handler: async (request, reply) => send(operation, request, reply, await traite(request)),
  }
}

/** Adds a feature's routes below the prefix. */
export function mount(
  app: FastifyInstance,
  platform: Platform,
  routes: Record<string, RouteMontee>,
): void {
  for (const route of Object.values(routes)) {
    const montee = monter(platform, route)
    if (route.operation.corps === 'multipart') {
      registerMultipart(app, (portee) => {
        portee.addHook('onError', async (request, reply) => abandonBody(request, reply))
        portee.route(montee)
      })
    } else app.route(montee)
  }
}
