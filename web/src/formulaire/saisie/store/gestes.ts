import { justificationValable } from '@releve/contract/modele/justification.ts'
import type { Modifications } from '@releve/contract/modele/modele.schema.ts'
import { lireSaisie } from '@releve/contract/modele/saisie.ts'
import type { MoisSaisi } from '@releve/contract/modele/verification.ts'
import { parcourir } from './bilan.ts'
import type { Retour } from './client.ts'
import {
  armerBilan,
  canalLignes,
  estFermee,
  estTableauOuvert,
  type NoyauSaisi,
  rafraichir,
  relireControles,
  trouverCellule,
} from './noyau.ts'
import { prendZero, texteChamp } from './texte.ts'

/** What one gesture changed: the texts of its cells, before and after. */
type Geste = Map<string, { avant: string; apres: string }>

/** Gestures kept: a day's entry. */
const GESTES_MAX = 500

export type Annulation = {
  /** Does what it is given to these cells, and remembers it as one gesture. */
  suivre: (adresses: readonly string[], agir: () => void) => void
  /** The same of a key typed in a cell: until the cell is left, all its keys are one gesture. */
  taper: (adresse: string, agir: () => void) => void
  quitter: () => void
  /** Gives back its text to the cell where one types. */
  abandonner: (adresse: string) => void
  annuler: () => Retour | null
  refaire: () => Retour | null
}

/** What a cell holds, in its settled form: a text that is no value, else its value's own. */
function texteTenu(noyau: NoyauSaisi, adresse: string): string {
  const faux = noyau.fautes.has(adresse) ? noyau.textes.get(adresse) : undefined
  if (faux !== undefined) return faux
  const cellule = trouverCellule(noyau, adresse)
  return cellule ? texteChamp(cellule, noyau.calcul.valeur(adresse)) : ''
}

/**
 * The gestures of an entry, to be undone and done again, saved or not. What was saved is changed
 * again as if it were typed: computed, controlled, sent, written in the history. A cell that has
 * changed since, by somebody else or by a lock, is left as it is.
 */
export function creerAnnulation(noyau: NoyauSaisi, periode: MoisSaisi): Annulation {
  const faits: Geste[] = []
  const defaits: Geste[] = []
  let frappe: { adresse: string; avant: string; geste: Geste | null } | null = null
  const pousser = (geste: Geste): Geste => {
    defaits.length = 0
    faits.push(geste)
    if (faits.length > GESTES_MAX) faits.shift()
    return geste
  }
  const passer = (depuis: Geste[], vers: Geste[], sens: Sens): Retour | null => {
    frappe = null
    const geste = depuis.pop()
    if (!geste) return null
    vers.push(geste)
    return remettre(noyau, periode, geste, sens)
  }
  const annuler = () => passer(faits, defaits, ['apres', 'avant'])
  return {
    suivre: (adresses, agir) => {
      frappe = null
      const avant = new Map(adresses.map((adresse) => [adresse, texteTenu(noyau, adresse)]))
      agir()
      const geste = ecartDe(noyau, avant)
      if (geste.size > 0) pousser(geste)
    },
    taper: (adresse, agir) => {
      if (frappe?.adresse !== adresse)
        frappe = { adresse, avant: texteTenu(noyau, adresse), geste: null }
      agir()
      const { avant } = frappe
      const apres = texteTenu(noyau, adresse)
      if (frappe.geste) frappe.geste.set(adresse, { avant, apres })
      else if (apres !== avant) frappe.geste = pousser(new Map([[adresse, { avant, apres }]]))
    },
    quitter: () => {
      frappe = null
    },
    abandonner: (adresse) => {
      if (frappe?.adresse === adresse && frappe.geste) annuler()
    },
    annuler,
    refaire: () => passer(defaits, faits, ['avant', 'apres']),
  }
}

type Sens = readonly [de: 'avant' | 'apres', vers: 'avant' | 'apres']

/** Those of these cells that hold something else than they did. */
function ecartDe(noyau: NoyauSaisi, avant: ReadonlyMap<string, string>): Geste {
  const geste: Geste = new Map()
  for (const [adresse, texte] of avant) {
    const apres = texteTenu(noyau, adresse)
    if (apres !== texte) geste.set(adresse, { avant: texte, apres })
  }
  return geste
}

