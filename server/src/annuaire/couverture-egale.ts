import { type Ecartes, nombreDeMois } from './cube.ts'
import type { Terme } from './resoudre.ts'
import type { Presence } from './retenus.sql.ts'

/**
 * What two years have in common (docs/chiffres.md): of each structure and model, the months that no
 * missing report keeps from being compared. A variation reads nothing else of either year.
 */

/** By model: how many months the report that bears each month covers; 0: none is expected. */
export type Couverts = Readonly<Record<string, readonly number[]>>

export type AnneeVue = { presences: readonly Presence[]; couverts: Couverts }

/** The year before, then the year. */
export type Regard = readonly [AnneeVue, AnneeVue]

/** How much of a figure is compared. */
export type Etendue = {
  /** Of 0 to 1, by headcount, or by months of reports for a model that counts nobody. */
  part: number
  /** Structures with a report that is compared, in one of the years or the other. */
  structures: number
  parEffectif: boolean
}

/** What a structure weighs in a model. */
type Poids = { parEffectif: boolean; pese: (suivi: Suivi) => number }

/** Months that reports of a year may cover, as bits: from 11 before its January to its December. */
const AN_PASSE = 11

type Suivi = {
  structure: number
  code: string
  modele: string
  /** By year. */
  siennes: [Presence[], Presence[]]
  /** Months covered, as bits of both years alike, that are set aside. */
  ecart: number
}

const MOIS = Array.from({ length: 12 }, (_, m) => m)
const ANNEES = [0, 1] as const
const porte = (bits: number, m: number) => ((bits >> m) & 1) === 1

/** The months that a report covers, ending with the one it bears. */
function masqueDe(couverts: Couverts, modele: string, m: number): number {
  const nombre = Math.max(1, couverts[modele]?.[m] ?? 0)
  return ((1 << nombre) - 1) << (m - nombre + 1 + AN_PASSE)
}

/** Of the months borne, those that their reports cover: of as many steps as there are months. */
function couvertPar(couverts: Couverts, modele: string, bits: number): number {
  let tous = 0
  for (let reste = bits; reste > 0; reste &= reste - 1)
    tous |= masqueDe(couverts, modele, 31 - Math.clz32(reste & -reste))
  return tous
}

const unir = (presences: readonly Presence[], cle: 'attendus' | 'retenus'): number =>
  presences.reduce((bits, presence) => bits | presence[cle], 0)

/** The months for which a model asks a report of anybody. */
function demandes(couverts: Couverts, modele: string): number {
  const bits = MOIS.reduce((b, m) => ((couverts[modele]?.[m] ?? 0) > 0 ? b | (1 << m) : b), 0)
  return couvertPar(couverts, modele, bits)
}

/** What both years compare of each structure. */
export class CouvertureEgale {
  private readonly annees: Regard
  private readonly suivis = new Map<string, Suivi>()
  private readonly parModele = new Map<string, Suivi[]>()
  private readonly etendues = new Map<string, Etendue>()
  private readonly poids = new Map<string, Poids>()

  constructor(annees: Regard) {
    this.annees = annees
    for (const a of ANNEES)
      for (const presence of annees[a].presences) {
        const { structure, code, modele } = presence
        const cle = `${structure} ${modele}`
        const connu = this.suivis.get(cle)
        const suivi = connu ?? { structure, code, modele, siennes: [[], []], ecart: 0 }
        suivi.siennes[a].push(presence)
        if (connu) continue
        this.suivis.set(cle, suivi)
        const siens = this.parModele.get(modele) ?? []
        siens.push(suivi)
        this.parModele.set(modele, siens)
      }
    for (const [modele, suivis] of this.parModele) {
      const [avant, apres] = ANNEES.map((a) => demandes(annees[a].couverts, modele))
      const communs = (avant ?? 0) & (apres ?? 0)
      for (const suivi of suivis) suivi.ecart = this.ecarter(suivi, communs)
    }
  }

  /**
   * The months of an expected report that is missing, those that the model asks of nobody in one
   * of the years; then those of every report that covers some of them.
   */
  private ecarter({ modele, siennes }: Suivi, communs: number): number {
    let ecart = 0
    const masques: number[] = []
    for (const a of ANNEES) {
      const { couverts } = this.annees[a]
      const [attendus, retenus] = [unir(siennes[a], 'attendus'), unir(siennes[a], 'retenus')]
      ecart |= couvertPar(couverts, modele, attendus & ~retenus)
      for (const m of MOIS) {
        if (!porte(attendus | retenus, m)) continue
        const couverte = masqueDe(couverts, modele, m)
        masques.push(couverte)
        if (porte(retenus, m) && (couverte & ~communs) !== 0) ecart |= couverte
      }
    }
    for (let avant = -1; avant !== ecart; ) {
      avant = ecart
      for (const couverte of masques) if ((couverte & ecart) !== 0) ecart |= couverte
    }
    return ecart
  }

