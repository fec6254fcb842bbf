import type { CaseVue } from './comptes.ts'
import type { Rang } from './journal.ts'
import type { Photo, StructureVue } from './photo.ts'

// The yearbook of a year (docs/conception.md, 4 bis; docs/chiffres.md), in exact fractions.

/** A fraction. */
export type Exact = { n: bigint; d: bigint }
export const exact = (n: number, d = 1): Exact => ({ n: BigInt(n), d: BigInt(d) })
const plus = (a: Exact, b: Exact): Exact => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
const fois = (a: Exact, b: Exact): Exact => ({ n: a.n * b.n, d: a.d * b.d })
export const sur = (a: Exact, b: Exact): Exact | null =>
  b.n === 0n ? null : { n: a.n * b.d * (b.n < 0n ? -1n : 1n), d: a.d * (b.n < 0n ? -b.n : b.n) }

/** To so many decimals, halves away from zero. */
export function arrondir({ n, d }: Exact, decimales: number): number {
  const echelle = 10n ** BigInt(decimales)
  const signe = n < 0n ? -1n : 1n
  const double = 2n * n * signe * echelle + d
  return Number(signe * (double / (2n * d))) / Number(echelle)
}

/** VALIDE and beyond; of one taken back since, its last publication. */
export function retenu({ formulaire }: CaseVue): Record<string, number> | null {
  if (!formulaire) return null
  if (['VALIDE', 'APPROUVE', 'DIFFUSE'].includes(formulaire.etat)) return formulaire.cellules
  return formulaire.publications.at(-1)?.cellules ?? null
}

/** Whether it counts in the yearbook. */
export const estRetenu = (c: CaseVue): boolean => retenu(c) !== null

export function somme(cases: readonly CaseVue[], cellules: readonly string[]): number | null {
  const contenus = cases.map(retenu).filter((contenu) => contenu !== null)
  const dits = contenus.flatMap((contenu) =>
    cellules.flatMap((cellule) => {
      const valeur = contenu[cellule]
      return valeur === undefined ? [] : [valeur]
    }),
  )
  return dits.length === 0 ? null : dits.reduce((a, b) => a + b, 0)
}

/**
 * The year's months of which a model speaks: those in which some report of it is due, or counts. T2.4
 * shows them all, and « complete, the mean equals the mean of its months ».
 */
export const moisDe = (cases: readonly CaseVue[]): ReadonlySet<Rang> =>
  new Set(cases.filter((c) => (c.attendu && c.du) || estRetenu(c)).map(({ rang }) => rang))

/**
 * The mean headcount of a row: of each structure, by region and type of the month, the mean of the
 * months reported × the share of the year's months in which a report was expected of it there. A
 * month that was brought is one of its months: « they count in sums, series and N−1 ».
 */
export function effectifMoyen(
  cases: readonly CaseVue[],
  cellules: readonly string[],
  mois: ReadonlySet<Rang>,
): { moyenne: Exact | null; partiel: boolean } {
  const lieux = Map.groupBy(cases, (c) => `${c.structure} ${c.region} ${c.typeStructure}`)
  let moyenne: Exact | null = null
  let partiel = false
  for (const siennes of lieux.values()) {
    if (siennes.some((c) => c.attendu && c.du && !estRetenu(c))) partiel = true
    const retenus = siennes.filter(estRetenu)
    const total = somme(retenus, cellules)
    if (total === null) continue
    const comptes = siennes.filter((c) => estRetenu(c) || (c.attendu && mois.has(c.rang)))
    const sienne = fois(exact(total, retenus.length), exact(comptes.length, mois.size))
    moyenne = moyenne ? plus(moyenne, sienne) : sienne
  }
  return { moyenne, partiel }
}

/** Half the sum of those who come and go, for a hundred of the mean headcount. */
export function rotation(entrees: number, sorties: number, moyenne: Exact): Exact | null {
  return sur(fois(exact(50), exact(entrees + sorties)), moyenne)
}

/** Expected and due, received, in time, counted; and beside them what is not due. */
export function couverture(photo: Photo, cases: readonly CaseVue[]) {
  const prevus = cases.filter(({ attendu, rang }) => attendu && rang <= photo.courant)
  const dus = prevus.filter(({ du }) => du)
  const pasDus = prevus.filter(({ du }) => !du)
  const recus = dus.filter(({ recu }) => recu)
  const aTemps = recus.filter(({ formulaire }) => !formulaire?.horsDelai)
  const taux = (n: number) => (dus.length === 0 ? null : arrondir(exact(100 * n, dus.length), 1))
  return {
    attendus: dus.length,
    recus: recus.length,
    aTemps: aTemps.length,
    retenus: dus.filter(estRetenu).length,
    completude: taux(recus.length),
    promptitude: taux(aTemps.length),
    pasEncoreDus: pasDus.length,
    enAvance: pasDus.filter(({ recu }) => recu).length,
    retenusEnAvance: pasDus.filter(estRetenu).length,
  }
}

/** Structures open on the last day of a year, as they are then. */
export function ouvertesAuDernierJour(photo: Photo, annee: number) {
  const decembre: Rang = annee * 12 + 11
  return [...photo.structures.values()]
    .filter((s) => s.ouverteLe(`${annee}-12-31`))
    .map((s) => ({ code: s.code, ...s.en(decembre) }))
}

const joursDe = function* (annee: number): Generator<string> {
  for (let t = Date.UTC(annee, 0, 1); t < Date.UTC(annee + 1, 0, 1); t += 86_400_000)
    yield new Date(t).toISOString().slice(0, 10)
}

/** Open at least one day of the year. */
export const ouverteDansLAnnee = (s: StructureVue, annee: number): boolean =>
  [...joursDe(annee)].some((jour) => s.ouverteLe(jour))
