import { isoDe, type Periode, periodeDe, rangDe } from '../mois.ts'
import type { Cellule } from './cellule.ts'
import { compilerFormules, tenter } from './compile.formules.ts'
import type { Arete, ControleCompile, ModeleCompile, NoeudCompile } from './compile.schema.ts'
import { cleContexte } from './etat.ts'
import { ciblesDe } from './expression.cible.ts'
import { compiler } from './expression.compiler.ts'
import { decalagesDe } from './expression.exterieur.ts'
import {
  type Atelier,
  creerLectures,
  exigerType,
  type Lectures,
  lireUneFois,
  type Situation,
  typeDe,
} from './expression.ts'
import { compilerMessage } from './message.ts'
import { BORNES_MODELE } from './modele.bornes.ts'
import {
  type CodeProbleme,
  FormuleInvalide,
  ModeleDemesure,
  ModeleInvalide,
  type Probleme,
} from './modele.invalide.ts'
import { demesureDe } from './modele.mesure.ts'
import {
  type Contexte,
  INDICATEURS,
  LIGNE_ID,
  type Modele,
  type Regle,
  type ValeurCodee,
} from './modele.schema.ts'
import { etaler } from './plan.etaler.ts'
import type { Plan } from './plan.ts'
import { ecartMinimal, moisCouvertsDe, type RythmeAvant, reculsDe } from './rythme.ts'

type Graphe = { ordre: number[]; places: number[]; dependants: Arete[][] }

/**
 * Orders the nodes, each after those that it reads.
 * @returns the graph, or the ids along a cycle, the first repeated at the end.
 */
function ordonner(lectures: Lectures[]): Graphe | { cycle: number[] } {
  const ordre: number[] = []
  const etats: ('ouvert' | 'fini' | undefined)[] = []
  // A pile of its own: a chain of ten thousand formulas is deeper than the program's.
  const pile: { id: number; lus: number[]; rang: number }[] = []

  const ouvrir = (id: number) => {
    etats[id] = 'ouvert'
    const lus = lectures[id]
    pile.push({ id, lus: [...(lus?.noeuds ?? []), ...(lus?.memeLigne ?? [])], rang: 0 })
  }

  for (let depart = 0; depart < lectures.length; depart++) {
    if (etats[depart] === undefined) ouvrir(depart)
    for (let haut = pile.at(-1); haut; haut = pile.at(-1)) {
      const lu = haut.lus[haut.rang++]
      if (lu === undefined) {
        etats[haut.id] = 'fini'
        ordre.push(haut.id)
        pile.pop()
      } else if (etats[lu] === 'ouvert') {
        const chemin = pile.map(({ id }) => id)
        return { cycle: [...chemin.slice(chemin.indexOf(lu)), lu] }
      } else if (etats[lu] === undefined) ouvrir(lu)
    }
  }
  return { ordre, places: inverser(ordre), dependants: retourner(lectures) }
}

function inverser(ordre: number[]): number[] {
  const places: number[] = new Array(ordre.length).fill(0)
  ordre.forEach((id, place) => {
    places[id] = place
  })
  return places
}

function retourner(lectures: Lectures[]): Arete[][] {
  const dependants: Arete[][] = lectures.map(() => [])
  lectures.forEach(({ noeuds, memeLigne }, vers) => {
    for (const lu of noeuds) dependants[lu]?.push({ vers, memeLigne: false })
    for (const lu of memeLigne) if (!noeuds.has(lu)) dependants[lu]?.push({ vers, memeLigne: true })
  })
  return dependants
}

