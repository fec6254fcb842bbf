import { connect, isIP, type NetConnectOpts } from 'node:net'
import { userInfo } from 'node:os'
import { parse } from 'pg-connection-string'
import type { Lieu } from './connexion.ts'

const PORT = '5432'

/** A socket of this machine is named by its folder. */
const priseDe = (hote: string, port: string): NetConnectOpts =>
  hote.startsWith('/')
    ? { path: `${hote}/.s.PGSQL.${port}` }
    : { host: hote, port: Number(port), noDelay: true, keepAlive: true }

/** A certificate is checked against the name of the host, or its number. */
const tlsDe = (ssl: object, hote: string) => ({
  ...(isIP(hote) ? { host: hote } : { servername: hote }),
  ...ssl,
})

/**
 * Where an address leads (`postgres://`, its `sslmode` and certificates), as libpq's usual variables
 * complete it, and the options that it asks of the session.
 */
export function lieuDe(url: string): { lieu: Lieu; options?: string } {
  const { host, port, user, password, database, ssl, options } = parse(url)
  const { PGHOST, PGPORT, PGUSER, PGPASSWORD } = process.env
  const hote = host || PGHOST || 'localhost'
  const compte = user || PGUSER || userInfo().username
  const tls = typeof ssl === 'object' ? ssl : ssl && {}
  const lieu: Lieu = {
    ouvrirFlux: () => connect(priseDe(hote, port || PGPORT || PORT)),
    user: compte,
    password: password ?? PGPASSWORD ?? '',
    database: database || compte,
    ...(tls && { ssl: tlsDe(tls, hote) }),
  }
  return { lieu, ...(options && { options }) }
}
