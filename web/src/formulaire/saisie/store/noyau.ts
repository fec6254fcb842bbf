import type { Formulaire, Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import { estRouverte } from '@releve/contract/formulaire/retour.rules.ts'
import type { Calcul } from '@releve/contract/modele/calcul.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import type { Controle, Niveau, Valeur } from '@releve/contract/modele/modele.schema.ts'
import { textesSaisie } from '../saisie.textes.ts'
import type { Attente } from './attente.ts'
import { dresserBilan, garderIdentites, type Justification } from './bilan.ts'
import type { Chiffres } from './chiffres.ts'
import type {
  Bilan,
  CadreCellule,
  EtatCellule,
  Juger,
  ValeurAnterieure,
  ValeurInhabituelle,
} from './client.ts'
import { texteChamp, texteLecture } from './texte.ts'

/** What a key changes of a cell, or of a total: written in its element as it comes (`suivreTexte`). */
type PartieVive = Exclude<keyof EtatCellule, keyof CadreCellule>

/** All that one form on the screen holds in this page; everything shown derives from it. */
export type Noyau = {
  mc: ModeleCompile
  calcul: Chiffres
  /** Texts as they are typed, until their field is left; invalid ones stay. */
  textes: Map<string, string>
  /** Cells in which somebody types while others have changed them: he does not see it until he leaves. */
  surprises: Set<string>
  /** Why a cell's text is no value, or why the server refused it. */
  fautes: Map<string, string>
  commentaires: Map<string, string>
  justifications: Map<string, Justification>
  remarques: Map<string, Remarque[]>
  /** Sent back: each marked cell waits for a correction, or an answer. */
  renvoye: boolean
  /** Of a form sent back for some of its cells, those; null: all of them. */
  ouvertes: Set<string> | null
  /** What was typed in cells that are closed: it is not sent, and is not forgotten without a word. */
  ecartees: ReadonlyMap<string, string>
  /** Rows of repeating tables, in the order of the screen, blank ones included. */
  lignes: Map<string, readonly string[]>
  resultats: readonly Controle[]
  parCellule: Map<string, Controle[]>
  /** Null until the past of the form is known. */
  juger: Juger | null
  vues: Map<string, EtatCellule>
  cadres: Map<string, CadreCellule>
  cellules: Map<string, Cellule>
  bilan: Bilan
  /** When the summary must be drawn up at the latest; null when nothing waits for it. */
  bilanDu: number | null
  minuterieBilan: ReturnType<typeof setTimeout> | undefined
  active: string | null
  /** Where others are, by cell: their initials. */
  presents: ReadonlyMap<string, string>
  /** What has changed since the submission before, for who reviews. */
  changees: ReadonlyMap<string, ValeurAnterieure>
  canaux: Canaux
}

/** The same, where figures are entered: they are computed here, and what changes waits to be sent. */
export type NoyauSaisi = Noyau & { calcul: Calcul; attente: Attente }

type EtatRecu = Pick<
  Formulaire,
  'etat' | 'commentaires' | 'justifications' | 'remarques' | 'resultats' | 'casesOuvertes'
>

const SANS_BILAN: Bilan = {
  problemes: [],
  sections: new Map(),
  requises: 0,
  remplies: 0,
  erreurs: 0,
  bloquants: 0,
  aJustifier: 0,
  aTraiter: 0,
}

export function creerNoyau(mc: ModeleCompile, calcul: Chiffres, recu: EtatRecu): Noyau {
  const noyau: Noyau = {
    mc,
    calcul,
    textes: new Map(),
    surprises: new Set(),
    fautes: new Map(),
    commentaires: new Map(Object.entries(recu.commentaires)),
    justifications: justificationsDe(recu),
    remarques: parCase(recu.remarques),
    renvoye: recu.etat === 'RENVOYE',
    ouvertes: recu.casesOuvertes && new Set(recu.casesOuvertes),
    ecartees: new Map(),
    lignes: new Map(mc.tableaux.map(({ code }) => [code, calcul.lignes(code).slice()])),
    resultats: [],
    parCellule: new Map(),
    juger: null,
    vues: new Map(),
    cadres: new Map(),
    cellules: new Map(),
    bilan: SANS_BILAN,
    bilanDu: null,
    minuterieBilan: undefined,
    active: null,
    presents: new Map(),
    changees: new Map(),
    canaux: creerCanaux(),
  }
  relireControles(noyau)
  return noyau
}

/** A justification that the server holds answers the message that the server read. */
export function justificationsDe({
  justifications,
  resultats,
}: Pick<EtatRecu, 'justifications' | 'resultats'>): Map<string, Justification> {
  const messages = new Map(resultats.map(({ cle, message }) => [cle, message]))
  return new Map(
    Object.entries(justifications).map(([cle, texte]) => [
      cle,
      { texte, message: messages.get(cle) ?? null },
    ]),
  )
}

export const parCase = (remarques: readonly Remarque[]): Map<string, Remarque[]> =>
  grouper(remarques, ({ cellule }) => (cellule === null ? [] : [cellule]))

function grouper<T>(choses: readonly T[], cles: (chose: T) => readonly string[]): Map<string, T[]> {
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

export function encadrer(noyau: Noyau, adresse: string): CadreCellule {
  const cadre = noyau.cadres.get(adresse) ?? cadreDe(regarder(noyau, adresse))
  noyau.cadres.set(adresse, cadre)
  return cadre
}

const ECRIT: Readonly<Record<PartieVive, true>> = { texte: true, valeur: true, partiel: true }

const cadreDe = ({ texte: _t, valeur: _v, partiel: _p, ...cadre }: EtatCellule): CadreCellule =>
  cadre

function dresser(noyau: Noyau, adresse: string): EtatCellule {
  const { calcul } = noyau
  const cellule = trouverCellule(noyau, adresse)
  const controles = noyau.parCellule.get(adresse) ?? []
  const fermee = !cellule || estFermee(noyau, cellule)
  const somme = calcul.partiel(adresse)
  const valeur = calcul.valeur(adresse) ?? somme
  const horsMois = cellule ? calcul.horsMois(cellule) : AUCUN
  // Half a figure is no figure: nothing is said of what is being typed.
  const tapee = noyau.textes.has(adresse)
  const afficher = fermee ? texteLecture : texteChamp
  return {
    texte: noyau.textes.get(adresse) ?? (cellule ? afficher(cellule, valeur) : ''),
    valeur: calcul.valeur(adresse) ?? undefined,
    inhabituelle: cellule && !tapee ? jugee(noyau, cellule, valeur) : null,
    erreur: noyau.fautes.get(adresse) ?? null,
    requise: calcul.requise(adresse),
    fermee,
    partiel: somme !== null,
    niveau: NIVEAUX.find((niveau) => controles.some((dit) => dit.niveau === niveau)) ?? null,
    messages: garder(noyau.vues.get(adresse)?.messages, [
      ...(horsMois.includes(String(valeur)) ? [textesSaisie.horsMois] : []),
      ...controles.map(({ message }) => message),
    ]),
    commentaire: noyau.commentaires.get(adresse) ?? '',
    commentaireRequis: calcul.commentaireRequis(adresse),
    remarques: noyau.remarques.get(adresse) ?? AUCUNE,
    horsMois,
    presents: noyau.presents.get(adresse) ?? '',
    changee: noyau.changees.get(adresse) ?? null,
  }
}

/** Whether nothing may be entered in this cell. */
export function estFermee(noyau: Noyau, cellule: Cellule): boolean {
  const { adresse, calculee, luSeul } = cellule
  return calculee || luSeul || noyau.calcul.verrouillee(adresse) || !estAOuvrir(noyau, cellule)
}

/** Marked, or tied to a marked one; or what the figures call for now, which the server allows too. */
export function estAOuvrir({ calcul, ouvertes, parCellule }: Noyau, cellule: Cellule): boolean {
  const { adresse } = cellule
  return (
    estRouverte(ouvertes, cellule) ||
    calcul.motifManquant(adresse) !== null ||
    (parCellule.get(adresse) ?? []).some(({ niveau }) => niveau === 'BLOQUANT')
  )
}

/** Whether rows may come and go in this table. */
export const estTableauOuvert = ({ ouvertes }: Noyau, section: string): boolean =>
  ouvertes === null || ouvertes.has(`${section}.*`)

/** What is computed follows from what is entered: that alone is judged. */
function jugee(
  { juger }: Noyau,
  cellule: Cellule,
  valeur: Valeur | null,
): ValeurInhabituelle | null {
  return juger && !cellule.calculee && !cellule.luSeul ? juger(cellule, valeur ?? undefined) : null
}

const AUCUNE: readonly Remarque[] = []
const AUCUN: readonly string[] = []

/** The same list as before, if it says the same. */
function garder(avant: readonly string[] = AUCUN, apres: readonly string[]): readonly string[] {
  const memes = avant.length === apres.length && apres.every((dit, rang) => dit === avant[rang])
  return memes ? avant : apres
}

/** Shows a cell anew, if anything it shows changed; what stands around it, if that did. */
export function rafraichir(noyau: Noyau, adresses: Iterable<string>): void {
  for (const adresse of adresses) {
    const avant = noyau.vues.get(adresse)
    if (!avant) continue
    const apres = dresser(noyau, adresse)
    const change = comparer(avant, apres)
    if (change === 'rien') continue
    noyau.vues.set(adresse, apres)
    noyau.canaux.publier(adresse)
    if (change === 'texte' || !noyau.cadres.has(adresse)) continue
    noyau.cadres.set(adresse, cadreDe(apres))
    noyau.canaux.publier(canalCadre(adresse))
  }
}

/** What of a cell has changed. At each key, for each figure that follows: it makes nothing. */
function comparer<T extends EtatCellule>(avant: T, apres: T): 'rien' | 'texte' | 'cadre' {
  let change: 'rien' | 'texte' = 'rien'
  // Same literal, same keys: `dresser` wrote both.
  for (const nom in avant) {
    if (avant[nom] === apres[nom]) continue
    if (!Object.hasOwn(ECRIT, nom)) return 'cadre'
    change = 'texte'
  }
  return change
}

/** Milliseconds without a key before the summary follows: a key must show at once. */
const RETARD_BILAN = 250
/** Milliseconds by which it may lag behind who never stops. */
const RETARD_BILAN_MAX = 1000

/**
 * The summary ranges over the whole form: it follows the keys, it does not hold them. On a slow
 * machine it would come between two of them, and the next would wait for it.
 */
export function armerBilan(noyau: Noyau): void {
  const maintenant = performance.now()
  noyau.bilanDu ??= maintenant + RETARD_BILAN_MAX
  clearTimeout(noyau.minuterieBilan)
  const delai = Math.min(RETARD_BILAN, noyau.bilanDu - maintenant)
  noyau.minuterieBilan = setTimeout(() => refaireBilan(noyau), delai)
}

export function refaireBilan(noyau: Noyau): void {
  clearTimeout(noyau.minuterieBilan)
  noyau.bilanDu = null
  noyau.bilan = garderIdentites(noyau.bilan, dresserBilan(noyau))
  noyau.canaux.publier(CANAL_BILAN)
}

// No address holds a space: these channels are never mistaken for a cell.
export const CANAL_BILAN = 'le bilan'
export const CANAL_ACTIVE = 'la case active'
export const canalCadre = (adresse: string) => `le cadre de ${adresse}`
export const canalLignes = (section: string) => `les lignes de ${section}`

type Rappel = () => void

/** Who listens to what: one channel per cell, so that a key wakes only the cells it changes. */
type Canaux = {
  abonner: (canal: string, rappel: Rappel) => () => void
  publier: (canal: string) => void
}

function creerCanaux(): Canaux {
  const canaux = new Map<string, Set<Rappel>>()
  return {
    abonner: (canal, rappel) => {
      const rappels = canaux.get(canal) ?? new Set()
      canaux.set(canal, rappels.add(rappel))
      return () => {
        rappels.delete(rappel)
        if (rappels.size === 0 && canaux.get(canal) === rappels) canaux.delete(canal)
      }
    },
    publier: (canal) => {
      for (const rappel of canaux.get(canal) ?? []) rappel()
    },
  }
}
