import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { formatMoisBref } from '../../../ui/format.ts'
import { textesSaisie } from '../saisie.textes.ts'
import { casesARevoir, estATraiter, parcourir } from './bilan.ts'
import { chiffresRecus } from './chiffres.ts'
import type { Lecture } from './client.ts'
import {
  armerBilan,
  CANAL_ACTIVE,
  CANAL_BILAN,
  canalCadre,
  canalLignes,
  encadrer,
  estFermee,
  estTableauOuvert,
  justificationsDe,
  type Noyau,
  parCase,
  rafraichir,
  refaireBilan,
  regarder,
  relireControles,
  trouverCellule,
} from './noyau.ts'
import { texteLecture } from './texte.ts'

/**
 * Keeps a form that is only read in step with what the server answers, cell by cell: who reads
 * stays where he is.
 * @returns what takes an answer in, and says how many entered cells it changed.
 */
export function recevoirLu(noyau: Noyau, ouvert: Formulaire): (recu: Formulaire) => number {
  let dernier = ouvert
  return (recu) => {
    if (recu === dernier || recu.version < dernier.version) return 0
    const toutes = Object.keys({ ...dernier.donnees, ...recu.donnees })
    const changees = toutes.filter((cle) => dernier.donnees[cle] !== recu.donnees[cle])
    dernier = recu
    noyau.calcul = chiffresRecus(recu)
    noyau.commentaires = new Map(Object.entries(recu.commentaires))
    noyau.justifications = justificationsDe(recu)
    noyau.remarques = parCase(recu.remarques)
    relireControles(noyau)
    rafraichir(noyau, noyau.vues.keys())
    for (const { code } of noyau.mc.tableaux) {
      noyau.lignes.set(code, noyau.calcul.lignes(code))
      noyau.canaux.publier(canalLignes(code))
    }
    armerBilan(noyau)
    return changees.filter((cle) => trouverCellule(noyau, cle)?.calculee === false).length
  }
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
    probleme: (sens) => problemeDepuis(noyau, sens, noyau.active),
    premiere: () => premiereDe(noyau),
    tableauOuvert: (section) => estTableauOuvert(noyau, section),
    ecartees: () => noyau.ecartees,
    oublierEcartees: () => {
      noyau.ecartees = new Map()
      canaux.publier(CANAL_BILAN)
    },
  }
}

function premiereDe(noyau: Noyau): string | null {
  const { mc, calcul } = noyau
  const ouvertes = [...parcourir(mc, calcul)].filter(([, cellule]) => !estFermee(noyau, cellule))
  const vide = ouvertes.find(
    ([adresse]) => calcul.requise(adresse) && calcul.valeur(adresse) === null,
  )
  return vide?.[0] ?? problemeDepuis(noyau, 1, null) ?? ouvertes[0]?.[0] ?? null
}

function problemeDepuis(noyau: Noyau, sens: 1 | -1, active: string | null): string | null {
  const { mc, calcul } = noyau
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
): Pick<
  Lecture,
  'precedent' | 'anneePrecedente' | 'periodePrecedente' | 'brefPrecedent' | 'libellePrecedent'
> {
  const sections = definition?.sections ?? []
  const tableaux = new Set(sections.filter(({ type }) => type === 'tableau').map((s) => s.code))
  const lire = (donnees: Donnees | undefined, adresse: string) => {
    const cellule = celluleDe(adresse)
    const valeur = donnees?.[adresse]
    if (!cellule || valeur === undefined || cellule.nature === 'texteLong') return null
    if (tableaux.has(cellule.section)) return null
    return texteLecture(cellule, valeur)
  }
  const periode = precedent ? libellePeriode(precedent, precedent.moisCouverts) : ''
  return {
    precedent: (adresse) => lire(precedent?.donnees, adresse),
    anneePrecedente: (adresse) => lire(anneePrecedente?.donnees, adresse),
    periodePrecedente: periode,
    brefPrecedent: precedent ? formatMoisBref(precedent, precedent.moisCouverts) : '',
    libellePrecedent: periode && textesSaisie.moisPrecedent(periode),
  }
}
