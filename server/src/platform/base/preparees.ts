/** Plans cost memory in each connection, and texts made of lists of values have no end. */
const PREPAREES_MAX = 300
const VUES_MAX = 2000

/** What has a plan. The rest (`commit`, `set`, a migration) is said once, or costs nothing to read. */
const PREPARABLE = /^\s*(select|with|insert|update|delete)\b/

/**
 * Which statements are worth preparing: those that come back, up to a number, for the driver keeps
 * what it has prepared as long as its connection.
 */
export function choisirPreparees(): (texte: string) => boolean {
  const preparees = new Set<string>()
  let vues = new Set<string>()
  return (texte) => {
    if (preparees.has(texte)) return true
    if (!PREPARABLE.test(texte) || preparees.size >= PREPAREES_MAX) return false
    if (vues.has(texte)) {
      preparees.add(texte)
      return true
    }
    if (vues.size >= VUES_MAX) vues = new Set()
    vues.add(texte)
    return false
  }
}