/** Types again what the cells of a gesture held, in those that still hold what it left there. */
function remettre(noyau: NoyauSaisi, periode: MoisSaisi, geste: Geste, [de, vers]: Sens): Retour {
  const tenues = [...geste].filter(([adresse, dit]) => texteTenu(noyau, adresse) === dit[de])
  saisirTextes(
    noyau,
    tenues.map(([adresse, dit]) => [adresse, dit[vers]] as const),
    periode,
  )
  for (const [adresse] of tenues) quitterCellule(noyau, adresse)
  const [cellule = ''] = tenues[0] ?? [...geste][0] ?? []
  return { cellule, cases: tenues.length }
}

/**
 * Reads what was typed in some cells, computes what depends on them, and queues what must be saved.
 * A text that is no value stays in its cell, under its reason; the figure counts as blank, and
 * nothing of it is sent. Closed cells are left alone.
 */
export function saisirTextes(
  noyau: NoyauSaisi,
  textes: Iterable<readonly [adresse: string, texte: string]>,
  periode: MoisSaisi,
): void {
  const modifications: Modifications = {}
  const touchees = new Set<string>()
  for (const [adresse, texte] of textes) {
    const cellule = trouverCellule(noyau, adresse)
    if (!cellule || estFermee(noyau, cellule)) continue
    // What called for it may go as it is typed: it stays open.
    noyau.ouvertes?.add(adresse)
    touchees.add(adresse)
    noyau.textes.set(adresse, texte)
    const lu = lireSaisie(cellule, texte, { ...periode, tenue: noyau.calcul.valeur(adresse) })
    const valeur = 'erreur' in lu ? null : lu.valeur
    modifications[adresse] = valeur
    if ('erreur' in lu) {
      noyau.fautes.set(adresse, lu.erreur)
      noyau.attente.retirer('donnees', adresse)
    } else {
      noyau.fautes.delete(adresse)
      noyau.attente.poser('donnees', adresse, valeur)
    }
  }
  const verrous = noyau.calcul.verrouillees()
  appliquer(noyau, modifications, touchees)
  suivreVerrous(noyau, verrous)
}

/**
 * A figure under a lock that closes is not the server's to take: it waits here. The lock that opens
 * shows it again, and the server, which kept `SO` in its place, is told.
 */
function suivreVerrous({ calcul, attente }: NoyauSaisi, avant: readonly string[]): void {
  for (const adresse of calcul.verrouillees()) attente.retirer('donnees', adresse)
  for (const adresse of avant) {
    const valeur = calcul.valeur(adresse)
    if (valeur !== null && !calcul.verrouillee(adresse)) attente.poser('donnees', adresse, valeur)
  }
}

/** Changes values, and shows anew every cell that this changes. */
export function appliquer(
  noyau: NoyauSaisi,
  modifications: Modifications,
  touchees: Set<string> = new Set(Object.keys(modifications)),
): void {
  const { cellules, controles } = noyau.calcul.changer(modifications)
  for (const adresse of cellules) {
    touchees.add(adresse)
    // What was typed there is no longer what it says.
    if (noyau.calcul.verrouillee(adresse) && noyau.textes.delete(adresse))
      noyau.fautes.delete(adresse)
  }
  if (controles.length > 0) for (const adresse of relireControles(noyau)) touchees.add(adresse)
  rafraichir(noyau, touchees)
  suivreLignes(noyau)
  armerBilan(noyau)
}

/** Rows that hold something are all shown; those shown and still blank stay until removed. */
function suivreLignes(noyau: NoyauSaisi): void {
  for (const [code, montrees] of noyau.lignes) {
    const nouvelles = noyau.calcul.lignes(code).filter((id) => !montrees.includes(id))
    if (nouvelles.length === 0) continue
    noyau.lignes.set(code, [...montrees, ...nouvelles])
    noyau.canaux.publier(canalLignes(code))
  }
}

