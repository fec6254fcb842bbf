/**
 * A chunk that did not come: the line was cut, or the server has only those of a newer build. In
 * both cases a reload brings it.
 */
export const estMorceauAbsent = (echec: unknown): boolean =>
  echec instanceof Error &&
  /dynamically imported module|Importing a module|Unable to preload/.test(echec.message)

/** The trace of a call that failed (`EchecApi`), to give to the support; null for anything else. */
export function referenceDe(echec: unknown): string | null {
  if (!(echec instanceof Error) || !('trace' in echec)) return null
  return typeof echec.trace === 'string' && echec.trace !== '' ? echec.trace : null
}

const LIGNES = 6

/** What broke in the page, short: the error, and where it came from. Null when nothing did. */
export function traceDe(echec: unknown): string | null {
  if (echec === undefined || echec === null) return null
  if (!(echec instanceof Error)) return typeof echec === 'string' ? echec : JSON.stringify(echec)
  const entete = `${echec.name}: ${echec.message}`
  const pile = (echec.stack ?? '').split('\n').filter((ligne) => !entete.includes(ligne.trim()))
  return [entete, ...pile.slice(0, LIGNES)].join('\n')
}
