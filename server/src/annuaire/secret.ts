import type { TableauEvalue } from './evaluer.ts'
import { cleDe } from './evaluer.ts'
import { composantDe } from './resoudre.ts'

/**
 * Statistical secrecy (docs/decisions, « secret statistique »). Every count of persons is a variable,
 * the same wherever it is written; what readers know of them are equations: a total is the sum of
 * its parts, an average that of its months, two tables give the same total. Those from 1 to the
 * threshold less 1 are hidden, then others until no hidden one can be worked out.
 */

/** Names with their coefficients: their sum is 0. */
export type Equation = Map<string, number>

export type Systeme = {
  valeurs: Map<string, number>
  equations: Equation[]
  /** Chosen last to hide others: totals say more than their parts. */
  totaux: Set<string>
}

/** An edition that people have already read: its figures, and those that it hides. */
export type EditionLue = { valeurs: ReadonlyMap<string, number>; caches: ReadonlySet<string> }

const PRECISION = 1e-6
const nul = (valeur: number) => Math.abs(valeur) < PRECISION

function poser(equation: Equation, cle: string, coefficient: number): void {
  equation.set(cle, (equation.get(cle) ?? 0) + coefficient)
}

/** The equations of a table: its totals, and what its total row is in other tables. */
function equationsDe({ resolu, exacts }: TableauEvalue, annee: number): Equation[] {
  const { plan, sommesLignes, sommesColonnes, colonnes } = resolu
  const equations: Equation[] = []
  const ajouter = (total: string | undefined, parties: (string | undefined)[]) => {
    const equation: Equation = new Map()
    if (total === undefined) return
    poser(equation, total, -1)
    for (const partie of parties) if (partie !== undefined) poser(equation, partie, 1)
    equations.push(equation)
  }
  const cle = (l: number, c: number) => exacts[l]?.[c]?.cle
  for (const c of colonnes.keys())
    for (const [total, parties] of sommesLignes)
      ajouter(
        cle(total, c),
        parties.map((l) => cle(l, c)),
      )
  for (const l of exacts.keys())
    for (const [total, parties] of sommesColonnes)
      ajouter(
        cle(l, total),
        parties.map((c) => cle(l, c)),
      )
  const [ensemble] = sommesLignes.at(-1) ?? []
  for (const [code, cellules] of Object.entries(plan.ensemble ?? {})) {
    const c = colonnes.findIndex((colonne) => colonne.code === code)
    if (ensemble === undefined || c < 0) continue
    ajouter(
      cle(ensemble, c),
      cellules.map((cellule) => {
        const part = { modele: plan.modele, cellules: [cellule], agregation: plan.agregation }
        return cleDe(composantDe(part, { region: null, type: null, mois: null }), annee)
      }),
    )
  }
  return equations
}

/** An average times its months, and the figures of those months. */
function equationsDesMoyennes(tableaux: readonly TableauEvalue[], annee: number): Equation[] {
  const equations: Equation[] = []
  for (const { resolu } of tableaux)
    for (const { formules } of resolu.lignes)
      for (const formule of formules) {
        if (formule.sorte !== 'moyenne') continue
        const equation: Equation = new Map()
        for (const mois of formule.terme.mois)
          poser(
            equation,
            cleDe({ sorte: 'somme', terme: { ...formule.terme, mois: [mois] } }, annee),
            1,
          )
        equation.set(cleDe(formule, annee), 0)
        equations.push(equation)
      }
  return equations
}

/** What readers of these tables may work with: only what holds of the true figures. */
export function systemeDe(tableaux: readonly TableauEvalue[], annee: number): Systeme {
  const valeurs = new Map<string, number>()
  const totaux = new Set<string>()
  const comptes = tableaux.filter(({ resolu }) => resolu.plan.personnes)
  for (const { resolu, exacts } of comptes)
    for (const [l, ligne] of exacts.entries())
      for (const [c, { cle, valeur }] of ligne.entries()) {
        const colonne = resolu.colonnes[c]
        if (valeur === null || !colonne || colonne.taux || colonne.libre) continue
        valeurs.set(cle, valeur)
        if (resolu.lignes[l]?.total || colonne.total) totaux.add(cle)
      }
  const equations = [
    ...comptes.flatMap((tableau) => equationsDe(tableau, annee)),
    ...equationsDesMoyennes(comptes, annee),
  ]
  return { valeurs, totaux, equations: equations.flatMap((e) => verifiee(e, valeurs)) }
}

