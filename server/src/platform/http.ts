import { randomBytes } from 'node:crypto'
import fastifyCompress from '@fastify/compress'
import fastifyHelmet from '@fastify/helmet'
import { type CodeErreur, ERREURS, libelleErreur } from '@releve/contract/erreur.ts'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import type { Config } from './config.ts'
import { ErreurMetier, erreur } from './erreur.ts'

/** Largest JSON body: a form of several thousand cells with its comments. */
export const LIMITE_CORPS = 1_000_000

/**
 * PostgreSQL keeps neither NUL nor a lone surrogate: such a text is refused at the door. Both can
 * only come from an escape in JSON, so a body without `\u` is not walked.
 */
function estTexteSain(valeur: unknown): boolean {
  if (typeof valeur === 'string') return !valeur.includes('\0') && valeur.isWellFormed()
  if (typeof valeur !== 'object' || valeur === null) return true
  return Object.entries(valeur).every(([cle, v]) => estTexteSain(cle) && estTexteSain(v))
}

function installJson(app: FastifyInstance): void {
  const lireJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, corps, suite) => {
    const texte = corps as string
    lireJson(request, texte, (echec, valeur) => {
      if (echec || (texte.includes('\\u') && !estTexteSain(valeur))) {
        suite(erreur('JSON_INVALIDE'))
      } else suite(null, valeur)
    })
  })
}

/** Fastify's own refusals, in our words. */
const REFUS_FASTIFY: Record<string, CodeErreur> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'CORPS_TROP_GRAND',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'TYPE_NON_ACCEPTE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'JSON_INVALIDE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'JSON_INVALIDE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'REQUETE_INVALIDE',
  FST_ERR_BAD_URL: 'REQUETE_INVALIDE',
  FST_ERR_MAX_PARAM_LENGTH: 'REQUETE_INVALIDE',
}

function enRefus(echec: FastifyError | ErreurMetier): ErreurMetier | null {
  if (echec instanceof ErreurMetier) return echec
  const code = REFUS_FASTIFY[echec.code]
  if (code) return erreur(code, { limite: '1 Mo' })
  return echec.statusCode === 400 ? erreur('REQUETE_INVALIDE') : null
}

function sendRefus(reply: FastifyReply, refus: ErreurMetier, trace: string): void {
  if (refus.attente !== undefined) reply.header('retry-after', String(refus.attente))
  const { code, message: libelle, details } = refus
  reply.status(refus.statut).send({ code, libelle, ...(details && { details }), trace })
}

/**
 * A Fastify instance with the house's habits: JSON only, refusals as `{ code, libelle, details?,
 * trace }`, no query string in the log, no HEAD beside GET (some GETs change state), and a strict
 * content security policy.
 */
export async function createHttp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: LIMITE_CORPS,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    genReqId: () => randomBytes(4).toString('hex').toUpperCase(),
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: config.niveauLog },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: config.urlPublique?.startsWith('https:') ? [] : null,
      },
    },
  })
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'] })
  installJson(app)
  app.setErrorHandler((echec: FastifyError | ErreurMetier, request, reply) => {
    const refus = enRefus(echec)
    if (refus) return sendRefus(reply, refus, request.id)
    request.log.error({ err: echec }, 'erreur interne')
    reply.status(500).send({
      code: 'ERREUR_INTERNE',
      libelle: libelleErreur('ERREUR_INTERNE', { trace: request.id }),
      trace: request.id,
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        methode: request.method,
        route: request.routeOptions.url ?? request.url.split('?', 1)[0],
        statut: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'appel',
    )
  })
  return app
}

/** Answer to an unknown address below the API's prefix. */
export function refuseAdresseInconnue(reply: FastifyReply, trace: string): void {
  sendRefus(reply, erreur('ADRESSE_INCONNUE'), trace)
}

/** Status of a code, for tests and documentation. */
export function statutDe(code: CodeErreur): number {
  return ERREURS[code][0]
}
