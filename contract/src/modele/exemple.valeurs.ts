import { isoDe, nbJours } from '../mois.ts'
import type { Calcul } from './calcul.ts'
import type { Cellule } from './cellule.ts'
import { codesHorsMois } from './cellule.ts'
import type { Valeur } from './modele.schema.ts'
import { verifierValeur } from './verification.ts'

/** From a text, always the same number between 0 and 1: invented figures are the same everywhere. */
function hasard(texte: string): number {
  let h = 2_166_136_261
  for (let i = 0; i < texte.length; i += 1) h = Math.imul(h ^ texte.charCodeAt(i), 16_777_619)
  h = Math.imul(h ^ (h >>> 15), 2_246_822_507)
  return ((h ^ (h >>> 13)) >>> 0) / 4_294_967_296
}

/** A plain figure: most cells of a table of a small house are 0. */
function figureDe({ adresse, ligne, nature, max, min }: Cellule, stock: boolean): number {
  const part = hasard(adresse)
  // What one month hands on to the next is larger than what comes and goes.
  if (stock) return 14 + Math.floor(part * 12)
  if (nature === 'montant') return 25_000 * (2 + Math.floor(part * 30))
  if (max !== null && min !== null) return Math.round(min + (max - min) * (0.6 + part / 4))
  if (nature === 'decimal') return Math.round(100 + part * 200) / 10
  if (ligne === null) return 2 + Math.floor(part * 20)
  return part < 0.6 ? 0 : 1 + Math.floor(((part - 0.6) / 0.4) * 4)
}

const PHRASE = 'Texte d’exemple, écrit pour cet exercice.'

/** What an invented report says in a cell; null where nothing that one invents would do. */
function valeurInventee(calcul: Calcul, cellule: Cellule): Valeur | null {
  const { contexte } = calcul
  const jour = 1 + Math.floor(hasard(cellule.adresse) * nbJours(contexte))
  const stock = Boolean(calcul.mc.formules[cellule.rang]?.prerempli)
  const figures = figuresDe(cellule, stock)
  const proposees: Record<Cellule['nature'], readonly Valeur[]> = {
    entier: figures,
    entierSigne: figures.map((un) => (cellule.ligne === null ? un : 0)),
    decimal: figures,
    montant: figures,
    texte: ['Exemple', 'Ex.', 'E'],
    texteLong: [PHRASE, 'Exemple', 'E'],
    date: [`${isoDe(contexte)}-${String(jour).padStart(2, '0')}`],
    booleen: [true],
    liste: (cellule.codes ?? [])
      .map(({ code }) => code)
      .filter((code) => !codesHorsMois(cellule, contexte.codesHors).includes(code)),
  }
  const bonne = proposees[cellule.nature].find(
    (valeur) => verifierValeur(cellule, valeur, contexte) === null,
  )
  return bonne ?? null
}

/** The one that is drawn, then plainer ones, in case the cell does not take it. */
function figuresDe(cellule: Cellule, stock: boolean): number[] {
  const { min, max } = cellule
  return [
    figureDe(cellule, stock),
    min ?? 0,
    max ?? 0,
    Math.ceil(min ?? 0),
    Math.floor(max ?? 0),
    0,
  ]
}

/** Fills what must be filled, and what filling it makes required in its turn. */
export function remplir(calcul: Calcul): void {
  for (let tour = 0; tour < 4; tour += 1) {
    let change = false
    for (const [adresse, cellule] of calcul.mc.cellules) {
      if (!calcul.requise(adresse) || calcul.valeur(adresse) !== null) continue
      const valeur = valeurInventee(calcul, cellule)
      if (valeur === null) continue
      calcul.changer({ [adresse]: valeur })
      change = true
    }
    if (!change) return
  }
}