/** The equation without what is absent, if it holds; an average takes the coefficient that fits. */
function verifiee(equation: Equation, valeurs: Systeme['valeurs']): Equation[] {
  const connus = [...equation].filter(([cle]) => valeurs.has(cle))
  const somme = connus.reduce((total, [cle, k]) => total + k * (valeurs.get(cle) ?? 0), 0)
  const moyenne = connus.find(([, k]) => k === 0)
  if (moyenne) {
    const valeur = valeurs.get(moyenne[0]) ?? 0
    const n = Math.round(somme / valeur)
    const tient = n > 0 && connus.length === n + 1 && nul(somme - n * valeur)
    return tient ? [new Map(connus.map(([cle, k]) => [cle, k || -n]))] : []
  }
  return connus.length > 1 && nul(somme) ? [new Map(connus)] : []
}

type Rang = Map<string, number>

function soustraire(de: Rang, pivot: Rang, facteur: number): void {
  for (const [cle, k] of pivot) {
    const reste = (de.get(cle) ?? 0) - facteur * k
    if (nul(reste)) de.delete(cle)
    else de.set(cle, reste)
  }
}

/**
 * Of the unknowns of these equations, those that they determine, and those that cannot move unless
 * a figure of 1 does (`fixes`): whoever guesses that nothing hidden is 0 would then know them.
 */
function determinees(equations: readonly Equation[], fixes: ReadonlySet<string>): Set<string> {
  const pivots = new Map<string, Rang>()
  const restes: Rang[] = []
  for (const equation of equations) {
    const rang: Rang = new Map(equation)
    // What a pivot brings in is the head of none.
    for (const cle of rang.keys()) {
      const pivot = pivots.get(cle)
      const k = rang.get(cle)
      if (pivot && k !== undefined) soustraire(rang, pivot, k)
    }
    const tete = [...rang.keys()].find((cle) => !fixes.has(cle))
    if (tete === undefined) {
      if (rang.size > 0) restes.push(rang)
      continue
    }
    const echelle = rang.get(tete) ?? 1
    for (const [cle, k] of rang) rang.set(cle, k / echelle)
    for (const autre of pivots.values()) {
      const k = autre.get(tete)
      if (k !== undefined) soustraire(autre, rang, k)
    }
    pivots.set(tete, rang)
  }
  const trouvees = new Set<string>()
  for (const [tete, rang] of pivots)
    if ([...rang.keys()].every((cle) => cle === tete || fixes.has(cle))) trouvees.add(tete)
  for (const rang of restes) for (const cle of rang.keys()) trouvees.add(cle)
  return trouvees
}

/** The equations as readers see them: what is shown is a number, and only the unknown stays. */
function inconnuesDe(equations: readonly Equation[], cachee: (cle: string) => string | null) {
  return equations.flatMap((equation) => {
    const rang: Equation = new Map()
    for (const [cle, k] of equation) {
      const nom = cachee(cle)
      if (nom !== null) poser(rang, nom, k)
    }
    return rang.size > 0 ? [rang] : []
  })
}

/** The equations parted into groups that share no unknown: each is small. */
function composantes(equations: readonly Equation[]): Equation[][] {
  const parents = new Map<string, string>()
  const racine = (cle: string): string => {
    let r = cle
    for (let p = parents.get(r); p !== undefined && p !== r; p = parents.get(r)) r = p
    parents.set(cle, r)
    return r
  }
  for (const equation of equations) {
    const [premier = '', ...autres] = equation.keys()
    if (!parents.has(premier)) parents.set(premier, premier)
    for (const cle of autres) {
      if (!parents.has(cle)) parents.set(cle, cle)
      parents.set(racine(cle), racine(premier))
    }
  }
  const groupes = new Map<string, Equation[]>()
  for (const equation of equations) {
    const [premier = ''] = equation.keys()
    const groupe = groupes.get(racine(premier)) ?? []
    groupe.push(equation)
    groupes.set(racine(premier), groupe)
  }
  return [...groupes.values()]
}

const AUTREFOIS = '@'

class Masque {
  readonly caches: Set<string>
  private readonly systeme: Systeme
  private readonly lue: EditionLue | null
  private readonly parCle = new Map<string, Equation[]>()

  constructor(systeme: Systeme, seuil: number, lue: EditionLue | null) {
    this.systeme = systeme
    this.lue = lue
    this.caches = new Set(
      [...systeme.valeurs]
        .filter(([cle, valeur]) => (valeur > 0 && valeur < seuil) || lue?.caches.has(cle))
        .map(([cle]) => cle),
    )
    for (const equation of systeme.equations)
      for (const cle of equation.keys())
        this.parCle.set(cle, [...(this.parCle.get(cle) ?? []), equation])
  }

