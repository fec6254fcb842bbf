import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Config } from './config.ts'
import { direEcoute } from './ecoute.ts'

/** Reads the figures of the moment: the text, and its media type. */
export type LireMesures = () => Promise<{ texte: string; type: string }>

/** The one setting that says where. */
export const REGLAGE = { hote: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' }

/** Where a fault of ours is said; `pino`'s loggers fit. */
type Journal = { error: (objet: object, message: string) => void }

/** Nobody waits longer for a base: what it said is left out. */
const PATIENCE_MS = 20_000

/**
 * Serves the figures at an address of their own (`METRICS_ADDRESS`), which the site's never shows:
 * `GET /metrics`, and nothing else.
 * @throws EcouteRefusee
 */
export async function serveMesures(
  lire: LireMesures,
  lieu: NonNullable<Config['mesures']>,
  log: Journal,
): Promise<Server> {
  const serveur = createServer((demande, reponse) => {
    if (demande.method !== 'GET' || demande.url?.split('?', 1)[0] !== '/metrics') {
      return void reponse.writeHead(404).end()
    }
    lire().then(
      ({ texte, type }) => reponse.writeHead(200, { 'content-type': type }).end(texte),
      (err) => {
        log.error({ err }, 'mesures illisibles')
        reponse.writeHead(500).end()
      },
    )
  })
  // Whoever watches asks for a small text: nothing is waited for, or held, from outside.
  serveur.maxConnections = 16
  serveur.headersTimeout = PATIENCE_MS
  serveur.requestTimeout = PATIENCE_MS
  serveur.listen(lieu.port, lieu.hote)
  try {
    await once(serveur, 'listening')
  } catch (echec) {
    throw direEcoute(echec, lieu, REGLAGE)
  }
  return serveur.unref()
}
