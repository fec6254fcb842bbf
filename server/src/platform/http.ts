import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import fastifyCompress from '@fastify/compress'
import fastifyHelmet from '@fastify/helmet'
import { TAILLE_MAX_PIECE } from '@releve/contract/document/document.schema.ts'
import { type CodeErreur, libelleErreur } from '@releve/contract/erreur.ts'
import { CHIFFRES_MAX, compterChiffres } from '@releve/contract/exact.ts'
import { ecrireJson } from '@releve/contract/json.ts'
import Fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import {
  estAutreBase,
  estIndisponible,
  estStockageRefuse,
  IssueIncertaine,
} from './base/erreurs.ts'
import type { Config } from './config.ts'
import { createRetenue, createServeur } from './connections.ts'
import { AppelantParti, ErreurMetier, erreur } from './erreur.ts'
import { type FluxLog, ouvrirSortie } from './sortie.ts'

/** The listening part, as the rest of the server names it. */
export type Http = FastifyInstance

/** Largest JSON body: a form of several thousand cells with its comments. */
const LIMITE_CORPS = 1_000_000

/**
 * PostgreSQL keeps neither NUL nor a lone surrogate: such a text is refused at the door. Both can
 * only come from an escape in JSON, so a body without `\u` is not walked. Not recursive: nesting
 * is the caller's.
 */
function estTexteSain(racine: unknown): boolean {
  const reste: unknown[] = [racine]
  while (reste.length > 0) {
    const valeur = reste.pop()
    if (typeof valeur === 'string') {
      if (valeur.includes('\0') || !valeur.isWellFormed()) return false
    } else if (typeof valeur === 'object' && valeur !== null) {
      for (const [cle, contenu] of Object.entries(valeur)) reste.push(cle, contenu)
    }
  }
  return true
}

/** Sixteen digits in a row: some number may have more than a float keeps. */
const CHIFFRES_EN_NOMBRE = /\d[\d.]{15}/

/** `source`: what was written; the types of the language do not know it yet. */
type Revive = (this: unknown, cle: string, valeur: unknown, dit: { source?: string }) => unknown

/**
 * A number of more digits than a float keeps stays as it was written: a text, which whatever takes
 * a number refuses, instead of another number.
 */
function sansPerte(texte: string, lu: unknown): unknown {
  if (!CHIFFRES_EN_NOMBRE.test(texte)) return lu
  const revive: Revive = (_cle, valeur, { source = '' }) =>
    typeof valeur === 'number' && compterChiffres(source) > CHIFFRES_MAX ? source : valeur
  return JSON.parse(texte, revive as Parameters<typeof JSON.parse>[1])
}

function installJson(app: FastifyInstance): void {
  const lireJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, corps, suite) => {
    const texte = corps as string
    void lireJson(request, texte, (echec, valeur) => {
      if (echec || (texte.includes('\\u') && !estTexteSain(valeur))) {
        suite(erreur('JSON_INVALIDE'))
      } else suite(null, sansPerte(texte, valeur))
    })
  })
}

type RefusFastify = 'CORPS_TROP_GRAND' | 'TYPE_NON_ACCEPTE' | 'JSON_INVALIDE' | 'REQUETE_INVALIDE'

/** Fastify's own refusals, in our words. */
const REFUS_FASTIFY: Record<string, RefusFastify> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'CORPS_TROP_GRAND',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'TYPE_NON_ACCEPTE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'JSON_INVALIDE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'JSON_INVALIDE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'REQUETE_INVALIDE',
  FST_ERR_BAD_URL: 'REQUETE_INVALIDE',
  FST_ERR_MAX_PARAM_LENGTH: 'REQUETE_INVALIDE',
}

/** Other refusals of the platform's plugins, by status. */
const REFUS_PAR_STATUT: Record<number, RefusFastify> = {
  400: 'REQUETE_INVALIDE',
  413: 'CORPS_TROP_GRAND',
  415: 'TYPE_NON_ACCEPTE',
}

/** Seconds after which a base that did not answer may be asked again. */
const ATTENTE_BASE = 5
/** One that is being restored takes minutes. */
const ATTENTE_RESTAURATION = 30
/** A disk that is full waits for a person. */
const ATTENTE_STOCKAGE = 60

