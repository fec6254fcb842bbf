import type { Cellule } from '../modele/cellule.ts'
import type { Arete, ModeleCompile, NoeudCompile } from '../modele/compile.schema.ts'
import { celluleDe } from '../modele/compile.ts'
import type { Remarque } from './formulaire.schema.ts'

/** Addresses of cells; a repeating table opens whole, as `ACT.*`: its rows come and go. */
export type CasesOuvertes = readonly string[]

type Marque = Pick<Remarque, 'cellule' | 'statut'>

/** For each node, those that it reads: the edges of the model, the other way round. */
const lus = new WeakMap<ModeleCompile, number[][]>()

function lecturesDe({ dependants }: ModeleCompile): number[][] {
  const sens: number[][] = dependants.map(() => [])
  dependants.forEach((aretes: readonly Arete[], de) => {
    for (const { vers } of aretes) sens[vers]?.push(de)
  })
  return sens
}

function lecturesConnues(mc: ModeleCompile): number[][] {
  const connues = lus.get(mc) ?? lecturesDe(mc)
  lus.set(mc, connues)
  return connues
}

/** Where a node's figure is entered; null for what nobody enters. */
function entreeDe(noeud: NoeudCompile | undefined): string | null {
  if (!noeud || noeud.sorte === 'controle') return null
  const { calculee, luSeul, adresse } = noeud.cellule
  if (calculee || luSeul) return null
  return noeud.sorte === 'colonne' ? `${noeud.tableau.code}.*` : adresse
}

/** Every node from which one may come to these, or to which one may go, themselves included. */
function atteints(depart: Iterable<number>, suite: (noeud: number) => readonly number[]) {
  const vus = new Set(depart)
  for (const noeud of vus) for (const suivant of suite(noeud)) vus.add(suivant)
  return vus
}

/** The node of a cell, or those of all the columns of its repeating table. */
function noeudsDe(mc: ModeleCompile, adresses: Iterable<string>): number[] {
  const voulues = new Set<string>()
  for (const adresse of adresses) {
    const cellule = celluleDe(mc, adresse)
    voulues.add(cellule && !mc.cellules.has(adresse) ? `${cellule.section}.*` : adresse)
  }
  return mc.noeuds.flatMap((noeud, id) => {
    if (noeud.sorte === 'cellule') return voulues.has(noeud.cellule.adresse) ? [id] : []
    return noeud.sorte === 'colonne' && voulues.has(`${noeud.tableau.code}.*`) ? [id] : []
  })
}

/** By blocking control, the cells entered that it reads, also through those that are computed. */
const liens = new WeakMap<ModeleCompile, ReadonlyMap<string, ReadonlySet<string>>>()

function entreesDes(mc: ModeleCompile, depart: Iterable<number>): Set<string> {
  const lectures = lecturesConnues(mc)
  const entrees = new Set<string>()
  for (const id of atteints(depart, (noeud) => lectures[noeud] ?? [])) {
    const entree = entreeDe(mc.noeuds[id])
    if (entree !== null) entrees.add(entree)
  }
  return entrees
}

function liensDe(mc: ModeleCompile): ReadonlyMap<string, ReadonlySet<string>> {
  const connus = liens.get(mc)
  if (connus) return connus
  const lies = new Map<string, ReadonlySet<string>>()
  mc.noeuds.forEach((noeud, id) => {
    const controle = noeud.sorte === 'controle' ? mc.controles[noeud.rang] : undefined
    if (controle?.niveau === 'BLOQUANT') lies.set(controle.cle, entreesDes(mc, [id]))
  })
  liens.set(mc, lies)
  return lies
}

/** A marked cell that is entered opens itself; a computed one, what it is computed from. */
function saisiesDe(mc: ModeleCompile, marquees: readonly string[]): Set<string> {
  const ouvertes = new Set<string>()
  const calculees: string[] = []
  for (const adresse of marquees) {
    const cellule = celluleDe(mc, adresse)
    if (!cellule) continue
    if (cellule.calculee || cellule.luSeul) calculees.push(adresse)
    else ouvertes.add(mc.cellules.has(adresse) ? adresse : `${cellule.section}.*`)
  }
  for (const entree of entreesDes(mc, noeudsDe(mc, calculees))) ouvertes.add(entree)
  return ouvertes
}

/**
 * The cells that a report opens when it is sent back for those that are marked: each of them, what
 * a computed one is computed from, and what a blocking control ties to them, so that a total and
 * its parts are corrected together. Null, which opens all: no cell is marked, or the whole is.
 */
export function casesRouvertes(
  mc: ModeleCompile,
  remarques: readonly Marque[],
): CasesOuvertes | null {
  const ouvertes = remarques.filter(({ statut }) => statut === 'OUVERTE')
  const marquees = ouvertes.flatMap(({ cellule }) => cellule ?? [])
  if (marquees.length === 0 || marquees.length < ouvertes.length) return null
  const saisies = saisiesDe(mc, marquees)
  const cases = new Set(saisies)
  for (const liees of liensDe(mc).values()) {
    if ([...saisies].some((adresse) => liees.has(adresse)))
      for (const liee of liees) cases.add(liee)
  }
  return [...cases].toSorted()
}

/**
 * What must be within reach for a report to be submitted, as its figures stand: whatever the
 * blocking controls that fire read, and the cells that are required and blank. A correction may
 * lead there, far from what was marked; so may another month, or the structure's record.
 */
export function casesNecessaires({ mc, resultats, manquants }: Chiffres): string[] {
  const lies = liensDe(mc)
  const cases = new Set<string>(saisiesDe(mc, manquants))
  for (const { cle } of resultats) for (const liee of lies.get(cle) ?? []) cases.add(liee)
  return [...cases]
}
type Chiffres = {
  mc: ModeleCompile
  resultats: readonly { cle: string }[]
  manquants: readonly string[]
}

/** Whether a cell may be entered where these are open; null: all. */
export function estRouverte(
  ouvertes: ReadonlySet<string> | null,
  { adresse, section, ligne }: Pick<Cellule, 'adresse' | 'section' | 'ligne'>,
): boolean {
  return (
    ouvertes === null || ouvertes.has(adresse) || (ligne !== null && ouvertes.has(`${section}.*`))
  )
}

/** Remarks on cells, by what they wait for: what lists count. */
export function compterRemarques(remarques: readonly Marque[]) {
  const nombre = (voulu: Remarque['statut']) =>
    remarques.filter(({ cellule, statut }) => cellule !== null && statut === voulu).length
  return { remarquesOuvertes: nombre('OUVERTE'), remarquesCorrigees: nombre('CORRIGEE') }
}