/** The field is left: a valid text takes its canonical form, an invalid one stays as it is. */
export function quitterCellule(noyau: NoyauSaisi, adresse: string): void {
  noyau.surprises.delete(adresse)
  if (noyau.fautes.has(adresse) || !noyau.textes.delete(adresse)) return
  rafraichir(noyau, [adresse])
}

export function commenterCellule(noyau: NoyauSaisi, adresse: string, texte: string): void {
  const dit = texte.trim() === '' ? null : texte
  if (dit === null) noyau.commentaires.delete(adresse)
  else noyau.commentaires.set(adresse, dit)
  noyau.calcul.commenter(adresse, dit)
  noyau.attente.poser('commentaires', adresse, dit === null ? null : dit.trim())
  rafraichir(noyau, [adresse])
  armerBilan(noyau)
}

/** Too short a justification stays in its field, and is not sent; none erases the one kept. */
export function justifierControle(noyau: NoyauSaisi, cle: string, texte: string): void {
  const message = noyau.resultats.find((controle) => controle.cle === cle)?.message ?? null
  noyau.justifications.set(cle, { texte, message })
  const net = texte.trim()
  if (justificationValable(texte)) noyau.attente.poser('justifications', cle, net)
  else if (net === '') noyau.attente.poser('justifications', cle, null)
  else noyau.attente.retirer('justifications', cle)
  armerBilan(noyau)
}

/** Blank cells of a section, or of the whole form, that a zero may fill. */
export function casesVides(noyau: NoyauSaisi, section: string | null): string[] {
  const vides: string[] = []
  for (const [adresse, cellule] of parcourir(noyau.mc, noyau.calcul))
    if (
      (section === null || cellule.section === section) &&
      prendZero(cellule) &&
      !estFermee(noyau, cellule) &&
      noyau.calcul.requise(adresse) &&
      noyau.calcul.valeur(adresse) === null &&
      // A text that is no value is not a blank: it is kept.
      !noyau.fautes.has(adresse)
    )
      vides.push(adresse)
  return vides
}

const CARACTERES = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Opens a row. Its id sorts after those that exist (longer, or greater), so that rows stay in the
 * order in which they were added; its tail is drawn by lot, so that two people who each add a row
 * never write in the same one.
 * @returns its id, or null when the table is full, or closed.
 */
export function ouvrirLigne(noyau: NoyauSaisi, section: string): string | null {
  const montrees = noyau.lignes.get(section) ?? []
  const max = noyau.mc.tableaux.find(({ code }) => code === section)?.lignesMax ?? 0
  if (montrees.length >= max || !estTableauOuvert(noyau, section)) return null
  const instant = Date.now().toString(36).padStart(9, '0')
  const hasard = Array.from({ length: 3 }, () => CARACTERES[Math.floor(Math.random() * 36)])
  const id = `${instant}${hasard.join('')}`
  noyau.lignes.set(section, [...montrees, id])
  noyau.canaux.publier(canalLignes(section))
  return id
}

/** The cells of a row that are entered. */
export function adressesDe({ mc }: NoyauSaisi, section: string, ligne: string): string[] {
  const tableau = mc.tableaux.find(({ code }) => code === section)
  return (tableau?.colonnes ?? [])
    .filter(({ calculee }) => !calculee)
    .map(({ colonne }) => `${section}.${ligne}.${colonne}`)
}

/** Erases all that a row holds, and the row. */
export function fermerLigne(
  noyau: NoyauSaisi,
  section: string,
  ligne: string,
  periode: MoisSaisi,
): void {
  const adresses = adressesDe(noyau, section, ligne)
  // Only what the row holds is erased on the server: a row never saved has nothing to erase there.
  saisirTextes(
    noyau,
    adresses
      .filter((a) => noyau.calcul.valeur(a) !== null || noyau.fautes.has(a))
      .map((adresse) => [adresse, ''] as const),
    periode,
  )
  for (const adresse of adresses) noyau.textes.delete(adresse)
  const restent = (noyau.lignes.get(section) ?? []).filter((id) => id !== ligne)
  noyau.lignes.set(section, restent)
  noyau.canaux.publier(canalLignes(section))
  armerBilan(noyau)
}
