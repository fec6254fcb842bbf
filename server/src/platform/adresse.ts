import ipaddr from 'ipaddr.js'

/** A household or an office holds at least a /64 of IPv6, and may hold the /48 around it. */
const RESEAU = 64
const SITE = 48

function reseauDe(adresse: ipaddr.IPv6, taille: number): string {
  const cidr = `${adresse.toString()}/${taille}`
  return `${ipaddr.IPv6.networkAddressFromCIDR(cidr).toString()}/${taille}`
}

/**
 * The network that a caller's address (`adresseDe`) is of, when one person may have it whole: an
 * IPv6 /48, as providers give to a house. An IPv4 address stands for itself.
 */
export function siteDe(adresse: string): string {
  if (!adresse.endsWith(`/${RESEAU}`)) return adresse
  return reseauDe(ipaddr.IPv6.parseCIDR(adresse)[0], SITE)
}

/** Whether this other end of a connection is on this machine. */
export function estDIci(adresse: string): boolean {
  return ipaddr.isValid(adresse) && ipaddr.process(adresse).range() === 'loopback'
}

/**
 * Whether a caller's address (`adresseDe`) is in one of these networks, in CIDR. IPv6 callers are
 * known by their /64: no network is narrower (`zReseau`).
 */
export function estDuReseau(adresse: string, reseaux: readonly string[]): boolean {
  const [nue = ''] = adresse.split('/', 1)
  if (!ipaddr.isValid(nue)) return false
  const ici = ipaddr.process(nue)
  return reseaux.some((reseau) => {
    const [base, taille] = ipaddr.parseCIDR(reseau)
    return base.kind() === ici.kind() && ici.match(base, taille)
  })
}

/**
 * The address under which a caller is throttled and journaled: IPv4 as it is, IPv6 by its /64, for
 * whoever has one address has them all. What is no address (a header that a proxy let through)
 * gives way to the other end of the connection; `inconnue` when its line is closed, whose end
 * nobody knows any more: Fastify's `ip` is undefined there, whatever its type says.
 */
export function adresseDe({
  ip,
  socket,
}: {
  ip: string | undefined
  socket: { remoteAddress?: string | undefined }
}) {
  for (const candidate of [ip ?? '', socket.remoteAddress ?? '']) {
    // A zone names an interface of one machine: it is no part of the network.
    const texte = candidate.split('%', 1)[0] ?? ''
    // Four numbers alone: « 10.1 » and « 0x7f.1 », which it reads too, are no address of a caller.
    if (ipaddr.IPv4.isValidFourPartDecimal(texte)) return texte
    if (!ipaddr.IPv6.isValid(texte)) continue
    const adresse = ipaddr.process(texte)
    return adresse instanceof ipaddr.IPv6 ? reseauDe(adresse, RESEAU) : adresse.toString()
  }
  return 'inconnue'
}
