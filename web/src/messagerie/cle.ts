/** A key that nobody else draws (UUID v4); `crypto.randomUUID` is not there without HTTPS. */
export function createCle(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16))
  octets[6] = ((octets[6] ?? 0) % 16) + 64
  octets[8] = ((octets[8] ?? 0) % 64) + 128
  const hexa = [...octets].map((octet) => octet.toString(16).padStart(2, '0')).join('')
  return hexa.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