function refusDeBase(echec: unknown): ErreurMetier | null {
  if (echec instanceof IssueIncertaine) {
    return erreur('ISSUE_INCERTAINE', {}, { attente: ATTENTE_BASE })
  }
  if (estStockageRefuse(echec)) {
    return erreur('STOCKAGE_INDISPONIBLE', {}, { attente: ATTENTE_STOCKAGE })
  }
  const attente = estAutreBase(echec) ? ATTENTE_RESTAURATION : ATTENTE_BASE
  const passager = estAutreBase(echec) || estIndisponible(echec)
  return passager ? erreur('SERVICE_OCCUPE', {}, { attente }) : null
}

function enRefus(echec: FastifyError | ErreurMetier, limiteCorps: number): ErreurMetier | null {
  if (echec instanceof ErreurMetier) return echec
  const deBase = refusDeBase(echec)
  if (deBase) return deBase
  const code = REFUS_FASTIFY[echec.code] ?? REFUS_PAR_STATUT[echec.statusCode ?? 0]
  const limite = limiteCorps < LIMITE_CORPS ? `${limiteCorps / 1000}\u00a0ko` : '1 Mo'
  return code ? erreur(code, { limite }) : null
}

function sendRefus(reply: FastifyReply, refus: ErreurMetier, trace: string): void {
  if (refus.attente !== undefined) reply.header('retry-after', String(refus.attente))
  const { code, message: libelle, details } = refus
  reply
    .header('cache-control', 'no-store')
    .status(refus.statut)
    .send({ code, libelle, ...(details && { details }), trace })
}

/** Why the base kept a call from being answered: what a person must see to is an error. */
function direBase({ log }: FastifyRequest, err: unknown, { code }: ErreurMetier): void {
  if (estAutreBase(err)) {
    log.error({ err }, 'la base n’est plus celle de la plateforme, ou se restaure')
  } else if (code === 'STOCKAGE_INDISPONIBLE') log.warn({ err }, 'la base ne peut plus écrire')
  else log.warn({ err }, 'la base ne répond pas')
}

function answerEchec(
  echec: FastifyError | ErreurMetier,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Who asked has gone, before anything was done or before he had said all: nobody to answer.
  const { complete, destroyed } = request.raw
  if (echec instanceof AppelantParti || (destroyed && !complete)) {
    return request.log.debug('appelant parti')
  }
  const refus = enRefus(echec, request.routeOptions.bodyLimit)
  if (refus && refus !== echec && refus.statut === 503) direBase(request, echec, refus)
  if (refus?.cause !== undefined) request.log.warn({ err: refus.cause }, refus.code)
  if (refus) return sendRefus(reply, refus, request.id)
  // Likewise before the end of the answer.
  if (echec.code === 'ERR_STREAM_PREMATURE_CLOSE') return request.log.debug('réponse abandonnée')
  request.log.error({ err: echec }, 'erreur interne')
  reply
    .header('cache-control', 'no-store')
    .status(500)
    .send({
      code: 'ERREUR_INTERNE',
      libelle: libelleErreur('ERREUR_INTERNE', { trace: request.id }),
      trace: request.id,
    })
}

// Drawn from a pool, where four bytes at a time would each ask the system.
const genererTrace = () => randomUUID().slice(0, 8).toUpperCase()

/**
 * What cannot even be read as HTTP never becomes a request: answered on the socket, then closed, on
 * both sides: its caller may never close his, and who said nothing is answered nothing.
 */
