import type { Chiffre, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { cleDe } from './evaluer.ts'
import { BILANS, type Bilan, CHAPITRES, type PlanTableau, SERIES } from './plan.ts'
import {
  bornesEntre,
  composantDe,
  type Formule,
  type FormulesDuTableau,
  type Terme,
} from './resoudre.ts'
import type { Row } from './solveur.ts'

/** Tables as readers have them, how figures are defined, and what those that count persons are. */
export type DocumentLu = {
  annee: number
  tableaux: readonly TableauAnnuaire[]
  formules: readonly FormulesDuTableau[]
  valeurs: readonly [string, number][]
}
/**
 * What a reader has before him: figures that are shown, each within its rounding, and those that
 * are hidden, with the tables that hide them. A figure is named by what it is made of: it is one
 * wherever it is written.
 */
type Lecture = {
  montres: Map<string, { valeur: number; jeu: number }>
  caches: Map<string, Set<string>>
  /** Rows that add up, and figures that are the same. */
  egalites: Map<string, number>[]
  /** What does not pass what: 0 or less. */
  plafonds: Map<string, number>[]
  /** With the year before. */
  suivis: Map<string, number>[]
  /** Of those, the balances: present a year ago, plus come, less gone, makes present. */
  bilans: Map<string, number>[]
  /** What a balance of the year after calls them: the figures that are its year before. */
  stocks: Map<string, string>
}

const PRECISION = 1e-6
/** What the year before said, in the equations of a year. */
export const AVANT = '<'
const SANS_FILTRE = { region: null, type: null, mois: null }
const PLANS = new Map(
  CHAPITRES.flatMap(({ tableaux }) => tableaux).map((plan): [string, PlanTableau] => [
    plan.code,
    plan,
  ]),
)

const estSimple = (formule: Formule | undefined) =>
  formule && formule.sorte !== 'taux' ? formule : undefined

/** Runs that a total adds: those since the total before it. */
function sommesDe(crans: readonly { nom: string | undefined; total: boolean }[]) {
  const sommes: { total: string; parties: string[] }[] = []
  let parties: string[] = []
  for (const { nom, total } of crans) {
    if (!total) {
      if (nom !== undefined) parties.push(nom)
      continue
    }
    if (nom !== undefined && parties.length > 0) sommes.push({ total: nom, parties })
    parties = []
  }
  return sommes
}

/** A figure of the year before, in a balance. */
export const nomDAvant = ({ tableau, ligne }: Bilan['stock'], colonne: string): string =>
  `${AVANT}${tableau} ${ligne} ${colonne}`

const additionner = (total: string, parties: readonly string[]): Map<string, number> => {
  const egalite = new Map([[total, -1]])
  for (const partie of parties) egalite.set(partie, (egalite.get(partie) ?? 0) + 1)
  return egalite
}

/** Reads the tables of an edition, and nothing else but how each of their figures is defined. */
export class Lecteur {
  readonly lecture: Lecture = {
    montres: new Map(),
    caches: new Map(),
    egalites: [],
    plafonds: [],
    suivis: [],
    bilans: [],
    stocks: new Map(),
  }
  readonly annee: number
  private readonly formules: ReadonlyMap<string, Formule[][]>
  /** Figures that count persons, and what they are. */
  readonly vrais: ReadonlyMap<string, number>
  private readonly tableaux: readonly TableauAnnuaire[]

  constructor({ annee, tableaux, formules, valeurs }: DocumentLu) {
    this.annee = annee
    this.tableaux = tableaux
    this.formules = new Map(formules.map((une) => [une.code, une.formules]))
    this.vrais = new Map(valeurs)
    for (const tableau of tableaux) this.lireTableau(tableau)
    this.lireMoyennes()
    this.lireBilans()
    this.lirePlafonds()
  }

  private nomDe(tableau: string, ligne: number, colonne: number): string | undefined {
    const formule = estSimple(this.formules.get(tableau)?.[ligne]?.[colonne])
    const nom = formule && cleDe(formule, this.annee)
    // What counts no person adds to nothing.
    return nom !== undefined && this.vrais.has(nom) ? nom : undefined
  }

  private noter(nom: string, chiffre: Chiffre, tableau: string, jeu: number): void {
    const { montres, caches } = this.lecture
    if (chiffre.sorte === 'valeur') montres.set(nom, { valeur: chiffre.valeur, jeu })
    if (chiffre.sorte !== 'secret') return
    caches.set(nom, (caches.get(nom) ?? new Set()).add(tableau))
  }

  private lireTableau(tableau: TableauAnnuaire): void {
    const { code, lignes, colonnes, groupes } = tableau
    const nom = (l: number, c: number) => this.nomDe(code, l, c)
    for (const [l, ligne] of lignes.entries())
      for (const [c, cellule] of ligne.cellules.entries()) {
        const sien = code === 'T8.1' ? this.serie(ligne.code, colonnes[c]?.code) : nom(l, c)
        if (sien === undefined || cellule.sorte === 'texte') continue
        const jeu = sien.includes('|moyenne|') ? 0.5 / 10 ** (colonnes[c]?.decimales ?? 0) : 0
        this.noter(sien, cellule, code, jeu)
      }
    const poser = (crans: Parameters<typeof sommesDe>[0]) => {
      for (const { total, parties } of sommesDe(crans))
        this.lecture.egalites.push(additionner(total, parties))
    }
    for (const c of colonnes.keys())
      poser(lignes.map(({ sorte }, l) => ({ nom: nom(l, c), total: sorte !== 'detail' })))
    for (const l of lignes.keys())
      for (const groupe of groupes.length > 0 ? groupes.map((g) => g.code) : [undefined])
        poser(
          colonnes.flatMap((colonne, c) =>
            colonne.groupe === groupe ? [{ nom: nom(l, c), total: colonne.total }] : [],
          ),
        )
    this.lireEnsemble(tableau)
  }

  /** The figure of this year in the series of five. */
  private serie(ligne: string, colonne: string | undefined): string | undefined {
    const serie = SERIES.find(({ code }) => code === ligne)
    if (!serie || colonne !== `A${this.annee}`) return undefined
    const nom = cleDe(composantDe(serie, SANS_FILTRE), this.annee)
    return this.vrais.has(nom) ? nom : undefined
  }

  /** What a model's controls make equal: the whole of one table, and figures of others. */
  private lireEnsemble({ code, lignes, colonnes }: TableauAnnuaire): void {
    const plan = PLANS.get(code)
    const ensemble = lignes.findLastIndex(({ sorte }) => sorte !== 'detail')
    this.lireEgal(plan, (colonne) => {
      const c = colonnes.findIndex((une) => une.code === colonne)
      return this.nomDe(code, ensemble, c)
    })
    for (const [colonne, cellules] of Object.entries(plan?.ensemble ?? {})) {
      const c = colonnes.findIndex((une) => une.code === colonne)
      const total = this.nomDe(code, ensemble, c)
      if (!plan || total === undefined) continue
      const parties = cellules.map((cellule) => {
        const part = { ...plan, cellules: cellule.split('+') }
        return cleDe(composantDe(part, SANS_FILTRE), this.annee)
      })
      this.lecture.egalites.push(additionner(total, parties))
    }
  }

  /** The whole of one table, and of another, column by column. */
  private lireEgal(
    plan: PlanTableau | undefined,
    nomDe: (colonne: string) => string | undefined,
  ): void {
    const { tableau = '', colonnes = {} } = plan?.egal ?? {}
    const autre = this.tableaux.find(({ code }) => code === tableau)
    const ensemble = autre?.lignes.findLastIndex(({ sorte }) => sorte !== 'detail') ?? -1
    for (const [colonne, sienne] of Object.entries(colonnes)) {
      const c = autre?.colonnes.findIndex(({ code }) => code === sienne) ?? -1
      const [nom, egal] = [nomDe(colonne), this.nomDe(tableau, ensemble, c)]
      if (nom !== undefined && egal !== undefined)
        this.lecture.egalites.push(additionner(nom, [egal]))
    }
  }

  /** An average of the country, so many times, is the figures of its months. */
  private lireMoyennes(): void {
    for (const formule of [...this.formules.values()].flat(2)) {
      if (formule.sorte !== 'moyenne' || formule.terme.region || formule.terme.type) continue
      const mois = formule.terme.mois
        .map((m) => cleDe({ sorte: 'somme', terme: { ...formule.terme, mois: [m] } }, this.annee))
        .filter((nom) => this.vrais.has(nom))
      const egalite = new Map(mois.map((nom) => [nom, 1]))
      if (mois.length > 0)
        this.lecture.egalites.push(egalite.set(cleDe(formule, this.annee), -mois.length))
    }
  }

  /** What the forms' controls keep from passing another. */
  private lirePlafonds(): void {
    const composants = [...this.formules.values()].flat(2).flatMap((f) => estSimple(f) ?? [])
    for (const [petit, grand] of bornesEntre(composants)) {
      const plafond = [cleDe(petit, this.annee), cleDe(grand, this.annee)] as const
      if (plafond.every((nom) => this.vrais.has(nom)))
        this.lecture.plafonds.push(additionner(plafond[1], [plafond[0]]))
    }
  }

  /** Present a year ago, plus come, less gone, makes present. */
  private lireBilans(): void {
    for (const { stock, entrees, sorties, colonnes } of BILANS) {
      const [a, e, s] = [stock, entrees, sorties].map((une) => this.placeDe(une))
      if (!a || !e || !s) continue
      const avant = (colonne: string) => nomDAvant(stock, colonne)
      for (const [c, { code }] of a.tableau.colonnes.entries()) {
        const cellule = a.tableau.lignes[a.l]?.cellules[c]
        const lu = cellule?.sorte === 'texte' ? undefined : cellule?.nMoins1
        if (lu) this.noter(avant(code), lu, stock.tableau, 0)
        const nom = this.nomDe(stock.tableau, a.l, c)
        if (nom !== undefined) this.lecture.stocks.set(avant(code), nom)
      }
      for (const sexe of colonnes) {
        const suivi = new Map<string, number>()
        for (const colonne of sexe) {
          suivi.set(avant(colonne), 1)
          for (const [{ tableau, l }, k] of [
            [a, -1],
            [e, 1],
            [s, -1],
          ] as const) {
            const c = tableau.colonnes.findIndex(({ code }) => code === colonne)
            const nom = this.nomDe(tableau.code, l, c)
            if (nom !== undefined) suivi.set(nom, k)
          }
        }
        this.lecture.suivis.push(suivi)
        this.lecture.bilans.push(suivi)
      }
      const crans = a.tableau.colonnes.map(({ code, total }) => ({ nom: avant(code), total }))
      for (const { total, parties } of sommesDe(crans))
        this.lecture.suivis.push(additionner(total, parties))
    }
  }

  private placeDe({ tableau: code, ligne }: (typeof BILANS)[number]['stock']) {
    const tableau = this.tableaux.find((un) => un.code === code)
    const l = tableau?.lignes.findIndex((une) => une.code === ligne) ?? -1
    return tableau && l >= 0 ? { tableau, l } : undefined
  }

  /** Counts to be protected that a figure shows, or gives away (`tient` of the plan). */
  *dits(estSecret: (nom: string) => boolean): Iterable<{ tableau: string; nom: string }> {
    for (const { code: tableau, lignes, colonnes } of this.tableaux) {
      const plan = PLANS.get(tableau)
      const mesures = plan && 'mesures' in plan.colonnes ? plan.colonnes.mesures : []
      for (const [l, { cellules }] of lignes.entries())
        for (const [c, { sorte }] of cellules.entries()) {
          if (sorte !== 'valeur') continue
          const nom = this.nomDe(tableau, l, c)
          const { tient = [] } = mesures.find(({ code }) => code === colonnes[c]?.code) ?? {}
          const terme = termeDe(this.formules.get(tableau)?.[l]?.[c])
          // Staff that is not protected is none of `vrais`.
          const tenus = tient.map((part) => ({
            part,
            nom: terme && cleDe(composantDe(part, { ...terme, mois: null }), this.annee),
          }))
          const vide = tenus.some((tenu) => !tenu.part.siVide && !this.vrais.get(tenu.nom ?? ''))
          const siens = tenus.filter(({ part }) => vide === (part.siVide ?? false))
          for (const dit of [nom, ...siens.map((tenu) => tenu.nom)])
            if (dit !== undefined && estSecret(dit)) yield { tableau, nom: dit }
        }
    }
  }

  estPetit(nom: string, seuil: number): boolean {
    const vrai = this.vrais.get(nom) ?? 0
    return vrai > 0 && vrai < seuil
  }

  /** What is told of hidden figures; where an equation does not hold of the true ones, nothing. */
  rangs(renommer = (nom: string) => nom): Row[] {
    const { egalites, plafonds } = this.lecture
    const auPlus = this.rangsDe(plafonds, renommer, (somme) => somme < PRECISION)
    return [
      ...this.rangsDe(egalites, renommer),
      ...auPlus.map((rang) => ({ ...rang, atMost: true })),
    ]
  }

  rangsDe(
    egalites: readonly Map<string, number>[],
    renommer = (nom: string) => nom,
    tientDe = (somme: number) => Math.abs(somme) < PRECISION,
  ): Row[] {
    const { montres, caches } = this.lecture
    return egalites.flatMap((egalite) => {
      const rang = { terms: new Map<string, number>(), sum: 0, slack: 0 }
      let somme = 0
      let connue = true
      for (const [nom, k] of egalite) {
        const [montre, vrai] = [montres.get(nom), this.vrais.get(nom)]
        somme += k * (vrai ?? montre?.valeur ?? 0)
        if (montre) {
          rang.sum -= k * montre.valeur
          rang.slack += Math.abs(k) * montre.jeu
        } else if (caches.has(nom)) {
          connue &&= vrai !== undefined
          rang.terms.set(renommer(nom), k)
        } else if (vrai !== undefined) return []
      }
      const tient = !connue || tientDe(somme)
      return tient && rang.terms.size > 0 ? [rang] : []
    })
  }
}

const termeDe = (formule: Formule | undefined): Terme | undefined =>
  formule?.sorte === 'taux' ? formule.den[0]?.terme : formule?.terme

/**
 * The balances of a year, read with what this edition says of the year before: who has read its
 * correction does. Those that hold of the true figures.
 */
export function rangsEntre(
  avant: { lecteur: Lecteur; renommer: (nom: string) => string },
  suite: typeof avant,
): Row[] {
  return suite.lecteur.lecture.bilans.flatMap((bilan) => {
    const rang = { terms: new Map<string, number>(), sum: 0, slack: 0 }
    let somme = 0
    for (const [lu, k] of bilan) {
      const { lecteur, renommer } = lu.startsWith(AVANT) ? avant : suite
      const nom = lu.startsWith(AVANT) ? lecteur.lecture.stocks.get(lu) : lu
      const vrai = nom === undefined ? undefined : lecteur.vrais.get(nom)
      // A figure that is absent adds nothing.
      if (nom === undefined || vrai === undefined) continue
      somme += k * vrai
      const montre = lecteur.lecture.montres.get(nom)
      if (montre) rang.sum -= k * montre.valeur
      else if (lecteur.lecture.caches.has(nom)) rang.terms.set(renommer(nom), k)
      else return []
    }
    return Math.abs(somme) < PRECISION && rang.terms.size > 0 ? [rang] : []
  })
}