  /** Shown by the edition before with the same figure: nothing hides it any more. */
  private connue(cle: string): boolean {
    const ancienne = this.lue?.valeurs.get(cle)
    const actuelle = this.systeme.valeurs.get(cle)
    if (ancienne === undefined || actuelle === undefined || this.lue?.caches.has(cle)) return false
    return nul(ancienne - actuelle)
  }

  private equationsLues(): Equation[] {
    const { lue } = this
    if (!lue) return []
    const autrefois = lue.valeurs
    return inconnuesDe(
      this.systeme.equations.filter((e) => [...e.keys()].every((cle) => autrefois.has(cle))),
      (cle) => {
        if (!lue.caches.has(cle)) return null
        const egale = nul((autrefois.get(cle) ?? 0) - (this.systeme.valeurs.get(cle) ?? Number.NaN))
        return egale ? cle : `${AUTREFOIS}${cle}`
      },
    )
  }

  /** Hidden figures that can be worked out. */
  devinees(): string[] {
    const cachee = (cle: string) => (this.caches.has(cle) && !this.connue(cle) ? cle : null)
    const toutes = [...inconnuesDe(this.systeme.equations, cachee), ...this.equationsLues()]
    return composantes(toutes).flatMap((equations) => {
      const noms = new Set(equations.flatMap((equation) => [...equation.keys()]))
      const unites = [...noms].filter((nom) => (this.systeme.valeurs.get(nom) ?? 2) <= 1)
      return [...determinees(equations, new Set(unites))].filter((nom) => this.caches.has(nom))
    })
  }

  /**
   * Hides one more figure near this one: in an equation that gives it away, else in one of those
   * that hidden figures tie to it. A 0 or a 1 is better shown: hidden, it protects nothing.
   * Null: none.
   */
  couvrir(cle: string): string | null {
    const vues = new Set<Equation>()
    const atteintes = new Set([cle])
    let bord = [cle]
    while (bord.length > 0) {
      const equations = bord
        .flatMap((nom) => this.parCle.get(nom) ?? [])
        .filter((e) => !vues.has(e))
      for (const equation of equations) vues.add(equation)
      const noms = equations.flatMap((equation) => [...equation.keys()])
      const choisie = this.preferee(noms)
      if (choisie !== null) {
        this.caches.add(choisie)
        return choisie
      }
      bord = noms.filter((nom) => this.caches.has(nom) && !atteintes.has(nom))
      for (const nom of bord) atteintes.add(nom)
    }
    return null
  }

  /** The one whose loss says least: no total, and small. */
  private preferee(noms: readonly string[]): string | null {
    const { valeurs, totaux } = this.systeme
    const poids = (nom: string) => (totaux.has(nom) ? 1e12 : 0) + (valeurs.get(nom) ?? 0)
    const permises = noms.filter(
      (nom) => !this.caches.has(nom) && !this.connue(nom) && (valeurs.get(nom) ?? 0) > 1,
    )
    return permises.toSorted((a, b) => poids(a) - poids(b) || (a < b ? -1 : 1))[0] ?? null
  }

  /** Shows again what was hidden for others and turned out not to be needed: totals first. */
  decouvrir(choisies: readonly string[]): void {
    const { valeurs, totaux } = this.systeme
    const poids = (nom: string) => (totaux.has(nom) ? 1e12 : 0) + (valeurs.get(nom) ?? 0)
    const reste = this.devinees().length
    for (const nom of choisies.toSorted((a, b) => poids(b) - poids(a)).slice(0, ESSAIS)) {
      this.caches.delete(nom)
      if (this.devinees().length > reste) this.caches.add(nom)
    }
  }
}

/** Hidden figures that are tried to be shown again: each asks for all to be worked out anew. */
const ESSAIS = 400

/**
 * The figures to hide: too small, or by which one that is could be worked out, from these tables or
 * with an edition already read. What that edition hid stays hidden.
 */
export function masquer(
  systeme: Systeme,
  seuil: number,
  lue: EditionLue | null = null,
): Set<string> {
  const masque = new Masque(systeme, seuil, lue)
  const choisies: string[] = []
  for (;;) {
    const ajoutees = masque.devinees().flatMap((cle) => masque.couvrir(cle) ?? [])
    choisies.push(...ajoutees)
    if (ajoutees.length === 0) break
  }
  masque.decouvrir(choisies)
  return masque.caches
}