/** Compiles the controls, once per value of `pourChaque`; adds their nodes. */
function compilerControles(
  modele: Modele,
  atelier: Atelier,
  problemes: Probleme[],
  noeuds: NoeudCompile[],
  lectures: Lectures[],
): ControleCompile[] {
  const controles: ControleCompile[] = []
  const cles = new Set<string>()
  for (const regle of modele.controles)
    for (const valeur of regle.pourChaque ?? [null]) {
      const cle = valeur ? `${regle.code}:${valeur.code}` : regle.code
      if (cles.has(cle))
        problemes.push(unProbleme(cle, 'DOUBLON', 'Ce contrôle est donné deux fois.'))
      cles.add(cle)
      const lues = creerLectures()
      const controle = compilerRegle(regle, valeur, cle, lues, atelier, problemes)
      if (!controle) continue
      noeuds.push({ sorte: 'controle', rang: controles.length })
      lectures.push(lues)
      controles.push(controle)
    }
  return controles
}

function compilerRegle(
  regle: Regle,
  valeur: ValeurCodee | null,
  cle: string,
  lectures: Lectures,
  atelier: Atelier,
  problemes: Probleme[],
): ControleCompile | null {
  const situation: Situation = {
    atelier,
    dollar: valeur?.code ?? null,
    portee: null,
    tableau: null,
    seuils: regle.seuils ?? {},
    lectures,
  }
  const formule = tenter({ chemin: cle, trait: 'formule' }, problemes, () => {
    const noeud = lireUneFois(atelier, regle.formule)
    const expression = compiler(noeud, situation)
    exigerType(expression, 'booleen', noeud)
    return { noeud, lire: expression.lire }
  })
  if (!formule) return null
  const libelle = valeur?.libelle ?? null
  // A message reads cells too: when one of its figures changes, it is another message.
  const message = tenter({ chemin: `${cle}, message`, trait: 'message' }, problemes, () =>
    compilerMessage(regle.message, { formule: formule.noeud, libelle }, situation),
  )
  const cellules = tenter({ chemin: `${cle}, cellules`, trait: 'cellules' }, problemes, () =>
    regle.cellules.flatMap((adresse) => adressesDe(adresse, situation)),
  )
  if (!message || !cellules) return null
  const { code, niveau } = regle
  return { cle, code, niveau, cellules, lire: formule.lire, message }
}

function adressesDe(adresse: string, situation: Situation): string[] {
  const noeud = lireUneFois(situation.atelier, adresse)
  if (noeud.sorte !== 'adresse')
    throw new FormuleInvalide(`«\u00a0${adresse}\u00a0» n’est pas une cellule.`, noeud.position)
  return ciblesDe(noeud, { ...situation, lectures: creerLectures() }).map(
    ({ cellule }) => cellule.adresse,
  )
}

export type { ModeleCompile } from './compile.schema.ts'

/**
 * Checks a model and makes it ready to run. The result is immutable: compile once, use it for
 * every form. `avant`: what was expected before its first month, where that was another rhythm.
 * @throws ModeleInvalide with every problem found: formulas that cannot be read, unknown cells,
 * types, cycles, duplicates, indicators that are no cell.
 */
export function compilerModele(modele: Modele, avant: RythmeAvant | null = null): ModeleCompile {
  try {
    return { ...compilerBorne(modele), avant }
  } catch (cause) {
    if (!(cause instanceof ModeleDemesure)) throw cause
    throw new ModeleInvalide(modele.code, [unProbleme('', 'BORNE', cause.message)])
  }
}

/** @throws ModeleInvalide, ModeleDemesure */
function compilerBorne(modele: Modele): Omit<ModeleCompile, 'avant'> {
  const problemes: Probleme[] = []
  const demesure = demesureDe(modele)
  if (demesure) throw new ModeleDemesure(demesure)
  const plan = etaler(modele)
  verifierPlan(modele, plan, problemes)
  verifierRythme(modele, problemes)
  const atelier: Atelier = {
    plan,
    codeModele: modele.code,
    rythme: modele,
    exterieurs: [],
    besoins: [],
    rangsExterieurs: new Map(),
    lues: new Map(),
    reste: BORNES_MODELE.travail,
  }
  const noeuds: NoeudCompile[] = []
  const lectures: Lectures[] = []
  const { formules, formulesTableaux } = compilerFormules(atelier, problemes, noeuds, lectures)
  const controles = compilerControles(modele, atelier, problemes, noeuds, lectures)
  const graphe = ordonner(lectures)
  if ('cycle' in graphe) problemes.push(problemeDeCycle(graphe.cycle.map((id) => noeuds[id])))
  if (problemes.length > 0 || 'cycle' in graphe) throw new ModeleInvalide(modele.code, problemes)
  return {
    modele,
    cellules: plan.cellules,
    tableaux: plan.tableaux,
    parcours: plan.parcours,
    formules,
    formulesTableaux,
    controles,
    noeuds,
    ...graphe,
    exterieurs: atelier.exterieurs,
    besoins: atelier.besoins,
  }
}

