/** A name for this page, that no other has: what it saves is no conflict with itself. */
export function nommerPoste(): string {
  const tires = crypto.getRandomValues(new Uint32Array(2))
  return [...tires].map((tire) => tire.toString(36).padStart(7, '0')).join('')
}
