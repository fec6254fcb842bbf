import { isIPv4, isIPv6 } from 'node:net'

const MAPPEE = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The first four groups of an IPv6 address: a household or an office holds at least all of these. */
function reseauDe(adresse: string): string {
  const [debut = '', fin] = (adresse.split('%', 1)[0] ?? '').split('::')
  const groupes = debut.split(':').filter(Boolean)
  if (fin !== undefined) {
    const derniers = fin.split(':').filter(Boolean)
    const manquants = Math.max(0, 8 - groupes.length - derniers.length)
    groupes.push(...Array<string>(manquants).fill('0'), ...derniers)
  }
  const quatre = groupes.slice(0, 4).map((groupe) => Number.parseInt(groupe, 16).toString(16))
  return `${quatre.join(':').replace(/(?::0)+$/, '')}::/64`
}

/**
 * The network that a caller's address (`adresseDe`) is of, when one person may have it whole: an
 * IPv6 /48, as providers give to a house. An IPv4 address stands for itself.
 */
export function siteDe(adresse: string): string {
  const [debut, masque] = adresse.split('::')
  if (masque !== '/64' || debut === undefined) return adresse
  return `${debut
    .split(':')
    .slice(0, 3)
    .join(':')
    .replace(/(?::0)+$/, '')}::/48`
}

/**
 * The address under which a caller is throttled and journaled: IPv4 as it is, IPv6 by its /64, for
 * whoever has one address has them all. What is no address (a header that a proxy let through)
 * gives way to the other end of the connection.
 */
export function adresseDe({ ip, socket }: { ip: string; socket: { remoteAddress?: string } }) {
  for (const candidate of [ip, socket.remoteAddress ?? '']) {
    const adresse = MAPPEE.exec(candidate)?.[1] ?? candidate
    if (isIPv4(adresse)) return adresse
    if (isIPv6(adresse)) return reseauDe(adresse)
  }
  return 'inconnue'
}