function unProbleme(chemin: string, code: CodeProbleme, message: string): Probleme {
  return { chemin, position: null, message, code, trait: null }
}

/** Names at most of a cycle: who reads it looks for the one that is wrong. */
const NOMS_MAX = 12

function problemeDeCycle(cycle: (NoeudCompile | undefined)[]): Probleme {
  const noms = cycle.map(nomDe)
  const dits = noms.length > NOMS_MAX ? [...noms.slice(0, NOMS_MAX / 2), '…', noms.at(-1)] : noms
  const message = `Ces formules tournent en rond\u00a0: ${dits.join(' → ')}.`
  return { ...unProbleme(noms[0] ?? '', 'CYCLE', message), trait: traitDe(cycle[0]) }
}

/** What of a cell makes it read others: its computation, or else when it has no object. */
function traitDe(noeud: NoeudCompile | undefined): 'formule' | 'soSi' {
  const formules = noeud && 'formules' in noeud ? noeud.formules : null
  return formules?.soSi && !formules.formule ? 'soSi' : 'formule'
}

function nomDe(noeud: NoeudCompile | undefined): string {
  return noeud && 'cellule' in noeud ? noeud.cellule.adresse : ''
}

const SANS_CASE = 'Ce modèle n’a aucune case\u00a0: ajoutez une section.'
const REFERENCE_SEULE =
  'La référence se compare à l’effectif\u00a0: choisissez la case de l’effectif, ou laissez la référence vide.'

const MOIS_DEUX_FOIS = 'Un mois attendu n’est donné qu’une fois.'
const tropCouverts = (couverts: number, ecart: number) =>
  `Un rapport couvrirait ${couverts} mois, alors que le précédent est attendu ${ecart} mois avant\u00a0: les mêmes mois seraient comptés deux fois. Attendez moins de mois, ou couvrez-en moins.`

/** No month may be covered by two reports, nor expected twice. */
function verifierRythme(modele: Modele, problemes: Probleme[]) {
  const { moisAttendus = [] } = modele
  const dire = (chemin: string, message: string) =>
    problemes.push(unProbleme(chemin, 'RYTHME', message))
  if (new Set(moisAttendus).size < moisAttendus.length) dire('moisAttendus', MOIS_DEUX_FOIS)
  const [couverts, ecart] = [moisCouvertsDe(modele), ecartMinimal(modele)]
  if (couverts > ecart) dire('moisCouverts', tropCouverts(couverts, ecart))
}

const SANS_COMPTE =
  'Ce qu’elle compte ne se dit que d’un nombre\u00a0; des personnes ou des agents, que d’un nombre entier, sans signe.'

/** Persons and staff are counted by whole numbers, and nothing is by a text. */
const peutCompter = ({ nature, compte }: Cellule): boolean =>
  compte === null || (compte === 'autre' ? typeDe(nature) === 'nombre' : nature === 'entier')

