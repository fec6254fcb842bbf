import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Donnees, Modele } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { textesSaisie } from '../saisie.textes.ts'
import { type Bilan, casesARevoir, estATraiter, parcourir } from './bilan.ts'
import {
  CANAL_ACTIVE,
  CANAL_BILAN,
  type CadreCellule,
  type Changee,
  canalCadre,
  canalLignes,
  type EtatCellule,
  encadrer,
  estTableauOuvert,
  type Juger,
  type Noyau,
  rafraichir,
  refaireBilan,
  regarder,
  trouverCellule,
} from './noyau.ts'
import { texteLecture } from './texte.ts'

export type Abonnement = (rappel: () => void) => () => void

/** What one reads of a form on the screen, entered or not: its cells, each with its subscribers. */
export type Lecture = {
  modele: Modele
  celluleDe: (adresse: string) => Cellule | undefined
  lire: (adresse: string) => EtatCellule
  abonner: (adresse: string, rappel: () => void) => () => void
  /** What stands around its text: what a key in the cell changes seldom. */
  encadrer: (adresse: string) => CadreCellule
  abonnerCadre: (adresse: string, rappel: () => void) => () => void
  lignes: (section: string) => readonly string[]
  abonnerLignes: (section: string, rappel: () => void) => () => void
  lireBilan: () => Bilan
  abonnerBilan: Abonnement
  /** Value of the previous month, as shown; null when there is none. */
  precedent: (adresse: string) => string | null
  /** « En février 2025 : », said before it. */
  libellePrecedent: string
  anneePrecedente: (adresse: string) => string | null
  /** The cell looked at. */
  active: () => string | null
  abonnerActive: Abonnement
  activer: (adresse: string) => void
  /** From now on, cells say what is unusual in them. */
  juger: (juger: Juger) => void
  /** Where others are, by cell: their initials. */
  marquerPresents: (presents: ReadonlyMap<string, string>) => void
  /** What has changed since the submission before: on its cells, counted, and walked through. */
  marquerChangees: (changees: ReadonlyMap<string, Changee>) => void
  /** The next cell where something waits, or the one before, from the cell looked at; then round. */
  probleme: (sens: 1 | -1) => string | null
  /** Whether rows may come and go in this table; told by `abonnerLignes`. */
  tableauOuvert: (section: string) => boolean
  /** What was typed in cells that are closed, by cell; told by `abonnerBilan`. */
  ecartees: () => ReadonlyMap<string, string>
  oublierEcartees: () => void
}

/** One and the same array: who subscribes renders again when it is another. */
const AUCUNE: readonly string[] = []

export function ouvrirLecture(noyau: Noyau, formulaire: Formulaire): Lecture {
  const { canaux, mc } = noyau
  const celluleDe = (adresse: string) => trouverCellule(noyau, adresse)
  const marquer = <N extends 'presents' | 'changees'>(nom: N, marques: Noyau[N]) => {
    const touchees = [...noyau[nom].keys(), ...marques.keys()]
    noyau[nom] = marques
    rafraichir(noyau, touchees)
  }
  refaireBilan(noyau)
  return {
    modele: mc.modele,
    celluleDe,
    lire: (adresse) => regarder(noyau, adresse),
    abonner: canaux.abonner,
    encadrer: (adresse) => encadrer(noyau, adresse),
    abonnerCadre: (adresse, rappel) => canaux.abonner(canalCadre(adresse), rappel),
    lignes: (section) => noyau.lignes.get(section) ?? AUCUNE,
    abonnerLignes: (section, rappel) => canaux.abonner(canalLignes(section), rappel),
    lireBilan: () => noyau.bilan,
    abonnerBilan: (rappel) => canaux.abonner(CANAL_BILAN, rappel),
    ...lireAutresMois(formulaire, celluleDe),
    active: () => noyau.active,
    abonnerActive: (rappel) => canaux.abonner(CANAL_ACTIVE, rappel),
    activer: (adresse) => {
      if (noyau.active === adresse) return
      noyau.active = adresse
      canaux.publier(CANAL_ACTIVE)
    },
    juger: (juger) => {
      noyau.juger = juger
      rafraichir(noyau, noyau.vues.keys())
    },
    marquerPresents: (presents) => marquer('presents', presents),
    marquerChangees: (changees) => {
      marquer('changees', changees)
      refaireBilan(noyau)
    },
    probleme: (sens) => problemeDepuis(noyau, sens),
    tableauOuvert: (section) => estTableauOuvert(noyau, section),
    ecartees: () => noyau.ecartees,
    oublierEcartees: () => {
      noyau.ecartees = new Map()
      canaux.publier(CANAL_BILAN)
    },
  }
}

function problemeDepuis(noyau: Noyau, sens: 1 | -1): string | null {
  const { mc, calcul, active } = noyau
  // What was typed a moment ago counts: the summary follows the keys from afar.
  refaireBilan(noyau)
  const aRevoir = new Set(casesARevoir(mc, calcul, noyau.bilan.problemes))
  for (const adresse of noyau.changees.keys()) aRevoir.add(adresse)
  for (const adresse of noyau.remarques.keys()) {
    if (estATraiter(noyau, adresse)) aRevoir.add(adresse)
  }
  const ordre = [...parcourir(mc, calcul)].map(([adresse]) => adresse)
  if (sens === -1) ordre.reverse()
  const place = active === null ? -1 : ordre.indexOf(active)
  const suite = [...ordre.slice(place + 1), ...ordre.slice(0, place + 1)]
  return suite.find((adresse) => aRevoir.has(adresse)) ?? null
}

/**
 * Figures of the previous month and of the same month a year before, as they are shown. Rows of a
 * repeating table have none: an activity is not that of another month.
 */
function lireAutresMois(
  { precedent, anneePrecedente, definition }: Formulaire,
  celluleDe: Lecture['celluleDe'],
): Pick<Lecture, 'precedent' | 'anneePrecedente' | 'libellePrecedent'> {
  const sections = definition?.sections ?? []
  const tableaux = new Set(sections.filter(({ type }) => type === 'tableau').map((s) => s.code))
  const lire = (donnees: Donnees | undefined, adresse: string) => {
    const cellule = celluleDe(adresse)
    const valeur = donnees?.[adresse]
    if (!cellule || valeur === undefined || cellule.nature === 'texteLong') return null
    if (tableaux.has(cellule.section)) return null
    return texteLecture(cellule, valeur)
  }
  return {
    precedent: (adresse) => lire(precedent?.donnees, adresse),
    anneePrecedente: (adresse) => lire(anneePrecedente?.donnees, adresse),
    libellePrecedent: precedent ? textesSaisie.moisPrecedent(libellePeriode(precedent)) : '',
  }
}
