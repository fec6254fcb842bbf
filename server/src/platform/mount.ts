import { type CodeErreur, ERREURS } from '@releve/contract/erreur.ts'
import type { Fichier, FichierEcrit, Flux, Octets } from '@releve/contract/fichier.ts'
import type { Operation } from '@releve/contract/operation.ts'
import type { Droit } from '@releve/contract/utilisateur/droits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { adresseDe } from './adresse.ts'
import { type Agent, porteeDe } from './agent.ts'
import { appareilDe } from './appareil.ts'
import { type Appels, genreDe, type Passage } from './appels.ts'
import type { Tables } from './base/tables.ts'
import type { Config } from './config.ts'
import { departDe } from './depart.ts'
import { AppelantParti, CoursePerdue, codeSchema, ErreurMetier, erreur } from './erreur.ts'
import { composeFichier } from './fichier.ts'
import { composeFlux } from './flux.ts'
import { estDeProgramme } from './jeton.ts'
import { abandonBody, readMultipart, registerMultipart } from './multipart.ts'
import { composeOctets } from './octets.ts'
import { direEnFrancais } from './phrases.ts'
import type { Appel, Attendre, Db, Prefetch, RouteMontee } from './route.ts'

// What is wrong in a field is said to a person, in French.
direEnFrancais()

/** Finds who holds a token; null when it is unknown or dead. Throws `COMPTE_BLOQUE`. */
export type FindAgent = (db: Db, jeton: string, maintenant: Date) => Promise<Agent | null>

/** The same, and in the same statement what a route will load: null where there is none. */
export type FindAgentAvec = (
  db: Db,
  jeton: string,
  maintenant: Date,
  demande: { prefetch: Prefetch; params: object },
) => Promise<{ agent: Agent; lue: unknown } | null>

/** Finds whose program holds a token. @throws JETON_REFUSE, JETONS_INTERDITS */
export type FindAgentDeProgramme = (
  db: Db,
  jeton: string,
  appel: { adresse: string; maintenant: Date },
) => Promise<Agent>

/** What somebody tried who had no right to it. */
export type RefusDeDroit = { agent: Agent; operation: Operation; adresse: string; maintenant: Date }
/** Keeps the trace of a refusal, whose own transaction has been undone. */
export type NoterRefus = (db: Db, refus: RefusDeDroit) => Promise<void>

export type Platform = {
  db: Kysely<Tables>
  /** The handle of the routes that only read: `db`; in the tests, one on which every write fails. */
  lecture: Kysely<Tables>
  config: Config
  findAgent: FindAgent
  findAgentAvec: FindAgentAvec
  findAgentDeProgramme: FindAgentDeProgramme
  noterRefus: NoterRefus
  /** The places of each account: how many of its calls are served at once in this process. */
  appels: Appels
  /** The clock, so that tests may set it. */
  maintenant: () => Date
  /** How waits are lived; tests live none. */
  attendre: Attendre
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
        code: codeSchema(faute),
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

/** Who calls, and what was read with him; `lue` is undefined where nothing was. */
type AppelantReconnu = { agent: Agent | null; lue?: unknown }

/** What is read with who calls, if its route says so and what the path says can be read. */
function prefetchFor({ prefetch, operation }: RouteMontee, request: FastifyRequest) {
  if (!prefetch || !operation.params) return undefined
  const lus = essayer(operation.params, request.params)
  return lus?.success ? { prefetch, params: lus.data as object } : undefined
}

/** Whose program calls; the refusals of its token are told and journaled apart. */
async function reconnaitreProgramme(
  { db, findAgentDeProgramme }: Platform,
  request: FastifyRequest,
  { jeton, maintenant }: { jeton: string; maintenant: Date },
): Promise<AppelantReconnu> {
  return {
    agent: await findAgentDeProgramme(db, jeton, { adresse: adresseDe(request), maintenant }),
  }
}

/** Finds who holds this token, with what his call will load where that is known. */
async function reconnaitre(
  platform: Platform,
  jeton: string,
  maintenant: Date,
  demande: ReturnType<typeof prefetchFor>,
): Promise<AppelantReconnu | null> {
  if (demande) return platform.findAgentAvec(platform.lecture, jeton, maintenant, demande)
  return { agent: await platform.findAgent(platform.db, jeton, maintenant) }
}

async function authenticate(
  platform: Platform,
  route: RouteMontee,
  request: FastifyRequest,
  maintenant: Date,
): Promise<AppelantReconnu> {
  const { operation } = route
  if (operation.right === 'public') return { agent: null }
  const jeton = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!jeton) throw erreur('JETON_ABSENT')
  const demande = prefetchFor(route, request)
  const reconnu = estDeProgramme(jeton)
    ? await reconnaitreProgramme(platform, request, { jeton, maintenant })
    : await reconnaitre(platform, jeton, maintenant, demande)
  const { agent = null, lue } = reconnu ?? {}
  if (!agent) throw erreur('JETON_EXPIRE')
  if (agent.forceChangePassword && operation.right !== 'session') {
    throw erreur('MOT_DE_PASSE_A_CHANGER')
  }
  if (agent.secondFacteurAActiver && !SANS_SECOND_FACTEUR.has(operation.right)) {
    throw erreur('SECOND_FACTEUR_A_ACTIVER')
  }
  return { agent, lue }
}

