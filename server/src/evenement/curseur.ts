/**
 * Where a reader of events stands: when (seconds, by the base's clock), and which transactions it
 * has seen (`pg_snapshot`). It travels as the id of a server-sent event, and comes back from
 * anyone: only a well-formed one reaches the base.
 */
const FORME = /^\d{1,12}\.(\d{1,18}):(\d{1,18}):(\d{1,18}(?:,\d{1,18})*)?$/

/** A snapshot names the transactions under way: a few tens, where the base takes a hundred. */
const LONGUEUR_MAX = 8000

export type Curseur = { secondes: number; photo: string }

/** The place that an id names; null when it is not one of ours. */
export function lireCurseur(texte: string): Curseur | null {
  if (texte.length > LONGUEUR_MAX) return null
  const lu = FORME.exec(texte)
  if (!lu) return null
  const [min, max] = [BigInt(lu[1] ?? ''), BigInt(lu[2] ?? '')]
  const enCours = lu[3] ? lu[3].split(',').map(BigInt) : []
  const rangees = [min - 1n, ...enCours, max]
  const croissent = rangees.every((xid, rang) => rang === 0 || xid > (rangees[rang - 1] ?? 0n))
  // With nothing under way, both ends may be one.
  const vide = enCours.length === 0 && min === max
  if (min < 1n || !(croissent || vide)) return null
  const point = texte.indexOf('.')
  return { secondes: Number(texte.slice(0, point)), photo: texte.slice(point + 1) }
}
