import { isDeepStrictEqual } from 'node:util'
import { enNombre } from '@releve/contract/exact.ts'
import { type ChiffresLus, nomDuChiffre } from './composer.ts'
import type { PartDeMoyenne } from './cube.ts'
import { cleDe, type Exact, type RevealedCount, type TableauEvalue } from './evaluer.ts'
import { AVANT, nomDAvant } from './lecteur.ts'
import { BILANS, type Bilan } from './plan.ts'
import { bornesEntre, composantDe, type Formule } from './resoudre.ts'
import type { Known, Range, Row, Solver, Unknown } from './solveur.ts'

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
  /** Their sum is 0 or less: what the forms' controls keep from passing another. */
  plafonds: Equation[]
  /** Chosen last to hide others: totals say more than their parts. */
  totaux: Set<string>
  /** What the annuaire of the year before hides of the people present: names in the equations. */
  anciens: Set<string>
  /** Parts of figures, which no table tells: in the equations, neither shown nor sensitive. */
  latents: ReadonlyMap<string, number>
  /** Figures that give one another away, as days of presence do the mean: hidden together. */
  lies: Map<string, string[]>
  /** Its year, and what the balances of the year after call its figures. */
  present?: Presents
}

/** `stocks`: by the name that they have in the balances of the year after (`nomDAvant`). */
type Presents = { annee: number; stocks: ReadonlyMap<string, string> }

/**
 * Counts of persons that no table tells, of the structures of one region and one type, with what
 * makes them known: those of a region, of all types; those of a type, of all regions.
 */
export type CrossCounts = { latents: Map<string, number>; equations: Equation[] }

/**
 * An edition that people have already read, of the same year or of the next: its figures, those
 * that it hides, and its equations. `bilans`: those of its balances, whose year before (`AVANT`)
 * stands in `present` of another.
 */
export type EditionLue = {
  present?: Presents
  bilans?: readonly Equation[]
  valeurs: ReadonlyMap<string, number>
  caches: ReadonlySet<string>
  equations?: readonly Equation[]
  plafonds?: readonly Equation[]
}

const PRECISION = 1e-6
const nul = (valeur: number) => Math.abs(valeur) < PRECISION

function poser(equation: Equation, cle: string, coefficient: number): Equation {
  return equation.set(cle, (equation.get(cle) ?? 0) + coefficient)
}

const memesCellules = (une: Formule, autre: Formule) =>
  une.sorte === 'somme' &&
  autre.sorte === 'somme' &&
  isDeepStrictEqual(une.terme.cellules, autre.terme.cellules)

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
  // A month is the whole year where no other counts.
  for (const [l, { formules }] of resolu.lignes.entries())
    for (const [c, formule] of formules.entries())
      for (const [d, autre] of formules.entries())
        if (c < d && memesCellules(formule, autre)) ajouter(cle(l, c), [cle(l, d)])
  const [ensemble] = sommesLignes.at(-1) ?? []
  for (const [code, cellules] of Object.entries(plan.ensemble ?? {})) {
    const c = colonnes.findIndex((colonne) => colonne.code === code)
    if (ensemble === undefined || c < 0) continue
    ajouter(
      cle(ensemble, c),
      cellules.map((cellule) => {
        const part = {
          modele: plan.modele,
          cellules: cellule.split('+'),
          agregation: plan.agregation,
        }
        return cleDe(composantDe(part, { region: null, type: null, mois: null }), annee)
      }),
    )
  }
  return equations
}