type CodeAbsent = {
  [C in CodeErreur]: (typeof ERREURS)[C][0] extends 404 ? C : never
}[CodeErreur]
const estAbsent = (code: CodeErreur): code is CodeAbsent => ERREURS[code][0] === 404

function refuseAbsent(operation: Operation): never {
  const code = operation.erreurs?.find(estAbsent)
  throw erreur(code ?? 'ADRESSE_INCONNUE')
}

/** Of what his role refuses, nobody learns whether it exists: judged before anything is looked for. */
function exigerRole({ right, autreDroit }: Operation, agent: Agent | null): void {
  if (right === 'public' || right === 'session' || right === 'compte') return
  const droits = autreDroit ? [right, autreDroit] : [right]
  if (agent && droits.some((droit) => porteeDe(agent, droit) !== null)) return
  throw erreur('DROIT_INSUFFISANT')
}

/** A program makes the calls that its usages open, and no other. */
function exigerUsage({ jeton }: Operation, agent: Agent | null): void {
  const usages = agent?.programme?.usages
  if (usages && !jeton?.some((usage) => usages.includes(usage))) throw erreur('JETON_HORS_USAGE')
}

function exigerChose({ surChose }: RouteMontee, { agent }: Appel, charge: unknown): void {
  const verdict = surChose ? surChose(agent, charge) : true
  if (verdict !== true) throw erreur(verdict || 'DROIT_INSUFFISANT')
}

/** Once the role's right is known: load (404) → the right on the thing (403) → act → parse. */
async function serve(route: RouteMontee, appel: Appel, lue?: unknown): Promise<unknown> {
  const { operation, load } = route
  const charge = load ? await load(appel, lue) : null
  if (charge === undefined) refuseAbsent(operation)
  exigerChose(route, appel, charge)
  return operation.output.parse(await route.act(appel, charge))
}

/** Refusals that say « you have not the right », not « not now ». */
const REFUS_DE_DROIT: ReadonlySet<CodeErreur> = new Set([
  'DROIT_INSUFFISANT',
  'ROLE_INTERDIT',
  'JETON_HORS_USAGE',
])