function refuseIllisible(echec: ConnectionError, socket: Socket): void {
  const muet = echec.code === 'ECONNRESET' || socket.bytesRead === 0
  if (muet || !socket.writable) return void socket.destroy()
  const statuts: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }
  const code: CodeErreur = 'REQUETE_INVALIDE'
  const corps = JSON.stringify({ code, libelle: libelleErreur(code), trace: genererTrace() })
  socket.write(
    [
      `HTTP/1.1 ${statuts[echec.code] ?? '400 Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(corps)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      corps,
    ].join('\r\n'),
  )
  // As Node itself does after an answer that closes: once it is written.
  socket.destroySoon()
}

/** What a browser may offer and no page uses; the clipboard and the full screen are left to it. */
const USAGES_FERMES = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((usage) => `${usage}=()`)
  .join(', ')

/** A whole request, body included, arrives within it: a few megabytes over a poor line, no more. */
const DUREE_ENVOI_MS = 300_000

/** Bytes that the body of a call may make the process hold; beyond these it is refused unread. */
function corpsAttendu({ method, headers }: FastifyRequest): number {
  if (method === 'GET') return 0
  const sansTaille = headers['transfer-encoding'] ?? headers['content-encoding']
  if (sansTaille !== undefined) return LIMITE_CORPS
  return Math.min(Number(headers['content-length'] ?? 0), TAILLE_MAX_PIECE)
}

/** Bytes of an answer; none for a file read as it leaves. */
function tailleDe(envoi: unknown): number {
  return typeof envoi === 'string' || envoi instanceof Uint8Array ? envoi.length : 0
}

function installRetenue(app: FastifyInstance): void {
  const retenir = createRetenue()
  // Once who calls is known: nobody else may take the place of those who send.
  app.addHook('preParsing', (request, reply, _corps, suite) => {
    retenir(reply.raw, corpsAttendu(request))
    suite()
  })
  app.addHook('onSend', (_request, reply, envoi, suite) => {
    retenir(reply.raw, tailleDe(envoi))
    suite(null, envoi)
  })
}

/** What says the answer itself. */
const DE_TOUTE_REPONSE = new Set(['connection', 'content-length', 'content-type', 'date'])

/** What helmet says for this configuration, as it says it to a call. */
async function lireEntetes(config: Config): Promise<Record<string, string>> {
  const app = Fastify()
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      // Whole, in view: the defaults let fonts and styles come from anywhere.
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        // A PDF that one looks at, by the browser's own reader; what it is was decided by us.
        frameSrc: ['blob:'],
        mediaSrc: ["'none'"],
        objectSrc: ["'none'"],
        // The worker that keeps the site for when the network is away (decision 0054).
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameAncestors: ["'none'"],
        ...(config.urlPublique?.startsWith('https:') && { upgradeInsecureRequests: [] }),
      },
    },
    xFrameOptions: { action: 'deny' },
  })
  const dits = Object.entries((await app.inject('/')).headers)
  const siens = dits.filter(([nom]) => !DE_TOUTE_REPONSE.has(nom))
  return Object.fromEntries(siens.map(([nom, dit]) => [nom, String(dit)]))
}

/** The security headers, on every answer: they depend on the configuration alone, and are worked out once. */
async function installEntetes(app: FastifyInstance, config: Config): Promise<void> {
  const entetes = { ...(await lireEntetes(config)), 'permissions-policy': USAGES_FERMES }
  app.addHook('onRequest', (_request, reply, suite) => {
    reply.headers(entetes)
    suite()
  })
}

/**
 * A Fastify instance with the house's habits: JSON only, refusals as `{ code, libelle, details?,
 * trace }`, no query string in the log, no HEAD beside GET (some GETs change state), and a strict
 * content security policy.
 */
export async function createHttp(config: Config, flux?: FluxLog): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: LIMITE_CORPS,
    exposeHeadRoutes: false,
    clientErrorHandler: refuseIllisible,
    // Calls under way end, what they wrote is answered; `main` bounds how long.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handler) => createServeur(handler, DUREE_ENVOI_MS),
    // A server placed in front, on this machine, says who calls; nobody farther is believed.
    trustProxy: 'loopback',
    // An address that cannot be read never reaches the error handler.
    frameworkErrors: answerEchec,
    genReqId: genererTrace,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: config.niveauLog, stream: flux ?? ouvrirSortie() },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  installRetenue(app)
  await installEntetes(app, config)
  await app.register(fastifyCompress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // What the library compresses by itself, and JSON a line each.
    customTypes:
      /^text\/(?!event-stream)|[+/](?:x-nd)?json(?:;|$)|[+/](?:text|xml)(?:;|$)|octet-stream(?:;|$)/u,
  })
  installJson(app)
  app.setReplySerializer(ecrireJson)
  app.setErrorHandler(answerEchec)
  app.addHook('onResponse', (request, reply, suite) => {
    request.log.info(
      {
        methode: request.method,
        // The pattern, never the address: what nobody serves may carry an invitation's secret too.
        route: request.routeOptions.url ?? 'inconnue',
        statut: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'appel',
    )
    suite()
  })
  return app
}

/** Answer to an unknown address below the API's prefix. */
export function refuseAdresseInconnue(reply: FastifyReply, trace: string): void {
  sendRefus(reply, erreur('ADRESSE_INCONNUE'), trace)
}
