import { ERREURS } from '@releve/contract/erreur.ts'
import type { Operation } from '@releve/contract/operation.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { fr } from 'zod/locales'
import { adresseDe } from './adresse.ts'
import type { Agent } from './agent.ts'
import type { Tables } from './base/tables.ts'
import type { Config } from './config.ts'
import { erreur } from './erreur.ts'
import type { Appel, RouteMontee, Sql } from './route.ts'

// What is wrong in a field is said to a person, in French.
z.config(fr())

/** Finds who holds a token; null when it is unknown, dead, or its account is not active. */
export type FindAgent = (sql: Sql, jeton: string, maintenant: Date) => Promise<Agent | null>

export type Platform = {
  db: Kysely<Tables>
  config: Config
  findAgent: FindAgent
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
      body: parsePart(operation.body, request.body, 'body'),
      maintenant,
      config: platform.config,
      adresse: adresseDe(request),
    } as Omit<Appel, 'sql'>
    if (route.lecture) return serve(route, { ...appel, sql: platform.db })
    return platform.db.transaction().execute((sql) => serve(route, { ...appel, sql }))
  }
}

/** Adds a feature's routes below the prefix. */
export function mount(
  app: FastifyInstance,
  platform: Platform,
  routes: Record<string, RouteMontee>,
): void {
  for (const route of Object.values(routes)) {
    const { method, path, status } = route.operation
    const traite = handle(platform, route)
    app.route({
      method,
      url: platform.config.prefixe + path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const reponse = await traite(request)
        reply.header('cache-control', 'no-store').status(status ?? 200)
        return reponse
      },
    })
  }
}