  /** Months borne, of a year, that are set aside of a structure. */
  private bitsDe({ modele, siennes, ecart }: Suivi, a: 0 | 1): number {
    const tous = unir(siennes[a], 'attendus') | unir(siennes[a], 'retenus')
    const { couverts } = this.annees[a]
    return MOIS.reduce(
      (bits, m) =>
        porte(tous, m) && (masqueDe(couverts, modele, m) & ecart) !== 0 ? bits | (1 << m) : bits,
      0,
    )
  }

  /** By structure, then model: only where something is set aside. */
  ecartesDe(a: 0 | 1): ReadonlyMap<number, Ecartes> {
    const ecartes = new Map<number, Record<string, number>>()
    for (const suivi of this.suivis.values()) {
      const bits = this.bitsDe(suivi, a)
      if (bits === 0) continue
      const siens = ecartes.get(suivi.structure) ?? {}
      siens[suivi.modele] = bits
      ecartes.set(suivi.structure, siens)
    }
    return ecartes
  }

  /** How much of what this sum reads is compared. */
  etendueDe({ lecture, region, type, mois }: Omit<Terme, 'cellules'>): Etendue {
    const cle = [lecture, region, type, mois.join('+')].join('|')
    const connue = this.etendues.get(cle)
    if (connue) return connue
    const etendue = this.mesurer({ lecture, region, type, mois })
    this.etendues.set(cle, etendue)
    return etendue
  }

  private mesurer({ lecture, region, type, mois }: Omit<Terme, 'cellules'>): Etendue {
    const [modele = '', avec = null] = lecture.split('+')
    const bits = mois.reduce((b, m) => b | (1 << (m - 1)), 0)
    const estDe = (p: Presence) => (region ?? p.region) === p.region && (type ?? p.type) === p.type
    const vus = (this.parModele.get(modele) ?? []).flatMap((suivi) => {
      const autre = avec === null ? null : this.suivis.get(`${suivi.structure} ${avec}`)
      if (autre === undefined) return []
      let [tous, retenus] = [0, 0]
      const ecart = suivi.ecart | (autre?.ecart ?? 0)
      for (const a of ANNEES) {
        const { couverts } = this.annees[a]
        const siennes = suivi.siennes[a].filter(estDe)
        if (siennes.length === 0) continue
        const autres = autre?.siennes[a]
        const lus = bits & (autres ? unir(autres, 'attendus') | unir(autres, 'retenus') : bits)
        const recus = bits & (autres ? unir(autres, 'retenus') : bits)
        const attendus = unir(siennes, 'attendus') | unir(siennes, 'retenus')
        tous |= couvertPar(couverts, modele, attendus & lus)
        retenus |= couvertPar(couverts, modele, unir(siennes, 'retenus') & recus)
      }
      // Most structures are neither of this region nor of this type: they weigh nothing.
      if (tous === 0) return []
      return [{ suivi, tous, egaux: tous & ~ecart, compare: (retenus & ~ecart) !== 0 }]
    })
    const poids = this.poidsDe(modele)
    const peser = (lire: (vu: (typeof vus)[number]) => number, pese: (suivi: Suivi) => number) =>
      vus.reduce((somme, vu) => somme + nombreDeMois(lire(vu)) * pese(vu.suivi), 0)
    const parts = (pese: (suivi: Suivi) => number) =>
      [peser(({ egaux }) => egaux, pese), peser(({ tous }) => tous, pese)] as const
    let [egale, entiere] = parts(poids.pese)
    if (entiere === 0) [egale, entiere] = parts(() => 1)
    return {
      part: entiere === 0 ? 0 : egale / entiere,
      structures: vus.filter(({ compare }) => compare).length,
      parEffectif: poids.parEffectif,
    }
  }

  /**
   * What a structure weighs: the mean headcount of its reports of both years; one that says none,
   * the mean of the others. Where no report says any, all weigh alike.
   */
  private poidsDe(modele: string): Poids {
    const connus = this.poids.get(modele)
    if (connus) return connus
    const moyennes = new Map<number, number>()
    for (const { structure, siennes } of this.parModele.get(modele) ?? []) {
      const toutes = siennes.flat()
      const declares = toutes.reduce((n, p) => n + p.declares, 0)
      const effectif = toutes.reduce((n, p) => n + p.effectif, 0)
      if (declares > 0) moyennes.set(structure, effectif / declares)
    }
    const somme = [...moyennes.values()].reduce((n, poids) => n + poids, 0)
    const defaut = moyennes.size > 0 ? somme / moyennes.size : 1
    const poids: Poids = {
      parEffectif: moyennes.size > 0,
      pese: ({ structure }) => moyennes.get(structure) ?? defaut,
    }
    this.poids.set(modele, poids)
    return poids
  }
}
