import {
  arrondir,
  type Exact,
  effectifMoyen,
  estRetenu,
  exact,
  retenu,
  rotation,
  somme,
  sur,
} from './annuaire.ts'
import type { CaseVue } from './comptes.ts'
import { type Rang, SUIVIS } from './journal.ts'
import type { Photo } from './photo.ts'

// What moved from one year to the next, over equal coverage (docs/chiffres.md, « La variation d’une
// année à l’autre »): of each structure, the months that both years have.

/** Months of one year, from -11 (what January's report may cover) to 11. */
type Mois = number
/** Which months of which structures a row counts. */
export type Filtre = (c: Pick<CaseVue, 'region' | 'typeStructure' | 'rang'>) => boolean

/** A month that a report bears: asked, or told. */
type Porte = Pick<CaseVue, 'region' | 'typeStructure' | 'rang'> & {
  couverts: Mois[]
  demande: boolean
  retenue: CaseVue | null
}
type Suivi = { structure: string; portes: Porte[]; ecart: Set<Mois> }

function couvertsDe(photo: Photo, modele: string, rang: Rang): Mois[] {
  const version = photo.versionEn(modele, rang)
  const nombre = version && photo.modeleAttendu(modele, rang) ? version.couverts : 1
  return Array.from({ length: nombre }, (_, i) => (rang % 12) - i)
}

const douze = (annee: number): Rang[] => Array.from({ length: 12 }, (_, i) => annee * 12 + i)

export type Dite = { variation: number | null; part: number; raison: string | null }

export class Variations {
  private readonly suivis: Suivi[] = []
  private readonly annee: number
  /** Mean headcount by structure; of one that says none, that of the others. */
  private readonly poids = new Map<string, number>()

  constructor(photo: Photo, cases: readonly CaseVue[], modele: string, annee: number) {
    this.annee = annee
    const rangs = [...douze(annee - 1), ...douze(annee)]
    const siennes = new Map(
      cases
        .filter((c) => c.modele === modele && rangs.includes(c.rang) && estRetenu(c))
        .map((c) => [`${c.structure} ${c.rang}`, c]),
    )
    const communs = this.communs(photo, modele)
    for (const [structure, s] of photo.structures) {
      const portes = rangs.flatMap((rang): Porte[] => {
        const retenue = siennes.get(`${structure} ${rang}`) ?? null
        const demande = photo.demande(structure, modele, rang)
        if (!retenue && !demande) return []
        const { region, typeStructure } = s.en(rang)
        const couverts = couvertsDe(photo, modele, rang)
        return [{ region, typeStructure, rang, couverts, demande, retenue }]
      })
      if (portes.length > 0)
        this.suivis.push({ structure, portes, ecart: ecarter(portes, communs) })
    }
    this.peser(modele)
  }

  /** The months that the model asks of somebody in both years. */
  private communs(photo: Photo, modele: string): Set<Mois> {
    const [avant, apres] = [this.annee - 1, this.annee].map((un) => {
      const attendus = douze(un).filter((rang) => photo.modeleAttendu(modele, rang))
      return new Set(attendus.flatMap((rang) => couvertsDe(photo, modele, rang)))
    }) as [Set<Mois>, Set<Mois>]
    return new Set([...avant].filter((m) => apres.has(m)))
  }

  private peser(modele: string): void {
    const effectif = SUIVIS[modele]?.effectif
    for (const { structure, portes } of this.suivis) {
      const dits = portes.flatMap(({ retenue }) => {
        const valeur = effectif && retenue ? retenu(retenue)?.[effectif] : undefined
        return valeur === undefined ? [] : [valeur]
      })
      if (dits.length > 0) this.poids.set(structure, dits.reduce((a, b) => a + b, 0) / dits.length)
    }
    const connus = [...this.poids.values()]
    const defaut = connus.length > 0 ? connus.reduce((a, b) => a + b, 0) / connus.length : 1
    for (const { structure } of this.suivis)
      if (!this.poids.has(structure)) this.poids.set(structure, defaut)
  }