/** The total row of a table that is, column by column, that of another. */
function equationsEgales(tableaux: readonly TableauEvalue[]): Equation[] {
  const ensemble = (code: string, colonne: string): string | undefined => {
    const tableau = tableaux.find(({ resolu }) => resolu.plan.code === code)
    const [total = -1] = tableau?.resolu.sommesLignes.at(-1) ?? []
    const c = tableau?.resolu.colonnes.findIndex((une) => une.code === colonne) ?? -1
    return tableau?.exacts[total]?.[c]?.cle
  }
  return tableaux.flatMap(({ resolu: { plan } }) =>
    Object.entries(plan.egal?.colonnes ?? {}).flatMap(([colonne, autre]): Equation[] => {
      const [a, b] = [ensemble(plan.code, colonne), ensemble(plan.egal?.tableau ?? '', autre)]
      return a !== undefined && b !== undefined
        ? [
            new Map([
              [a, -1],
              [b, 1],
            ]),
          ]
        : []
    }),
  )
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

/**
 * What structures of one region and type, which weigh alike in an average, add up to: nobody is
 * told it, but who knows which months each has missed, as annexes say, knows what it weighs.
 */
const latent = (lecture: string, { cellule, region, type, poids }: PartDeMoyenne): string =>
  `~${[lecture, cellule, region, type, poids].join('|')}`

/** An average times its months is made of these parts, and so are, added, the months of the country. */
function equationsDesParts(tableaux: readonly TableauEvalue[], annee: number) {
  const latents = new Map<string, number>()
  const equations: Equation[] = []
  const parCellule = new Map<string, { lecture: string; mois: number[]; noms: Set<string> }>()
  for (const { resolu, exacts } of tableaux)
    for (const [l, { formules }] of resolu.lignes.entries())
      for (const [c, formule] of formules.entries()) {
        const { cle, moyenne } = exacts[l]?.[c] ?? {}
        if (formule.sorte !== 'moyenne' || cle === undefined || !moyenne) continue
        const { lecture, mois } = formule.terme
        const equation: Equation = new Map([[cle, -moyenne.mois]])
        for (const part of moyenne.parts) {
          const nom = latent(lecture, part)
          latents.set(nom, enNombre(part.somme))
          poser(equation, nom, part.poids)
          const cellule = parCellule.get(`${lecture}|${part.cellule}`) ?? {
            lecture,
            mois,
            noms: new Set(),
          }
          cellule.noms.add(nom)
          parCellule.set(`${lecture}|${part.cellule}`, cellule)
        }
        equations.push(equation)
      }
  for (const [nom, { lecture, mois, noms }] of parCellule) {
    const equation: Equation = new Map([...noms].map((part) => [part, -1]))
    const terme = { lecture, cellules: [nom.slice(lecture.length + 1)], region: null, type: null }
    for (const m of mois)
      poser(equation, cleDe({ sorte: 'somme', terme: { ...terme, mois: [m] } }, annee), 1)
    equations.push(equation)
  }
  return { latents, equations }
}

/** What the figures of a table give away: its total, and which are hidden together. */
function lesTenus({ resolu, exacts, tenus = [] }: TableauEvalue) {
  const equations: Equation[] = []
  const lies: [string, string][] = []
  const nommer = (ligne: number, { colonne, composant: { terme } }: RevealedCount) =>
    `${ligne} ${colonne} ${terme.lecture}`
  const places = new Map(tenus.map((tenu) => [nommer(tenu.ligne, tenu), tenu]))
  for (const tenu of tenus) {
    const { ligne, colonne, exact } = tenu
    const figure = exacts[ligne]?.[colonne]
    if (figure && !resolu.colonnes[colonne]?.taux) lies.push([figure.cle, exact.cle])
    const parties = resolu.sommesLignes.find(([total]) => total === ligne)?.[1] ?? []
    const equation: Equation = new Map([[exact.cle, -1]])
    for (const partie of parties) {
      const cle = places.get(nommer(partie, tenu))?.exact.cle
      if (cle !== undefined) poser(equation, cle, 1)
    }
    equations.push(equation)
  }
  return { equations, lies }
}

/** One, in an equation: so many times what the year before shows. */
const UNITE = '1'

/** The figures of a row by column, as they are now, and as they were read a year ago. */
function ligneLue(
  tableaux: readonly TableauEvalue[],
  { tableau, ligne }: Bilan['stock'],
  avant: ChiffresLus,
) {
  const trouve = tableaux.find(({ resolu }) => resolu.plan.code === tableau)
  const l = trouve?.resolu.lignes.findIndex(({ code }) => code === ligne) ?? -1
  const rang = (colonne: string) =>
    trouve?.resolu.colonnes.findIndex(({ code }) => code === colonne) ?? -1
  return {
    exact: (colonne: string): Exact | undefined => trouve?.exacts[l]?.[rang(colonne)],
    avant: (colonne: string) => {
      const nom = nomDuChiffre(tableau, ligne, colonne)
      return { nom: `${AVANT}${nom}`, chiffre: avant[nom] }
    },
  }
}

/**
 * Presents a year ago, plus come, less gone, makes present. Where what was present is hidden, it is
 * taken to hold, as readers would.
 */
function equationsDesBilans(
  tableaux: readonly TableauEvalue[],
  avant: ChiffresLus,
  valeurs: Systeme['valeurs'],
): Equation[] {
  const equations: Equation[] = []
  for (const { stock, entrees, sorties, colonnes } of BILANS) {
    const presents = ligneLue(tableaux, stock, avant)
    const mouvements = [
      [presents, -1],
      [ligneLue(tableaux, entrees, avant), 1],
      [ligneLue(tableaux, sorties, avant), -1],
    ] as const
    for (const sexe of colonnes) {
      const equation: Equation = new Map()
      const anciens = sexe.map((colonne) => presents.avant(colonne))
      if (anciens.every(({ chiffre }) => chiffre === undefined)) continue
      let somme = 0
      for (const { nom, chiffre } of anciens) {
        if (chiffre?.sorte === 'secret') poser(equation, nom, 1)
        if (chiffre?.sorte === 'valeur') somme += chiffre.valeur
      }
      const tenue = equation.size > 0
      poser(equation, UNITE, somme)
      for (const [ligne, k] of mouvements)
        for (const colonne of sexe) {
          const { cle = '', valeur = null } = ligne.exact(colonne) ?? {}
          somme += k * (valeur ?? 0)
          if (valeurs.has(cle)) poser(equation, cle, k)
          else poser(equation, UNITE, k * (valeur ?? 0))
        }
      if (tenue || nul(somme)) equations.push(equation)
    }
  }
  return equations
}

/** Of what was present a year ago: each total and its columns, as far as they are hidden. */
function equationsDAvant(tableaux: readonly TableauEvalue[], avant: ChiffresLus): Equation[] {
  return BILANS.flatMap(({ stock }) => {
    const { sommesColonnes = [], colonnes = [] } =
      tableaux.find(({ resolu }) => resolu.plan.code === stock.tableau)?.resolu ?? {}
    const lue = ligneLue(tableaux, stock, avant)
    return sommesColonnes.flatMap(([total, parties]) => {
      const equation: Equation = new Map()
      let montre = 0
      for (const [c, k] of [[total, -1], ...parties.map((partie) => [partie, 1])] as const) {
        const { nom, chiffre } = lue.avant(colonnes[c ?? 0]?.code ?? '')
        if (chiffre?.sorte === 'secret') poser(equation, nom, k ?? 0)
        else if (chiffre?.sorte === 'valeur') montre += (k ?? 0) * chiffre.valeur
      }
      if (equation.size === 0) return []
      return [poser(equation, UNITE, montre)]
    })
  })
}

/** The figures that are the year before of the balances of the year after, by the name they have there. */
function presentsDe(tableaux: readonly TableauEvalue[]): Map<string, string> {
  const stocks = BILANS.flatMap(({ stock, colonnes }) => {
    const lue = ligneLue(tableaux, stock, {})
    return colonnes.flat().flatMap((colonne): [string, string][] => {
      const cle = lue.exact(colonne)?.cle
      return cle === undefined ? [] : [[nomDAvant(stock, colonne), cle]]
    })
  })
  return new Map(stocks)
}

/**
 * What readers of these tables, and of the figures of the year before, may work with: only what
 * holds of the true figures. `series`: national figures that no table may have.
 */
export function systemeDe(
  tableaux: readonly TableauEvalue[],
  annee: number,
  {
    avant = {},
    croisement,
    series = [],
  }: { avant?: ChiffresLus; croisement?: CrossCounts; series?: readonly Exact[] } = {},
): Systeme {
  const valeurs = new Map<string, number>()
  const totaux = new Set<string>()
  const comptes = tableaux.filter(({ resolu }) => resolu.personnes)
  for (const { resolu, exacts, tenus = [] } of comptes) {
    for (const { ligne, exact } of tenus) {
      if (exact.valeur === null) continue
      valeurs.set(exact.cle, exact.valeur)
      if (resolu.lignes[ligne]?.total) totaux.add(exact.cle)
    }
    for (const [l, ligne] of exacts.entries())
      for (const [c, { cle, valeur }] of ligne.entries()) {
        const colonne = resolu.colonnes[c]
        if (valeur === null || !colonne || colonne.taux) continue
        if (colonne.libre || resolu.lignes[l]?.libre) continue
        valeurs.set(cle, valeur)
        if (resolu.lignes[l]?.total || colonne.total) totaux.add(cle)
      }
  }
  for (const { cle, valeur } of series) {
    if (valeur === null || valeurs.has(cle)) continue
    valeurs.set(cle, valeur)
    totaux.add(cle)
  }
  const tenus = comptes.map(lesTenus)
  const equations = [
    ...comptes.flatMap((tableau) => equationsDe(tableau, annee)),
    ...equationsEgales(comptes),
    ...equationsDesMoyennes(comptes, annee),
    ...tenus.flatMap((tenu) => tenu.equations),
  ]
  const { latents, equations: desParts } = equationsDesParts(comptes, annee)
  for (const [nom, valeur] of croisement?.latents ?? []) latents.set(nom, valeur)
  const connues = new Map([...valeurs, ...latents])
  const lies = new Map<string, string[]>()
  for (const [un, autre] of tenus.flatMap((tenu) => tenu.lies))
    for (const [de, vers] of [
      [un, autre],
      [autre, un],
    ] as const)
      if (valeurs.has(de) && valeurs.has(vers)) lies.set(de, [...(lies.get(de) ?? []), vers])
  const suivies = [
    ...equationsDesBilans(tableaux, avant, valeurs),
    ...equationsDAvant(tableaux, avant),
  ]
  return {
    valeurs,
    totaux,
    plafonds: plafondsTenus(plafondsDe(comptes, annee), valeurs),
    equations: [
      ...equations.flatMap((e) => verifiee(e, valeurs)),
      ...desParts.flatMap((e) => verifiee(e, connues)),
      ...(croisement?.equations ?? []).flatMap((e) => verifiee(e, connues)),
      ...suivies,
    ],
    anciens: new Set(suivies.flatMap((e) => [...e.keys()].filter((nom) => nom.startsWith(AVANT)))),
    latents,
    lies,
    present: { annee, stocks: presentsDe(tableaux) },
  }
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

/** What does not pass what, of these tables. */
function plafondsDe(tableaux: readonly TableauEvalue[], annee: number): Equation[] {
  const formules = tableaux.flatMap(({ resolu }) => resolu.lignes.flatMap((l) => l.formules))
  const composants = formules.flatMap((formule) => (formule.sorte === 'taux' ? [] : [formule]))
  return bornesEntre(composants).map(
    ([petit, grand]) =>
      new Map([
        [cleDe(petit, annee), 1],
        [cleDe(grand, annee), -1],
      ]),
  )
}

const sommeDe = (equation: Equation, valeurs: ReadonlyMap<string, number>): number =>
  [...equation].reduce((somme, [cle, k]) => somme + k * (valeurs.get(cle) ?? 0), 0)

/** Those of which all is known, and that hold. */
const equationsTenues = (equations: readonly Equation[], valeurs: ReadonlyMap<string, number>) =>
  equations.filter(
    (equation) =>
      [...equation.keys()].every((cle) => valeurs.has(cle)) && nul(sommeDe(equation, valeurs)),
  )

const plafondsTenus = (plafonds: readonly Equation[], valeurs: ReadonlyMap<string, number>) =>
  plafonds.filter(
    (plafond) =>
      [...plafond.keys()].every((cle) => valeurs.has(cle)) && sommeDe(plafond, valeurs) <= 0,
  )

type Rang = Map<string, number>

function soustraire(de: Rang, pivot: Rang, facteur: number): void {
  for (const [cle, k] of pivot) {
    const reste = (de.get(cle) ?? 0) - facteur * k
    if (nul(reste)) de.delete(cle)
    else de.set(cle, reste)
  }
}

/** Rows reduced one by another, each under the name that heads it; `reste`: those that had no head. */
function reduire(rangs: readonly Rang[], teteDe: (rang: Rang) => string | undefined) {
  const pivots = new Map<string, Rang>()
  const restes: Rang[] = []
  for (const equation of rangs) {
    const rang: Rang = new Map(equation)
    // What a pivot brings in is the head of none.
    for (const cle of rang.keys()) {
      const pivot = pivots.get(cle)
      const k = rang.get(cle)
      if (pivot && k !== undefined) soustraire(rang, pivot, k)
    }
    const tete = teteDe(rang)
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
  return { pivots, restes }
}

/**
 * Of the unknowns of these equations, those that cannot move. What is hidden is not 0, as all know:
 * figures of 1 (`unites`) can only grow, the others go both ways. One moves when some way to change
 * the unknowns together changes it, and lessens no unit.
 */
function determinees(equations: readonly Equation[], unites: ReadonlySet<string>): Set<string> {
  const { pivots, restes } = reduire(equations, (rang) =>
    [...rang.keys()].find((cle) => !unites.has(cle)),
  )
  const entreUnites = reduire(restes, (rang) => rang.keys().next().value).pivots
  for (const rang of pivots.values())
    for (const [tete, unite] of entreUnites) {
      const k = rang.get(tete)
      if (k !== undefined) soustraire(rang, unite, k)
    }
  const bloquees = new Set<string>()
  for (const [tete, rang] of entreUnites)
    for (const [cle, k] of rang) if (cle !== tete && k > 0) bloquees.add(cle)
  const libre = (cle: string) => !entreUnites.has(cle) && !bloquees.has(cle)
  const trouvees = new Set(bloquees)
  for (const [tete, rang] of [...pivots, ...entreUnites])
    if (![...rang.keys()].some((cle) => cle !== tete && libre(cle))) trouvees.add(tete)
  return trouvees
}

/** The equations as readers see them: what is shown is a number, and only the unknown stays. */
function rangsDe(
  equations: readonly Equation[],
  cachee: (cle: string) => string | null,
  montree: (cle: string) => number,
): Row[] {
  return equations.flatMap((equation) => {
    const terms: Equation = new Map()
    let sum = 0
    for (const [cle, k] of equation) {
      const nom = cachee(cle)
      if (nom !== null) poser(terms, nom, k)
      else sum -= k * (cle === UNITE ? 1 : montree(cle))
    }
    return terms.size > 0 ? [{ terms, sum }] : []
  })
}

/** Unknown, all of it but what is shown. */
const nommee = (cle: string): string | null => (cle === UNITE ? null : cle)

const auPlus = (rangs: readonly Row[]): Row[] => rangs.map((rang) => ({ ...rang, atMost: true }))

/** The equations parted into groups that share no unknown: each is small. */
export function composantes(rangs: readonly Row[]): Row[][] {
  const parents = new Map<string, string>()
  const racine = (cle: string): string => {
    let r = cle
    for (let p = parents.get(r); p !== undefined && p !== r; p = parents.get(r)) r = p
    parents.set(cle, r)
    return r
  }
  for (const { terms } of rangs) {
    const [premier = '', ...autres] = terms.keys()
    if (!parents.has(premier)) parents.set(premier, premier)
    for (const cle of autres) {
      if (!parents.has(cle)) parents.set(cle, cle)
      parents.set(racine(cle), racine(premier))
    }
  }
  const groupes = new Map<string, Row[]>()
  for (const rang of rangs) {
    const [premier = ''] = rang.terms.keys()
    const groupe = groupes.get(racine(premier)) ?? []
    groupe.push(rang)
    groupes.set(racine(premier), groupe)
  }
  return [...groupes.values()]
}

/** A figure as an edition of before had it, where it has changed, in a row. */
const AUTREFOIS = '@'

/** What a figure of an edition of before is called: as now, unless it was another. */
export const nomAutrefois = (nom: string, ancienne = 0, actuelle = Number.NaN): string =>
  nul(ancienne - actuelle) ? nom : `${AUTREFOIS}${ancienne}${AUTREFOIS}${nom}`

/** The figure of the country of which one of a region or a type is part; null: it is none. */
function entierDe(nom: string): string | null {
  const [annee, sorte, lecture, cellules, region, type, ...mois] = nom.split('|')
  if (!region && !type) return null
  return [annee, sorte, lecture, cellules, '', '', ...mois].join('|')
}

/**
 * Figures of a region or a type that an edition shows, and that have gained or lost fewer persons
 * than the threshold since while the country has as many: shown again, they would tell how many
 * persons a structure that moved has.
 */
export function deplacees(
  valeurs: ReadonlyMap<string, number>,
  { valeurs: lues, caches }: { valeurs: EditionLue['valeurs']; caches: Pick<Set<string>, 'has'> },
  seuil: number,
): string[] {
  const ecart = (nom: string) =>
    Math.abs((valeurs.get(nom) ?? Number.NaN) - (lues.get(nom) ?? Number.NaN))
  return [...lues.keys()].filter((nom) => {
    const entier = entierDe(nom)
    if (entier === null || caches.has(nom) || !nul(ecart(entier))) return false
    return !nul(ecart(nom)) && ecart(nom) < seuil
  })
}

/** What is looked at, and how. */
export type Protection = {
  /** Counts below it are hidden. */
  seuil: number
  /** Of the same year, the last first. */
  lues?: readonly EditionLue[]
  solveur: Solver
}

/** How many values a hidden count under the threshold keeps at least, for whoever reads all. */
export const valeursGardees = (seuil: number): number => Math.min(3, seuil - 1)

const estMoyenne = (nom: string): boolean => nom.includes('|moyenne|')
/** One person present for one month of a year makes the least average. */
const MOYENNE_MINIMALE = 1 / 12

/** What all know of a hidden figure: it is not 0, but for parts that no table tells. */
export const inconnueDe = (nom: string, latents: Systeme['latents']): Unknown => ({
  floor: latents.has(nom) ? 0 : estMoyenne(nom) ? MOYENNE_MINIMALE : 1,
  whole: !estMoyenne(nom),
})

const touche = (rangs: readonly Row[], noms: ReadonlySet<string>): boolean =>
  rangs.some(({ terms }) => [...terms.keys()].some((nom) => noms.has(nom)))

/** A hidden figure that is too narrow; unless it is `prouvee`, the solver has not ended. */
type Etroite = { nom: string; prouvee: boolean }

class Masque {
  readonly caches: Set<string>
  /** Those that must not be worked out, and how wide each must stay; the others are hidden for them. */
  private readonly sensibles = new Map<string, number>()
  private readonly systeme: Systeme
  private readonly lues: readonly EditionLue[]
  /** Figures of editions of before that have changed: what they were, and their name now. */
  private readonly anciennes = new Map<string, { valeur: number; cle: string }>()
  /** Shown by an edition of before. */
  private readonly dites = new Set<string>()
  /** The balances of the year after, with what this one says. */
  private readonly suites: Equation[] = []
  private dAvant: readonly Row[] | null = null
  private readonly solveur: Solver
  private readonly connu: Known
  private readonly parCle = new Map<string, Equation[]>()
  /** With what does not pass what. */
  private readonly toutParCle = new Map<string, Equation[]>()

  constructor(systeme: Systeme, { seuil, lues = [], solveur }: Protection) {
    this.systeme = systeme
    this.lues = lues
    this.solveur = solveur
    const largeur = valeursGardees(seuil) - 1
    const estPetit = (valeur: number) => valeur > 0 && valeur < seuil
    for (const nom of systeme.anciens) this.sensibles.set(nom, 1)
    for (const lue of lues)
      for (const [cle, valeur] of lue.valeurs) {
        const nom = this.autrefois(cle, lue)
        if (nom !== cle) this.anciennes.set(nom, { valeur, cle })
        if (!lue.caches.has(cle)) this.dites.add(nom)
      }
    for (const [cle, valeur] of systeme.valeurs)
      if (estPetit(valeur) || lues.some(({ caches }) => caches.has(cle)))
        this.proteger(cle, estPetit(valeur) ? largeur : 1)
    for (const [rang, lue] of lues.entries()) {
      for (const cle of deplacees(systeme.valeurs, lue, seuil)) this.proteger(cle, largeur)
      const plusAnciennes = lues.slice(rang + 1)
      const bougees = new Set(plusAnciennes.flatMap((une) => deplacees(lue.valeurs, une, seuil)))
      for (const cle of lue.caches) {
        const nom = this.autrefois(cle, lue)
        const large = estPetit(lue.valeurs.get(cle) ?? 0) || bougees.has(cle)
        if (nom !== cle) this.sensibles.set(nom, large ? largeur : 1)
      }
    }
    const dAutrefois = [...this.anciennes].map(([nom, { valeur }]) => [nom, valeur] as const)
    const vrais = new Map([...systeme.latents, ...systeme.valeurs, ...dAutrefois])
    this.connu = { truth: vrais, ends: new Map() }
    this.caches = new Set(this.sensibles.keys())
    const { present, valeurs } = systeme
    const actuelle = (cle: string) => ({ valeur: valeurs.get(cle) ?? 0, nom: cle })
    for (const suite of lues) this.suites.push(...this.lierSuite(suite, present, actuelle))
    // What people have already read bounds as it does: nothing that is hidden now changes it.
    for (const { nom, prouvee } of this.etroitesParmi(this.rangsDejaLus()))
      if (prouvee) this.sensibles.set(nom, 0)
    for (const nom of systeme.latents.keys()) this.caches.add(nom)
    const ranger = (par: Map<string, Equation[]>, equations: readonly Equation[]) => {
      for (const equation of equations)
        for (const cle of equation.keys()) par.set(cle, [...(par.get(cle) ?? []), equation])
    }
    // Of figures that are not there: they were, or are those of the year after.
    const dAvant = lues.flatMap((lue) =>
      (lue.equations ?? []).flatMap((equation) => {
        if ([...equation.keys()].every((cle) => valeurs.has(cle))) return []
        const nommer = (cle: string) => (valeurs.has(cle) ? cle : this.autrefois(cle, lue))
        return [new Map([...equation].map(([cle, k]) => [nommer(cle), k]))]
      }),
    )
    const toutes = [...systeme.equations, ...dAvant, ...this.suites]
    ranger(this.parCle, toutes)
    ranger(this.toutParCle, [...toutes, ...systeme.plafonds])
  }

  /** Balances of an edition of the year after, with these figures of this year, that hold of them. */
  private lierSuite(
    suite: EditionLue,
    present: Presents | undefined,
    lire: (cle: string) => { valeur: number; nom: string | null },
  ): Equation[] {
    if (!present || suite.present?.annee !== present.annee + 1) return []
    const { stocks } = present
    return (suite.bilans ?? []).flatMap((bilan) => {
      const equation: Equation = new Map([[UNITE, 0]])
      let somme = 0
      for (const [lu, k] of bilan) {
        const cle = lu.startsWith(AVANT) ? stocks.get(lu) : lu
        if (cle === undefined) return []
        const { valeur, nom } = lu.startsWith(AVANT) ? lire(cle) : this.lireEdition(suite, cle)
        somme += k * valeur
        poser(equation, nom ?? UNITE, nom === null ? k * valeur : k)
      }
      return nul(somme) ? [equation] : []
    })
  }

  /** A figure of an edition of before, and the name under which it is looked for, if nothing shows it. */
  private lireEdition(lue: EditionLue, cle: string): { valeur: number; nom: string | null } {
    const nom = this.autrefois(cle, lue)
    const cachee = lue.caches.has(cle) && !this.dites.has(nom)
    return { valeur: lue.valeurs.get(cle) ?? 0, nom: cachee ? nom : null }
  }

  /** This figure, and those that give it away, each in its own measure. */
  private proteger(cle: string, largeur: number): void {
    const valeur = this.systeme.valeurs.get(cle) ?? 1
    for (const liee of this.liees(cle)) {
      const part = (this.systeme.valeurs.get(liee) ?? valeur) / valeur
      this.sensibles.set(liee, Math.max(largeur * part, this.sensibles.get(liee) ?? 0))
    }
  }

  /** Shown by an edition of before with the same figure: nothing hides it any more. */
  private connue(cle: string): boolean {
    return this.dites.has(cle)
  }

  /** A figure, and those that give it away. */
  private liees(cle: string): Set<string> {
    const toutes = new Set([cle])
    for (const une of toutes) for (const liee of this.systeme.lies.get(une) ?? []) toutes.add(liee)
    return toutes
  }

  /** The name under which a figure of an edition of before is looked for. */
  private autrefois(cle: string, { valeurs }: EditionLue): string {
    return nomAutrefois(cle, valeurs.get(cle), this.systeme.valeurs.get(cle))
  }

  /** What editions of before say: nothing that is hidden now changes it. */
  private get rangsLus(): readonly Row[] {
    this.dAvant ??= this.lireDAvant()
    return this.dAvant
  }

  private lireDAvant(): Row[] {
    const { annee } = this.systeme.present ?? {}
    const desSuites = this.lues.flatMap((lue) =>
      this.lues.flatMap((suite) =>
        this.lierSuite(suite, lue.present, (cle) => this.lireEdition(lue, cle)),
      ),
    )
    const liees = rangsDe(desSuites, nommee, () => 0)
    const touchees = new Set(
      [...this.suites, ...desSuites].flatMap((e) => [...e.keys()].filter((nom) => nom !== UNITE)),
    )
    const lus = this.lues.flatMap((lue) => {
      const rangs = this.lireEditionEntiere(lue)
      if (lue.present?.annee === annee) return rangs
      // Of the year after, what is not tied to this one says nothing of it.
      return composantes(rangs)
        .filter((groupe) => touche(groupe, touchees))
        .flat()
    })
    return [...lus, ...liees]
  }

  private lireEditionEntiere(lue: EditionLue): Row[] {
    const { equations, plafonds } = this.systeme
    const { valeurs } = lue
    const cachee = (cle: string) => this.lireEdition(lue, cle).nom
    const montree = (cle: string) => valeurs.get(cle) ?? 0
    const tenues = equationsTenues([...equations, ...(lue.equations ?? [])], valeurs)
    const bornees = plafondsTenus([...plafonds, ...(lue.plafonds ?? [])], valeurs)
    return [...rangsDe(tenues, cachee, montree), ...auPlus(rangsDe(bornees, cachee, montree))]
  }

  private rangs(): Row[] {
    const { valeurs, equations, plafonds } = this.systeme
    const cachee = (cle: string) => (this.caches.has(cle) && !this.connue(cle) ? cle : null)
    const montree = (cle: string) => valeurs.get(cle) ?? 0
    return [
      ...rangsDe([...equations, ...this.suites], cachee, montree),
      ...auPlus(rangsDe(plafonds, cachee, montree)),
      ...this.rangsLus,
    ]
  }

  private valeurDe(nom: string): number {
    return this.anciennes.get(nom)?.valeur ?? this.systeme.valeurs.get(nom) ?? 2
  }

  /** Hidden figures that the equations give, by elimination: quick, and most of what must be covered. */
  private devinees(): string[] {
    return this.devineesParmi(this.rangs())
  }

  private devineesParmi(tous: readonly Row[], pres?: ReadonlySet<string>): string[] {
    return composantes(tous.filter(({ atMost }) => !atMost)).flatMap((rangs) => {
      if (pres && !touche(rangs, pres)) return []
      const equations = rangs.map(({ terms }) => new Map(terms))
      const noms = new Set(equations.flatMap((equation) => [...equation.keys()]))
      const unites = [...noms].filter((nom) => this.valeurDe(nom) <= 1)
      return [...determinees(equations, new Set(unites))].filter((nom) => this.caches.has(nom))
    })
  }

  /** What the edition before says alone, and what the year before says of itself. */
  private rangsDejaLus(): Row[] {
    const { equations, anciens } = this.systeme
    const dAvant = equations.filter((e) =>
      [...e.keys()].every((c) => c === UNITE || anciens.has(c)),
    )
    return [...this.rangsLus, ...rangsDe(dAvant, nommee, () => 0)]
  }

  /** Those that readers bound too narrowly, or that the solver has not bounded. */
  etroites(): string[] {
    return this.etroitesParmi(this.rangs()).map(({ nom }) => nom)
  }

  /**
   * Of the rows tied to these names, if some are told, which come first; of each group no more than
   * one that is `assez`.
   */
  private etroitesParmi(
    tous: readonly Row[],
    {
      pres,
      assez = () => false,
    }: { pres?: ReadonlySet<string>; assez?: (e: Etroite) => boolean } = {},
  ): Etroite[] {
    return composantes(tous).flatMap((rangs) => {
      if (pres && !touche(rangs, pres)) return []
      const noms = [...new Set(rangs.flatMap(({ terms }) => [...terms.keys()]))]
      const largeurs = new Map(
        noms
          .flatMap((nom): [string, number][] => {
            const largeur = this.sensibles.get(nom) ?? 0
            return largeur > 0 ? [[nom, largeur]] : []
          })
          .toSorted(([a], [b]) => Number(pres?.has(b) ?? 0) - Number(pres?.has(a) ?? 0)),
      )
      const inconnues = new Map(noms.map((nom) => [nom, inconnueDe(nom, this.systeme.latents)]))
      // A balance with the year before that does not hold teaches nothing.
      const sans = rangs.filter(
        ({ terms }) => ![...terms.keys()].some((nom) => this.estAncien(nom)),
      )
      const juger = (nom: string, { low, high, proved }: Range): Etroite[] => {
        const large = high - low >= (largeurs.get(nom) ?? 0) - PRECISION
        return proved && large ? [] : [{ nom, prouvee: proved }]
      }
      const demander = (rows: readonly Row[]) =>
        this.solveur.rangesOf({
          rows,
          unknowns: inconnues,
          widths: largeurs,
          known: this.connu,
          settles: (nom, lue) => juger(nom, lue).some(assez),
        })
      const fourchettes = demander(rangs) ?? demander(sans)
      const inconnu = { low: 0, high: 0, proved: false }
      const lues = fourchettes ?? new Map([...largeurs.keys()].map((nom) => [nom, inconnu]))
      return [...lues].flatMap(([nom, lue]) => juger(nom, lue))
    })
  }

  private estAncien(nom: string): boolean {
    return this.systeme.anciens.has(nom)
  }

  /** Those of them that must not be. */
  trahies(): string[] {
    return this.devinees().filter((nom) => this.sensibles.has(nom))
  }

  /**
   * Hides one more figure near this one: in an equation that gives it away, else in one of those
   * that hidden figures tie to it; of one that is only too narrow, what does not pass what counts
   * too (`elargir`). A 0 or a 1 is better shown: hidden, it protects nothing.
   * Null: none.
   */
  couvrir(trahie: string, parCle = this.parCle): string | null {
    const vues = new Set<Equation>()
    const atteintes = new Set([this.anciennes.get(trahie)?.cle ?? trahie, trahie])
    let bord = [...atteintes]
    while (bord.length > 0) {
      const equations = bord.flatMap((nom) => parCle.get(nom) ?? []).filter((e) => !vues.has(e))
      for (const equation of equations) vues.add(equation)
      const noms = equations.flatMap((equation) => [...equation.keys()])
      const choisie = this.preferee(noms)
      if (choisie !== null) {
        for (const liee of this.liees(choisie)) this.caches.add(liee)
        return choisie
      }
      bord = noms.filter((nom) => this.caches.has(nom) && !atteintes.has(nom))
      for (const nom of bord) atteintes.add(nom)
    }
    return null
  }

  elargir(etroite: string): string | null {
    return this.couvrir(etroite, this.toutParCle)
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

  private voisines(noms: readonly string[]): string[] {
    return noms.flatMap((nom) => (this.toutParCle.get(nom) ?? []).flatMap((e) => [...e.keys()]))
  }

  /** Whether more than these is now bounded too narrowly, near these names. */
  private resserre(deja: ReadonlySet<string>, pres: ReadonlySet<string>): boolean {
    // Where nothing is proved, nothing shows that it is not narrower still.
    const assez = ({ nom, prouvee }: Etroite) => !prouvee || !deja.has(nom)
    return this.etroitesParmi(this.rangs(), { pres, assez }).some(assez)
  }

  /** The same, or worked out. */
  private trahit(deja: ReadonlySet<string>, pres: ReadonlySet<string>): boolean {
    const devinees = this.devineesParmi(this.rangs(), pres)
    const nouvelle = devinees.some((nom) => this.sensibles.has(nom) && !deja.has(nom))
    return nouvelle || this.resserre(deja, pres)
  }

  /**
   * Shows again what was hidden for others and turned out not to be needed, totals first; then what
   * readers would work out all the same, which hides nothing.
   */
  decouvrir(choisies: readonly string[]): void {
    const { valeurs, totaux } = this.systeme
    const poids = (nom: string) => (totaux.has(nom) ? 1e12 : 0) + (valeurs.get(nom) ?? 0)
    const reste = new Set([...this.trahies(), ...this.etroites()])
    const montrer = (nom: string, devinee = false) => {
      const liees = [...this.liees(nom)].filter((liee) => this.caches.has(liee))
      if (liees.some((liee) => this.sensibles.has(liee))) return
      for (const liee of liees) this.caches.delete(liee)
      const pres = new Set(this.voisines(liees))
      // Of what readers work out, elimination learns nothing: it may find more than there is.
      if (devinee ? this.resserre(reste, pres) : this.trahit(reste, pres))
        for (const liee of liees) this.caches.add(liee)
    }
    choisies
      .toSorted((a, b) => poids(b) - poids(a))
      .slice(0, ESSAIS)
      .forEach((nom) => montrer(nom))
    // What is shown may let others be worked out in their turn.
    for (let cachees = 0; cachees !== this.caches.size; ) {
      cachees = this.caches.size
      this.devinees()
        .filter((nom) => !this.sensibles.has(nom) && !this.systeme.latents.has(nom))
        .forEach((nom) => montrer(nom, true))
    }
  }
}

/** Hidden figures that are tried to be shown again: each asks for all to be worked out anew. */
const ESSAIS = 400

/**
 * Of the figures that two years compare, those that must not be told: the count itself, or what it
 * leaves out of the whole, is too small, or would be worked out from the others. Who reads a
 * variation beside a whole column knows both.
 */
export function masquerEgaux(
  { valeurs, equations, plafonds, totaux, lies }: Systeme,
  egaux: ReadonlyMap<string, Exact>,
  protection: Protection,
): Set<string> {
  const egal = (cle: string) => egaux.get(cle)?.valeur ?? 0
  const restes = new Map(
    [...valeurs].map(([cle, valeur]) => {
      // What an average leaves out is what its months do.
      const reste = (valeur - egal(cle)) * (egaux.get(cle)?.moyenne?.mois ?? 1)
      return [cle, nul(reste) ? 0 : reste]
    }),
  )
  if ([...restes.values()].every((reste) => reste === 0)) return new Set()
  const compares = new Map([...valeurs.keys()].map((cle) => [cle, egal(cle)]))
  const cacher = (connues: Map<string, number>) => {
    const tenues = equationsTenues(equations, connues)
    const siens = plafondsTenus(plafonds, connues)
    const rien = { anciens: new Set<string>(), latents: new Map<string, number>() }
    return masquer(
      { valeurs: connues, equations: tenues, plafonds: siens, totaux, lies, ...rien },
      protection,
    )
  }
  return new Set([...cacher(compares), ...cacher(restes)])
}

/** Figures hidden for one that stays too narrow: beyond, no other widens it. */
const COUVERTURES = 20

/**
 * The figures to hide: too small, or by which one that is could be worked out, from these tables or
 * with an edition already read. What those editions hid stays hidden.
 */
export function masquer(systeme: Systeme, protection: Protection): Set<string> {
  const masque = new Masque(systeme, protection)
  const choisies: string[] = []
  const cacher = (ajoutees: readonly string[]) => {
    choisies.push(...ajoutees)
    return ajoutees.length > 0
  }
  const couvrir = (noms: readonly string[]) =>
    cacher(noms.flatMap((nom) => masque.couvrir(nom) ?? []))
  const essais = new Map<string, number>()
  const elargir = (nom: string) => {
    const faits = essais.get(nom) ?? 0
    essais.set(nom, faits + 1)
    return faits < COUVERTURES && cacher([masque.elargir(nom) ?? []].flat())
  }
  while (couvrir(masque.trahies()) || masque.etroites().some(elargir));
  masque.decouvrir(choisies)
  for (const nom of [...systeme.anciens, ...systeme.latents.keys()]) masque.caches.delete(nom)
  for (const nom of masque.caches) if (nom.startsWith(AUTREFOIS)) masque.caches.delete(nom)
  return masque.caches
}