function verifierPlan(modele: Modele, plan: Plan, problemes: Probleme[]) {
  const dire = (chemin: string, message: string, code: CodeProbleme = 'CELLULE') =>
    problemes.push(unProbleme(chemin, code, message))
  for (const adresse of plan.doublons) dire(adresse, 'Ce code est donné deux fois.', 'DOUBLON')
  if (plan.cellules.size === 0 && plan.tableaux.length === 0) dire('', SANS_CASE, 'SANS_CASE')
  const { effectif, reference } = modele.indicateurs
  if (reference !== undefined && effectif === undefined)
    dire('indicateurs.reference', REFERENCE_SEULE, 'REFERENCE_SEULE')
  for (const nom of INDICATEURS) {
    const adresse = modele.indicateurs[nom]
    if (adresse === undefined) continue
    const cellule = plan.cellules.get(adresse)
    if (!cellule || typeDe(cellule.nature) !== 'nombre')
      dire(
        `indicateurs.${nom}`,
        `La cellule ${adresse} n’existe pas, ou n’est pas un nombre.`,
        'INDICATEUR',
      )
  }
  for (const { cellule, formules } of [...plan.sources, ...plan.colonnes]) {
    if (cellule.codes?.length === 0)
      dire(cellule.adresse, 'Une liste doit nommer une codification qui a des codes.')
    if (cellule.codes?.some(({ code }) => code === 'ND' || code === 'SO'))
      dire(cellule.adresse, 'ND et SO ne peuvent pas être des codes d’une liste.')
    if (cellule.luSeul && !formules.prerempli && !formules.formule)
      dire(cellule.adresse, 'Une cellule lue seule doit être préremplie.')
    if (cellule.min !== null && cellule.max !== null && cellule.min > cellule.max)
      dire(cellule.adresse, 'Le minimum dépasse le maximum.')
    if (!peutCompter(cellule)) dire(cellule.adresse, SANS_COMPTE)
  }
  for (const { cellule, formules } of plan.colonnes)
    if (formules.soSi || formules.prerempli)
      dire(cellule.adresse, 'Un tableau n’accepte ni soSi ni prerempli.')
}

/**
 * The cell at an address, those of repeating tables included, whether or not the row exists yet;
 * null when the model has no such cell.
 */
export function celluleDe(mc: ModeleCompile, adresse: string): Cellule | null {
  const cellule = mc.cellules.get(adresse)
  if (cellule) return cellule
  const [code, ligne = '', colonne = '', ...reste] = adresse.split('.')
  if (reste.length > 0 || !LIGNE_ID.test(ligne)) return null
  const tableau = mc.tableaux.find((candidat) => candidat.code === code)
  const prototype = tableau?.parCode.get(colonne)
  return prototype ? { ...prototype, adresse, ligne } : null
}

/** Values of other forms that a form of this month needs, in the order of models and months. */
export type BesoinContexte = { modele: string; mois: string; cellules: string[] }

/** What the context of a form says of the expected months before it, where another rhythm came first. */
export function passeDe(
  { modele, avant }: Pick<ModeleCompile, 'modele' | 'avant'>,
  periode: Periode,
): Pick<Contexte, 'reculs' | 'couvertsAvant'> {
  const rang = rangDe(periode)
  if (!avant || rang < avant.du) return {}
  const reculs = reculsDe(modele, rang, avant)
  const [premier = 0] = reculs
  return { reculs, ...(rang - premier < avant.du && { couvertsAvant: avant.couverts }) }
}

/**
 * What `Contexte.autres` must hold for the formulas of a model to run: for each form of the same
 * structure, by model and month (`AAAA-MM`), the cells read. A form that does not exist is left out.
 */
export function besoinsContexte(mc: ModeleCompile, periode: Periode): BesoinContexte[] {
  const parCle = new Map<string, BesoinContexte & { vues: Set<string> }>()
  const situee = { ...periode, ...passeDe(mc, periode) }
  for (const { modele, cellule, decalages } of mc.besoins)
    for (const decalage of decalagesDe({ decalages }, mc.modele, situee)) {
      const mois = isoDe(periodeDe(rangDe(periode) + decalage))
      const cle = cleContexte(modele, mois)
      const besoin = parCle.get(cle) ?? { modele, mois, cellules: [], vues: new Set() }
      besoin.vues.add(cellule)
      parCle.set(cle, besoin)
    }
  return [...parCle.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { modele, mois, vues }]) => ({ modele, mois, cellules: [...vues].sort() }))
}
