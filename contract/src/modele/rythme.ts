import { MOIS, type Mois, type Periode, periodeDe, rangDe } from '../mois.ts'

/** Months that a report may cover, ending with the one it bears. */
export const DUREES = [1, 3, 6, 12] as const
export type Duree = (typeof DUREES)[number]

/** In which months a version expects a report, and how many months each covers. */
export type Rythme = {
  /** Not said: all twelve. */
  moisAttendus?: readonly Mois[] | undefined
  /** Not said: the month borne alone. */
  moisCouverts?: Duree | undefined
}

/** Months that formulas look back upon at most: as many as `MOYENNE_MOIS` takes. */
const RECULS_MAX = 24

/** What a model expected before the first month of a version, where that was another rhythm. */
export type RythmeAvant = {
  /** First month of the version. */
  du: number
  /** Ranks of the expected months before it, the last one first; `RECULS_MAX` of them. */
  attendus: readonly number[]
  /** How many months the report of the first of them covers. */
  couverts: Duree
}

export const moisCouvertsDe = ({ moisCouverts = 1 }: Rythme): Duree => moisCouverts

/** Whether a version expects a report of the month of this rank: the whole rule (`attenduSql`). */
export const estAttendu = ({ moisAttendus = MOIS }: Rythme, rang: number): boolean =>
  moisAttendus.includes(periodeDe(rang).mois)

/** The months that a mask of the base names: bits, January the first. */
export const moisDuMasque = (masque: number): Mois[] =>
  MOIS.filter((_, n) => (masque & (1 << n)) !== 0)

/** Rank of the first month that the report of this rank covers. */
export const premierCouvert = (rythme: Rythme, rang: number): number =>
  rang - moisCouvertsDe(rythme) + 1

/** The months that the report of this one covers, in order. */
export const periodesCouvertes = (periode: Periode, couverts: Duree = 1): Periode[] =>
  Array.from({ length: couverts }, (_, n) => periodeDe(rangDe(periode) - couverts + 1 + n))

/** The expected months before this one by this rhythm alone, the last one first. */
function* attendusAvant(rythme: Rythme, rang: number): Generator<number> {
  for (let r = rang - 1, vide = 0; vide < 12; r -= 1) {
    vide = estAttendu(rythme, r) ? 0 : vide + 1
    if (vide === 0) yield r
  }
}

/** The fewest months from an expected one to the next. */
export function ecartMinimal(rythme: Rythme): number {
  const annee = Array.from({ length: 12 }, (_, n) => n + 12).filter((r) => estAttendu(rythme, r))
  const ecarts = annee.map((r) => r - (attendusAvant(rythme, r).next().value ?? r - 12))
  return Math.min(12, ...ecarts)
}

/**
 * How many months back the expected ones before this one are, the last one first, `RECULS_MAX` of
 * them: by this version from its first month on, by those before it until then.
 */
export function reculsDe(
  rythme: Rythme,
  rang: number,
  avant?: RythmeAvant | null,
): readonly number[] {
  const propres = reculsPropres(rythme, rang)
  if (!avant || rang < avant.du) return propres
  const siens = propres.filter((recul) => rang - recul >= avant.du)
  const anciens = avant.attendus.map((r) => rang - r)
  return [...siens, ...anciens].slice(0, RECULS_MAX)
}

/** By the month of the year: worked out once for each version. */
const connus = new WeakMap<Rythme, Map<number, readonly number[]>>()

function reculsPropres(rythme: Rythme, rang: number): readonly number[] {
  const parMois = connus.get(rythme) ?? new Map<number, readonly number[]>()
  connus.set(rythme, parMois)
  const deja = parMois.get(rang % 12)
  if (deja) return deja
  const reculs: number[] = []
  for (const r of attendusAvant(rythme, rang)) {
    if (reculs.push(rang - r) === RECULS_MAX) break
  }
  parMois.set(rang % 12, reculs)
  return reculs
}

/** A version of a model, and the months that it is in force. */
export type VersionRythmee = Rythme & { version: number; du: number; au: number | null }

/**
 * What a model expected before the month `du` of its next version, whose rhythm this is; null where
 * that is what the rhythm itself says. Before its first version a model is told by that one.
 */
export function rythmeAvant(
  rythme: Rythme,
  du: number,
  versions: readonly VersionRythmee[],
): RythmeAvant | null {
  const anciennes = versions
    .filter((v) => v.du < du && (v.au === null || v.au >= v.du))
    .toSorted((a, b) => b.version - a.version)
  const premiere = anciennes.toSorted((a, b) => a.du - b.du)[0]
  if (!premiere) return null
  const enVigueur = (r: number) =>
    r < premiere.du ? premiere : anciennes.find((v) => v.du <= r && (v.au ?? r) >= r)
  const attendus: number[] = []
  let couverts: Duree = moisCouvertsDe(rythme)
  // None is further than the twenty-fourth of a yearly rhythm, a gap of each version added.
  const borne = du - 12 * (RECULS_MAX + anciennes.length + 1)
  for (let r = du - 1; r >= borne && attendus.length < RECULS_MAX; r -= 1) {
    const version = enVigueur(r)
    if (!version || !estAttendu(version, r)) continue
    if (attendus.length === 0) couverts = moisCouvertsDe(version)
    attendus.push(r)
  }
  const memes = reculsDe(rythme, du).every((recul, n) => attendus[n] === du - recul)
  return memes && couverts === moisCouvertsDe(rythme) ? null : { du, attendus, couverts }
}

/**
 * The month that a version published from `du` would cover, or part of it, though a version before
 * it expects a report of it: the first expected month, and that one. Null: none.
 */
export function chevauchementDe(
  rythme: Rythme,
  du: number,
  avant: RythmeAvant | null,
): { premier: number; dejaAttendu: number } | null {
  const [dejaAttendu] = avant?.attendus ?? []
  if (dejaAttendu === undefined) return null
  let premier = du
  while (!estAttendu(rythme, premier)) premier += 1
  return premierCouvert(rythme, premier) <= dejaAttendu ? { premier, dejaAttendu } : null
}
