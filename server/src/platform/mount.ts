import { type CodeErreur, ERREURS } from '@releve/contract/erreur.ts'
import type { Fichier } from '@releve/contract/fichier.ts'
import type { Operation } from '@releve/contract/operation.ts'
import type { Droit } from '@releve/contract/utilisateur/droits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

function parsePart(schema: z.ZodType | undefined, valeur: unknown, chemin: string): unknown {
  if (!schema) return undefined
  const lu = schema.safeParse(valeur ?? {})
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

/** What the call sends. A file is read here, once it is known who sends it. */
async function readBody(operation: Operation, request: FastifyRequest): Promise<unknown> {
  const corps = operation.corps === 'multipart' ? await readMultipart(request) : request.body
  return parsePart(operation.body, corps, 'body')
}

function handle(platform: Platform, route: RouteMontee) {
  const { operation } = route
  return async (request: FastifyRequest): Promise<unknown> => {
    refuseNul(request)
    const maintenant = platform.maintenant()
    // Parsed as an Operation's own schemas say; the erased type is the route's.
    const appel = {
      agent: await authenticate(platform, operation, request, maintenant),
      params: parsePart(operation.params, request.params, 'params'),
      query: parsePart(operation.query, request.query, 'query'),
      body: await readBody(operation, request),
      maintenant,
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
function send({ status, reponse }: Operation, reply: FastifyReply, produit: unknown): unknown {
  reply.header('cache-control', 'no-store').status(status ?? 200)
  // `serve` has just parsed it with the operation's own output, which is then `zFichier`.
  return reponse === 'fichier' ? composeFichier(reply, produit as Fichier) : produit
}

/** Adds a feature's routes below the prefix. */
export function mount(
  app: FastifyInstance,
  platform: Platform,
  routes: Record<string, RouteMontee>,
): void {
  for (const route of Object.values(routes)) {
    const { operation } = route
    const url = platform.config.prefixe + operation.path.replace(/\{(\w+)\}/g, ':$1')
    const traite = handle(platform, route)
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      send(operation, reply, await traite(request))
    if (operation.corps === 'multipart') {
      registerMultipart(app, (portee) => {
        portee.addHook('onError', async (request, reply) => abandonBody(request, reply))
        portee.route({ method: operation.method, url, handler })
      })
    } else app.route({ method: operation.method, url, handler })
  }
}
