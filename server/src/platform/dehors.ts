import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { estDuReseau } from './adresse.ts'
import { codeDe } from './base/erreurs.ts'

/** Finds the addresses of a name, as Node's own does; a test gives its own. */
export type Resoudre = (
  hote: string,
  suite: (err: NodeJS.ErrnoException | null, adresses: LookupAddress[]) => void,
) => void

const resoudreParDefaut: Resoudre = (hote, suite) => lookup(hote, { all: true }, suite)

/** An address where nothing is sent: why, in a sentence. */
export class AdresseInterdite extends Error {}

/** Nothing was answered: why, in a sentence. */
export class Injoignable extends Error {}

const ECHECS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'la connexion est refusée',
  ECONNRESET: 'la connexion a été coupée',
  EPIPE: 'la connexion a été coupée',
  ENOTFOUND: 'ce nom d’hôte est inconnu',
  EAI_AGAIN: 'ce nom d’hôte ne se résout pas en ce moment',
  EHOSTUNREACH: 'ce réseau ne s’atteint pas',
  ENETUNREACH: 'ce réseau ne s’atteint pas',
  ETIMEDOUT: 'rien n’a répondu',
  CERT_HAS_EXPIRED: 'son certificat est expiré',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'son certificat n’est pas d’une autorité connue',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'son certificat n’est pas d’une autorité connue',
  SELF_SIGNED_CERT_IN_CHAIN: 'son certificat n’est pas d’une autorité connue',
  ERR_TLS_CERT_ALTNAME_INVALID: 'son certificat est celui d’un autre nom',
}

/** Why nothing was answered, as people read it. */
function direEchec(echec: unknown, delai: number): string {
  if (echec instanceof Error && /^(Abort|Timeout)Error$/.test(echec.name)) {
    return `rien n’a répondu en ${delai / 1000}\u00a0s`
  }
  const code = codeDe(echec) ?? ''
  return ECHECS[code] ?? `la connexion a échoué${code && ` (${code})`}`
}

const LOCALE = 'elle est d’un réseau privé, ou de cette machine.'
const SANS_TLS = 'elle n’est pas chiffrée (https).'

/** Whether everybody's network has it: neither private, of this machine, nor of a special use. */
function estPublique(adresse: string): boolean {
  // A mapped IPv4 address is « ipv4Mapped », so is refused here unless a setting names it.
  return ipaddr.isValid(adresse) && ipaddr.parse(adresse).range() === 'unicast'
}

/** Why this address may not be reached; null: it may. Clear text goes to named networks only. */
function refusDe(adresse: string, sansTls: boolean, permis: readonly string[]): string | null {
  if (estDuReseau(adresse, permis)) return null
  if (!estPublique(adresse)) return LOCALE
  return sansTls ? SANS_TLS : null
}

const nomDe = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')
const estSansTls = ({ protocol }: URL): boolean => protocol !== 'https:'

/**
 * Why nothing is sent to this URL, as far as it says by itself; null: its name's addresses are
 * looked at when it is called. `permis`: networks in CIDR that may be reached though they are private.
 */
export function refusDeLUrl(url: URL, permis: readonly string[]): string | null {
  const hote = nomDe(url)
  if (isIP(hote)) return refusDe(hote, estSansTls(url), permis)
  if (permis.length > 0) return null
  if (estSansTls(url)) return SANS_TLS
  return /(^|\.)localhost\.?$/i.test(hote) ? LOCALE : null
}

/**
 * Resolves once, and gives what was looked at to connect to: a name that says something else the
 * second time is not asked twice. One address that may not be reached is enough to refuse.
 */
const resoudreVerifie =
  (sansTls: boolean, permis: readonly string[], resoudre: Resoudre): LookupFunction =>
  (hote, options, suite) =>
    resoudre(hote, (err, adresses) => {
      const [premiere] = adresses ?? []
      if (err || !premiere) return suite(err ?? new Injoignable('ce nom n’a pas d’adresse.'), '')
      const refus = adresses.map(({ address }) => refusDe(address, sansTls, permis)).find(Boolean)
      if (refus) return suite(new AdresseInterdite(refus), '')
      if (options.all) return suite(null, adresses)
      return suite(null, premiere.address, premiere.family)
    })

/** What was answered: its status, and its first line, on one line without control characters. */
export type ReponseDehors = { statut: number; ligne: string }

const LIGNE_MAX = 200
/** Bytes read of an answer: what a first line may need. */
const LU_MAX = 4096
/** How long an answer that has begun may take to give its first line. */
const LIGNE_MS = 2000

/** The first line of an answer; the rest is not read, however long it is, or lasts. */
async function premiereLigne(reponse: IncomingMessage): Promise<string> {
  const lus: Buffer[] = []
  let octets = 0
  const minuterie = setTimeout(() => reponse.destroy(), LIGNE_MS)
  try {
    for await (const morceau of reponse) {
      lus.push(morceau)
      octets += morceau.length
      if (octets >= LU_MAX || morceau.includes(10)) break
    }
  } catch {
    // Cut short: what came is what is told.
  } finally {
    clearTimeout(minuterie)
    reponse.destroy()
  }
  const texte = Buffer.concat(lus).subarray(0, LU_MAX).toString()
  const [ligne = ''] = texte.trimStart().split(/\r?\n/, 1)
  return ligne
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, LIGNE_MAX)
}

export type EnvoiDehors = {
  url: URL
  entetes: Record<string, string>
  corps: string
  /** Networks that may be reached though they are private. */
  permis: readonly string[]
  /** How long all of it may last, in ms. */
  delai: number
  resoudre?: Resoudre
}

/**
 * Posts to a program outside, and gives what it answers, whatever the status. No redirection is
 * followed, no connection kept, and no address reached that is not everybody's, or named by a
 * setting (docs/decisions/0107).
 * @throws AdresseInterdite, Injoignable
 */
export async function envoyerDehors(envoi: EnvoiDehors): Promise<ReponseDehors> {
  const { url, entetes, corps, permis, delai, resoudre = resoudreParDefaut } = envoi
  const refus = refusDeLUrl(url, permis)
  if (refus) throw new AdresseInterdite(refus)
  const sansTls = estSansTls(url)
  const request = sansTls ? requestHttp : requestHttps
  try {
    const reponse = await new Promise<IncomingMessage>((oui, non) => {
      const signal = AbortSignal.timeout(delai)
      const look = resoudreVerifie(sansTls, permis, resoudre)
      const options = { method: 'POST', headers: entetes, agent: false, lookup: look, signal }
      request(url, options).on('response', oui).on('error', non).end(corps)
    })
    return { statut: reponse.statusCode ?? 0, ligne: await premiereLigne(reponse) }
  } catch (echec) {
    if (echec instanceof AdresseInterdite || echec instanceof Injoignable) throw echec
    throw new Injoignable(direEchec(echec, delai))
  }
}