async function noter(
  { db, noterRefus }: Platform,
  { operation }: RouteMontee,
  { agent, adresse, maintenant }: Pick<Appel, 'agent' | 'adresse' | 'maintenant'>,
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

/** How many times two people may cross before one of them locks. */
const ESSAIS_SANS_VERROU = 3
/** Seconds after which whoever was overtaken even so may come again. */
const ATTENTE_COURSE = 1

/** Serves a call without transaction, again as long as somebody overtakes it, at last in one. */
async function serveOptimiste(
  db: Platform['db'],
  route: RouteMontee,
  appel: Omit<Appel, 'db'>,
  { lue, essai = 1 }: { lue?: unknown; essai?: number },
): Promise<unknown> {
  const verrouille = essai > ESSAIS_SANS_VERROU
  try {
    if (!verrouille) return await serve(route, { ...appel, db }, lue)
    return await db.transaction().execute((tx) => serve(route, { ...appel, db: tx }))
  } catch (echec) {
    if (!(echec instanceof CoursePerdue)) throw echec
    if (verrouille) throw erreur('SERVICE_OCCUPE', {}, { attente: ATTENTE_COURSE })
  }
  return serveOptimiste(db, route, appel, { essai: essai + 1 })
}

/** Serves a call on the handle that its route asks for. */
function serveSur(
  { db, lecture }: Platform,
  route: RouteMontee,
  appel: Omit<Appel, 'db'>,
  lue: unknown,
): Promise<unknown> {
  switch (route.transaction) {
    case 'une':
      return db.transaction().execute((tx) => serve(route, { ...appel, db: tx }))
    case 'aucune':
      return serve(route, { ...appel, db: lecture }, lue)
    case 'siennes':
      return serve(route, { ...appel, db })
    case 'optimiste':
      return serveOptimiste(db, route, appel, { lue })
  }
}

/** Who calls, and when: known before anything of the body is read. */
type Appelant = Pick<Appel, 'agent' | 'maintenant'> & { lue?: unknown }

/** Whether who asked has gone: his line is closed, or the system knows its other end no more. */
const estParti = ({ socket }: FastifyRequest, { raw }: FastifyReply): boolean =>
  raw.destroyed || socket.destroyed || socket.remoteAddress === undefined

/** Has a call take its place among those of its account; null: it is not counted. */
function ouvrirPassage(
  { appels }: Platform,
  { operation }: RouteMontee,
  { agent }: Appelant,
  { raw }: FastifyReply,
): Passage | null {
  const genre = genreDe(operation)
  if (!agent || !genre) return null
  // Gone while it was found out who he is: its end is past, and would give nothing back.
  if (raw.destroyed) throw new AppelantParti()
  const compte = agent.programme ? (`programmes ${agent.id}` as const) : agent.id
  const passage = appels.ouvrir(compte, genre)
  raw.once('close', passage.finir)
  return passage
}

/** Counts a call for what it bears, until it is answered. @throws TROP_D_APPELS, AppelantParti */
function annoncer(
  { appels }: Platform,
  { operation }: RouteMontee,
  { headers }: FastifyRequest,
  { raw }: FastifyReply,
): void {
  const genre = genreDe(operation)
  if (!genre || !headers.authorization) return
  // Gone before his call began: its end is past, and would take nothing off the count.
  if (raw.destroyed) throw new AppelantParti()
  raw.once('close', appels.annoncer(headers.authorization, genre))
}

/** A call that may be served: who calls, and the place that it holds, if it is counted. */
type Admis = { appelant: Appelant; passage: Passage | null }

/** Knows who calls, then waits for his turn: what was read before a wait is read again. */
async function admettre(
  platform: Platform,
  route: RouteMontee,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admis> {
  const reconnaitreIci = async () => {
    const maintenant = platform.maintenant()
    const reconnu = await authenticate(platform, route, request, maintenant)
    // Null on public calls only, as an Appel says.
    return { ...reconnu, maintenant } as Appelant
  }
  annoncer(platform, route, request, reply)
  const appelant = await reconnaitreIci()
  const { agent, maintenant } = appelant
  if (agent?.programme) platform.appels.compterAppel(agent.id, maintenant)
  const passage = ouvrirPassage(platform, route, appelant, reply)
  const attendu = await passage?.entree
  return { appelant: attendu ? await reconnaitreIci() : appelant, passage }
}

function handle(platform: Platform, route: RouteMontee) {
  const { operation } = route
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { lue, ...appelant }: Appelant,
  ): Promise<unknown> => {
    const dOu = { ...appelant, adresse: adresseDe(request) }
    try {
      // What a program may not call, it is refused before anything that it sends is read.
      exigerUsage(operation, appelant.agent)
      // Parsed as an Operation's own schemas say; the erased type is the route's.
      const appel = {
        ...dOu,
        params: parsePart(operation.params, request.params, 'params'),
        query: parsePart(operation.query, request.query, 'query'),
        body: await readBody(operation, request),
        config: platform.config,
        attendre: platform.attendre,
        appareil: appareilDe(request.headers['user-agent']),
        parti: () => departDe(reply),
        reprise: request.headers['last-event-id']?.toString() ?? null,
      } as Omit<Appel, 'db'>
      exigerRole(operation, appel.agent)
      return await serveSur(platform, route, appel, lue)
    } catch (echec) {
      await noter(platform, route, dOu, echec).catch((err: unknown) =>
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
  // `serve` has just parsed it with the operation's own output: `zFichier`, `zOctets`, `zFlux`.
  if (reponse === 'fichier') {
    return composeFichier(request, reply, produit as Fichier | FichierEcrit)
  }
  if (reponse === 'octets') return composeOctets(request, reply, produit as Octets)
  if (reponse === 'flux') return composeFlux(reply, produit as Flux)
  return produit
}

/** Largest body of a call that anyone may send, or that has none: bytes. */
const LIMITE_ANONYME = 64_000

/** How Fastify mounts a route: who calls is known first, then the body is read. */
function monter(platform: Platform, route: RouteMontee): RouteOptions {
  const { operation } = route
  const { method, right, body, corps, reponse } = operation
  const admis = new WeakMap<FastifyRequest, Admis>()
  const traite = handle(platform, route)
  return {
    method,
    url: platform.config.prefixe + operation.path.replace(/\{(\w+)\}/g, ':$1'),
    ...((right === 'public' || !body) && !corps && { bodyLimit: LIMITE_ANONYME }),
    // Only a JSON body may come compressed; shared bytes are so already, a stream would be held.
    ...((corps || !body) && { decompress: false }),
    ...((reponse === 'octets' || reponse === 'flux') && { compress: false }),
    onRequest: async (request, reply) => {
      refuseNul(request)
      admis.set(request, await admettre(platform, route, request, reply))
    },
    handler: async (request, reply) => {
      const { appelant, passage } = admis.get(request) ?? {}
      if (!appelant || estParti(request, reply)) throw new AppelantParti()
      const travail = () => traite(request, reply, appelant)
      const produit = await (passage ? passage.travailler(travail) : travail())
      return send(operation, request, reply, produit)
    },
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