  /** The reports of a year that are compared. */
  private comparees(annee: number, est: Filtre): CaseVue[] {
    return this.suivis.flatMap(({ portes, ecart }) =>
      portes.flatMap((porte) => {
        const { retenue, rang, couverts } = porte
        const compte = retenue && Math.floor(rang / 12) === annee && est(porte)
        return compte && !couverts.some((m) => ecart.has(m)) ? [retenue] : []
      }),
    )
  }

  private etendue(est: Filtre): { part: number; structures: Set<string> } {
    let [egale, entiere, egaux, tous] = [0, 0, 0, 0]
    const structures = new Set<string>()
    for (const { structure, portes, ecart } of this.suivis) {
      const siennes = portes.filter(est)
      const mois = new Set(siennes.flatMap(({ couverts }) => couverts))
      const compares = [...mois].filter((m) => !ecart.has(m))
      const poids = this.poids.get(structure) ?? 0
      ;[egale, entiere] = [egale + compares.length * poids, entiere + mois.size * poids]
      ;[egaux, tous] = [egaux + compares.length, tous + mois.size]
      if (siennes.some((p) => p.retenue && !p.couverts.some((m) => ecart.has(m))))
        structures.add(structure)
    }
    const part = entiere > 0 ? egale / entiere : tous > 0 ? egaux / tous : 0
    return { part, structures }
  }

  private dire(
    est: Filtre,
    terme: (annee: number) => number | Exact | null,
    decimales: number,
    en: 'POURCENT' | 'POINTS' = 'POURCENT',
  ): Dite {
    const { part, structures } = this.etendue(est)
    const sans = (raison: string | null) => ({ variation: null, part, raison })
    if (100 * part < PART) return sans('PART')
    if (structures.size < 2) return sans('UNE_STRUCTURE')
    const echelle = 10 ** decimales
    const [x, y] = [terme(this.annee - 1), terme(this.annee)].map((lu) => {
      if (lu === null || typeof lu === 'number') return lu
      return Math.round(arrondir(lu, decimales) * echelle)
    }) as [number | null, number | null]
    if (x === null || y === null) return sans(null)
    const dite = en === 'POINTS' ? exact(y - x, echelle) : sur(exact(100 * (y - x)), exact(x))
    return { variation: dite && arrondir(dite, 1), part, raison: null }
  }

  somme(est: Filtre, cellules: readonly string[]): Dite {
    return this.dire(est, (annee) => somme(this.comparees(annee, est), cellules), 0)
  }

  /** Of each structure, the sum of its months that are compared, over those of the country. */
  private effectif(annee: number, est: Filtre, cellules: readonly string[]): Exact | null {
    const pays = new Set(this.comparees(annee, () => true).map(({ rang }) => rang))
    return effectifMoyen(this.comparees(annee, est), cellules, pays).moyenne
  }

  moyenne(est: Filtre, cellules: readonly string[]): Dite {
    return this.dire(est, (annee) => this.effectif(annee, est, cellules), 1)
  }

  /** In points. */
  rotation(est: Filtre, mouvements: readonly string[], presents: readonly string[]): Dite {
    const terme = (annee: number) => {
      const [passes, moyenne] = [
        somme(this.comparees(annee, est), mouvements),
        this.effectif(annee, est, presents),
      ]
      return passes === null || moyenne === null ? null : rotation(passes, 0, moyenne)
    }
    return this.dire(est, terme, 1, 'POINTS')
  }
}

/** As it is set on a new platform, in percent. */
const PART = 80

/** What a missing report covers, what nobody is asked in one of the years, and what overlaps them. */
function ecarter(portes: readonly Porte[], communs: ReadonlySet<Mois>): Set<Mois> {
  const ecart = new Set<Mois>()
  for (const { demande, retenue, couverts } of portes) {
    const seul = retenue !== null && couverts.some((m) => !communs.has(m))
    if ((demande && retenue === null) || seul) for (const m of couverts) ecart.add(m)
  }
  for (let avant = -1; avant !== ecart.size; ) {
    avant = ecart.size
    for (const { couverts } of portes)
      if (couverts.some((m) => ecart.has(m))) for (const m of couverts) ecart.add(m)
  }
  return ecart
}
