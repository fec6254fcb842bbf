import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A signed call, as it came: nothing is asked of what signed it. */
type Demande = { method: string; url: string; headers: IncomingHttpHeaders }

/** What a server that checks signatures knows, and what it refuses by. */
type Cle = { cle: string; secret: string; region: string }
export type RefusSignature = 'AccessDenied' | 'RequestTimeTooSkewed' | 'SignatureDoesNotMatch'

const AUTORISATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^/]+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
/** What S3 wants signed of any call. */
const EXIGES = ['host', 'x-amz-content-sha256', 'x-amz-date']
const ECART_MS = 15 * 60_000

const hmac = (cle: string | Buffer, texte: string) =>
  createHmac('sha256', cle).update(texte).digest()

/** Percent-encoding as S3 wants it: all but letters, figures and `-._~`. */
const encoder = (texte: string): string =>
  encodeURIComponent(texte).replace(
    /[!'()*]/g,
    (signe) => `%${signe.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The call as both sides write it before they sign. */
function canonique({ method, url, headers }: Demande, signes: readonly string[]): string {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const chemin = pathname.split('/').map((part) => encoder(decodeURIComponent(part)))
  const parametres = [...searchParams]
    .map(([nom, valeur]) => `${encoder(nom)}=${encoder(valeur)}`)
    .toSorted()
  const lignes = signes.map((nom) => `${nom}:${String(headers[nom] ?? '').trim()}`)
  const empreinte = String(headers['x-amz-content-sha256'])
  const corps = [...lignes, '', signes.join(';'), empreinte]
  return [method, chemin.join('/'), parametres.join('&'), ...corps].join('\n')
}

/** `20130524T000000Z`, in ms. */
const instantDe = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/**
 * What an S3 server refuses a call for, by its signature (version 4, in the `Authorization` header);
 * null when it is right. Written from the published algorithm, apart from what signs our calls.
 */
export function refusDe(demande: Demande, attendu: Cle, maintenant: Date): RefusSignature | null {
  const lue = AUTORISATION.exec(demande.headers.authorization ?? '')
  if (!lue) return 'AccessDenied'
  const [, cle, jour = '', region = '', liste = '', signature] = lue
  const signes = liste.split(';')
  const date = String(demande.headers['x-amz-date'])
  if (!EXIGES.every((nom) => signes.includes(nom)) || !date.startsWith(jour)) return 'AccessDenied'
  if (!(Math.abs(instantDe(date) - maintenant.getTime()) <= ECART_MS)) return 'RequestTimeTooSkewed'
  const portee = `${jour}/${region}/s3/aws4_request`
  const empreinte = createHash('sha256').update(canonique(demande, signes)).digest('hex')
  const aSigner = ['AWS4-HMAC-SHA256', date, portee, empreinte].join('\n')
  const cleDuJour = [jour, attendu.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${attendu.secret}`,
  )
  const juste = cle === attendu.cle && hmac(cleDuJour, aSigner).toString('hex') === signature
  return juste ? null : 'SignatureDoesNotMatch'
}
