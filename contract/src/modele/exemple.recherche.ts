import { arrondir } from '../exact.ts'
import type { Calcul } from './calcul.ts'
import type { Cellule } from './cellule.ts'
import type { Mesure } from './exemple.ecarts.ts'
import type { Modifications, Valeur } from './modele.schema.ts'
import { verifierValeur } from './verification.ts'

/** What must be found: figures that make every control true, but for those wanted false. */
export type But = {
  /** Keys of the controls that must fire. */
  fausses: ReadonlySet<string>
  /** Cells that keep what they hold. */
  figees: ReadonlySet<string>
}

/** Entered cells that each control reads, however far; by key. */
export type CellulesLues = ReadonlyMap<string, readonly string[]>

const NOMBRES = new Set(['entier', 'entierSigne', 'decimal', 'montant'])
export const estChiffre = ({ nature }: Cellule): boolean => NOMBRES.has(nature)

/** Up the edges of the model, from each control to the cells that a person fills. */
export function lecturesDe({ mc }: Mesure): CellulesLues {
  const sources: number[][] = mc.noeuds.map(() => [])
  mc.dependants.forEach((aretes, lu) => {
    for (const { vers } of aretes) sources[vers]?.push(lu)
  })
  const lues = new Map<string, readonly string[]>()
  mc.noeuds.forEach((noeud, id) => {
    const cle = noeud.sorte === 'controle' ? mc.controles[noeud.rang]?.cle : undefined
    if (cle !== undefined) lues.set(cle, remonter(mc, sources, id))
  })
  return lues
}

function remonter(mc: Mesure['mc'], sources: readonly number[][], depart: number): string[] {
  const vus = new Set([depart])
  const reste = [depart]
  for (let id = reste.pop(); id !== undefined; id = reste.pop())
    for (const lu of sources[id] ?? [])
      if (!vus.has(lu)) {
        vus.add(lu)
        reste.push(lu)
      }
  // In the order of the model, which is that of the screen.
  return [...vus]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const noeud = mc.noeuds[id]
      if (noeud?.sorte !== 'cellule') return []
      const { calculee, luSeul, adresse } = noeud.cellule
      return calculee || luSeul || !estChiffre(noeud.cellule) ? [] : [adresse]
    })
}

/** One wrong control weighs more than any gap, and a smaller gap is better than a larger one. */
function poidsDe(mesure: Mesure, calcul: Calcul, cle: string, niveau: string): number {
  const ecart = (mesure.ecarts.get(cle) ?? []).reduce((somme, adresse) => {
    const valeur = calcul.valeur(adresse)
    return somme + (typeof valeur === 'number' ? Math.abs(valeur) : 0)
  }, 0)
  const part = ecart / (ecart + 1000)
  return niveau === 'INFO' ? 0.1 * (1 + part) : 1 + part
}

/** Keys of the controls that are not as they should be, in order, and what they weigh. */
function juger(mesure: Mesure, calcul: Calcul, { fausses }: But): { tort: string[]; cout: number } {
  const tort: string[] = []
  let cout = 0
  for (const { cle, lire, niveau } of mesure.mc.controles) {
    const vrai = calcul.evaluer(lire)
    if (fausses.has(cle) ? vrai === false : vrai !== false) continue
    tort.push(cle)
    cout += fausses.has(cle) ? 1 : poidsDe(mesure, calcul, cle, niveau)
  }
  return { tort, cout }
}

const arrondirPour = ({ nature, decimales }: Cellule, valeur: number): number =>
  arrondir(valeur, nature === 'decimal' ? Math.min(decimales ?? 1, 6) : 0)

/** Figures that a cell could take to mend a control: by its gaps, else by plain steps. */
export function essaisDe(mesure: Mesure, calcul: Calcul, cellule: Cellule, cle: string): number[] {
  const valeur = calcul.valeur(cellule.adresse)
  const tenue = typeof valeur === 'number' ? valeur : 0
  const ecarts = (mesure.ecarts.get(cle) ?? []).flatMap((adresse) => {
    const ecart = calcul.valeur(adresse)
    return typeof ecart === 'number' ? [ecart, ecart + 1, ecart - 1] : []
  })
  const pas = [...ecarts, 1, 2]
  const bruts = [
    ...pas.flatMap((un) => [tenue - un, tenue + un]),
    Math.floor(tenue / 2),
    tenue * 2,
    tenue * 8,
    0,
  ]
  const nets = new Set(bruts.map((un) => arrondirPour(cellule, un)))
  nets.delete(tenue)
  return [...nets].filter((un) => verifierValeur(cellule, un, calcul.contexte) === null)
}

