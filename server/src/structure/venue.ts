/**
 * The code of a structure made of what it is called elsewhere: capitals and figures, with dashes
 * between them. What is already such a code stays as it is.
 */
export function codeStructureDe(texte: string): string {
  const plie = texte.slice(0, 200).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const net = plie.replace(/[^A-Z0-9]+/g, '-').slice(0, 40)
  return net.replace(/^-+|-+$/g, '') || 'U'
}
