import type { MoisSaisi } from '@releve/contract/modele/verification.ts'
import type { Retour } from './client.ts'
import { quitterCellule, saisirTextes } from './gestes.ts'
import { type NoyauSaisi, trouverCellule } from './noyau.ts'
import { texteChamp } from './texte.ts'

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