/** Tries a change, and puts things back. */
function essayer(calcul: Calcul, adresse: string, valeur: Valeur, lire: () => number): number {
  const avant = calcul.valeur(adresse)
  calcul.changer({ [adresse]: valeur })
  const cout = lire()
  calcul.changer({ [adresse]: avant })
  return cout
}

type Pas = { adresse: string; valeur: number; cout: number }

type Recherche = { mesure: Mesure; calcul: Calcul; lues: CellulesLues; but: But }

/** The best single change that mends something of this control; null: none makes things better. */
function meilleur({ mesure, calcul, lues, but }: Recherche, cle: string, cout: number): Pas | null {
  let choix: Pas | null = null
  for (const adresse of (lues.get(cle) ?? []).slice(0, CANDIDATES)) {
    const cellule = mesure.mc.cellules.get(adresse)
    if (!cellule || but.figees.has(adresse) || typeof calcul.valeur(adresse) !== 'number') continue
    for (const valeur of essaisDe(mesure, calcul, cellule, cle)) {
      const obtenu = essayer(calcul, adresse, valeur, () => juger(mesure, calcul, but).cout)
      if (obtenu < (choix?.cout ?? cout) - 1e-9) choix = { adresse, valeur, cout: obtenu }
    }
  }
  return choix
}

/**
 * One change that mends nothing by itself, and those that it calls for: a figure that two tables
 * share moves in both. Kept when things are better in the end; else all is put back.
 */
function enchainer(recherche: Recherche, cles: readonly string[], cout: number): boolean {
  const { mesure, calcul, lues, but } = recherche
  const avant = calcul.saisies()
  let reste = ENCHAINEMENTS
  for (const cle of cles)
    for (const adresse of lues.get(cle) ?? []) {
      const cellule = mesure.mc.cellules.get(adresse)
      if (!cellule || but.figees.has(adresse) || typeof calcul.valeur(adresse) !== 'number')
        continue
      for (const valeur of essaisDe(mesure, calcul, cellule, cle).slice(0, 4)) {
        if (reste === 0) return false
        reste -= 1
        calcul.changer({ [adresse]: valeur })
        const suite = { ...recherche, but: { ...but, figees: new Set([...but.figees, adresse]) } }
        descendre(suite, SUITE_MAX)
        if (juger(mesure, calcul, but).cout < cout - 1e-9) return true
        remettre(calcul, avant)
      }
    }
  return false
}

/** Makes the change that helps most, then again; stops where none helps. */
function descendre(recherche: Recherche, pasMax: number): void {
  const { mesure, calcul, but } = recherche
  for (let pas = 0; pas < pasMax; pas += 1) {
    const { tort, cout } = juger(mesure, calcul, but)
    const choix = tort.reduce<Pas | null>((un, cle) => un ?? meilleur(recherche, cle, cout), null)
    if (!choix) return
    calcul.changer({ [choix.adresse]: choix.valeur })
  }
}

/** Bounds of the search: a model may be large, or ask for what no figures give. */
const PAS_MAX = 120
const SUITE_MAX = 4
const CANDIDATES = 60
const ENCHAINEMENTS = 60
const TOURS_MAX = 12

/**
 * Changes figures until the controls are as `but` wants them. Answers whether they are; what was
 * changed stays either way.
 */
export function accorder(recherche: Recherche): boolean {
  const { mesure, calcul, but } = recherche
  for (let tour = 0; tour < TOURS_MAX; tour += 1) {
    descendre(recherche, PAS_MAX)
    const { tort, cout } = juger(mesure, calcul, but)
    if (tort.length === 0) return true
    if (!enchainer(recherche, tort, cout)) return false
  }
  return false
}

/** Whether the controls are as `but` wants them. */
export const estAccorde = ({ mesure, calcul, but }: Omit<Recherche, 'lues'>): boolean =>
  juger(mesure, calcul, but).tort.length === 0

/** Puts back what these cells held. */
export function remettre(calcul: Calcul, avant: Readonly<Record<string, Valeur>>): void {
  const retour: Modifications = {}
  const tenues = calcul.saisies()
  for (const adresse of Object.keys(tenues)) if (!(adresse in avant)) retour[adresse] = null
  for (const [adresse, valeur] of Object.entries(avant))
    if (tenues[adresse] !== valeur) retour[adresse] = valeur
  calcul.changer(retour)
}
