import type { Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Calcul } from '@releve/contract/modele/calcul.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import type { Controle, Niveau } from '@releve/contract/modele/modele.schema.ts'
import type { Attente } from './attente.ts'
import { dresserBilan, garderIdentites, type Justification } from './bilan.ts'
import { type Canaux, creerCanaux } from './canaux.ts'
import type { Bilan, EtatCellule } from './saisie.types.ts'
import { texteChamp, texteLecture } from './texte.ts'

/** All that one open form holds in this page; everything the screen shows derives from it. */
export type Noyau = {
  mc: ModeleCompile
  calcul: Calcul
  attente: Attente
  /** Texts as they are typed, until their field is left; invalid ones stay. */
  textes: Map<string, string>
  /** Why a cell's text is no value, or why the server refused it. */
  fautes: Map<string, string>
  commentaires: Map<string, string>
  justifications: Map<string, Justification>
  remarques: Map<string, Remarque[]>
  /** Rows of repeating tables, in the order of the screen, blank ones included. */
  lignes: Map<string, readonly string[]>
  resultats: readonly Controle[]
  parCellule: Map<string, Controle[]>
  vues: Map<string, EtatCellule>
  cellules: Map<string, Cellule>
  bilan: Bilan
  bilanArme: boolean
  active: string | null
  canaux: Canaux
}

type Depart = Pick<Noyau, 'mc' | 'calcul' | 'attente'> & {
  commentaires: Record<string, string>
  remarques: readonly Remarque[]
}

const SANS_BILAN: Bilan = {
  problemes: [],
  sections: new Map(),
  requises: 0,
  remplies: 0,
  erreurs: 0,
  bloquants: 0,
  aJustifier: 0,
}

export function creerNoyau({ mc, calcul, attente, commentaires, remarques }: Depart): Noyau {
  const noyau: Noyau = {
    mc,
    calcul,
    attente,
    textes: new Map(),
    fautes: new Map(),
    commentaires: new Map(Object.entries(commentaires)),
    justifications: new Map(),
    remarques: grouper(remarques, ({ cellule }) => (cellule === null ? [] : [cellule])),
    lignes: new Map(mc.tableaux.map(({ code }) => [code, calcul.lignes(code).slice()])),
    resultats: [],
    parCellule: new Map(),
    vues: new Map(),
    cellules: new Map(),
    bilan: SANS_BILAN,
    bilanArme: false,
    active: null,
    canaux: creerCanaux(),
  }
  relireControles(noyau)
  return noyau
}

export function grouper<T>(
  choses: readonly T[],
  cles: (chose: T) => readonly string[],
): Map<string, T[]> {
  const groupes = new Map<string, T[]>()
  for (const chose of choses)
    for (const cle of cles(chose)) groupes.set(cle, [...(groupes.get(cle) ?? []), chose])
  return groupes
}

/** The cell at an address, rows not yet saved included; kept, since it is asked at every render. */
export function trouverCellule(noyau: Noyau, adresse: string): Cellule | undefined {
  const connue = noyau.cellules.get(adresse)
  if (connue) return connue
  const cellule = celluleDe(noyau.mc, adresse) ?? undefined
  if (cellule) noyau.cellules.set(adresse, cellule)
  return cellule
}

/** Reads the controls anew. Answers the cells whose messages changed. */
export function relireControles(noyau: Noyau): Set<string> {
  const avant = noyau.parCellule
  noyau.resultats = noyau.calcul.resultats()
  noyau.parCellule = grouper(noyau.resultats, ({ cellules }) => cellules)
  const changees = new Set<string>()
  const dire = (controles: Controle[] = []) => controles.map(({ message }) => message).join('\n')
  for (const adresse of new Set([...avant.keys(), ...noyau.parCellule.keys()]))
    if (dire(avant.get(adresse)) !== dire(noyau.parCellule.get(adresse))) changees.add(adresse)
  return changees
}

const NIVEAUX: readonly Niveau[] = ['BLOQUANT', 'AVERTISSEMENT', 'INFO']

export function regarder(noyau: Noyau, adresse: string): EtatCellule {
  const vue = noyau.vues.get(adresse) ?? dresser(noyau, adresse)
  noyau.vues.set(adresse, vue)
  return vue
}

function dresser(noyau: Noyau, adresse: string): EtatCellule {
  const { calcul } = noyau
  const cellule = trouverCellule(noyau, adresse)
  const controles = noyau.parCellule.get(adresse) ?? []
  const fermee = !cellule || cellule.calculee || cellule.luSeul || calcul.verrouillee(adresse)
  const somme = calcul.partiel(adresse)
  const valeur = calcul.valeur(adresse) ?? somme
  const afficher = fermee ? texteLecture : texteChamp
  return {
    texte: noyau.textes.get(adresse) ?? (cellule ? afficher(cellule, valeur) : ''),
    valeur: calcul.valeur(adresse) ?? undefined,
    erreur: noyau.fautes.get(adresse) ?? null,
    requise: calcul.requise(adresse),
    fermee,
    partiel: somme !== null,
    niveau: NIVEAUX.find((niveau) => controles.some((dit) => dit.niveau === niveau)) ?? null,
    messages: controles.map(({ message }) => message),
    commentaire: noyau.commentaires.get(adresse) ?? '',
    commentaireRequis: calcul.commentaireRequis(adresse),
    remarques: noyau.remarques.get(adresse) ?? AUCUNE,
  }
}
const AUCUNE: readonly Remarque[] = []

/** Shows a cell anew, if anything it shows changed. */
export function rafraichir(noyau: Noyau, adresses: Iterable<string>): void {
  for (const adresse of adresses) {
    const avant = noyau.vues.get(adresse)
    if (!avant) continue
    const apres = dresser(noyau, adresse)
    if (memeVue(avant, apres)) continue
    noyau.vues.set(adresse, apres)
    noyau.canaux.publier(adresse)
  }
}

function memeVue(a: EtatCellule, b: EtatCellule): boolean {
  const { messages: dits, ...resteA } = a
  const { messages, ...resteB } = b
  // Same literal, same keys: `dresser` wrote both.
  return (
    dits.join('\n') === messages.join('\n') &&
    Object.entries(resteA).every(([cle, valeur]) => Reflect.get(resteB, cle) === valeur)
  )
}

/** Milliseconds by which the summary may lag behind a key: a key must show at once. */
const RETARD_BILAN = 80

/** The summary ranges over the whole form: it follows the keys, it does not hold them. */
export function armerBilan(noyau: Noyau): void {
  if (noyau.bilanArme) return
  noyau.bilanArme = true
  setTimeout(() => refaireBilan(noyau), RETARD_BILAN)
}

export function refaireBilan(noyau: Noyau): void {
  noyau.bilanArme = false
  noyau.bilan = garderIdentites(noyau.bilan, dresserBilan(noyau))
  noyau.canaux.publier(CANAL_BILAN)
}

// No address holds a space: these channels are never mistaken for a cell.
export const CANAL_BILAN = 'le bilan'
export const CANAL_ACTIVE = 'la case active'
export const canalLignes = (section: string) => `les lignes de ${section}`
