/** How often a list of mails is read again while it is looked at, in milliseconds. */
const PERIODE_MS = 15_000
/** The same while one of them is about to leave. */
const PERIODE_DEPART_MS = 2_000
/** What still waits after it is not about to leave: the line is not kept busy for it. */
const DEPART_MS = 60_000

/**
 * How long before the list is read again, in milliseconds. `attente`: when the mails that have not
 * left yet were asked for, ISO 8601; empty when none waits.
 */
export function relectureDe(attente: readonly string[], maintenant = Date.now()): number {
  const bientot = attente.some((le) => Math.abs(maintenant - Date.parse(le)) < DEPART_MS)
  return bientot ? PERIODE_DEPART_MS : PERIODE_MS
}
