import { enNombre, moins } from '@releve/contract/exact.ts'
import { formatCompte, formatEcart } from '../format.ts'
import { type Donnees, ecrireValeur, type Valeur } from './donnees.ts'

type PointConnu = { nom: string; valeur: number; rang: number }

function connusDe({ points }: Donnees, serie: number): PointConnu[] {
  return points.flatMap(({ nom, valeurs }, rang) => {
    const valeur = valeurs[serie] ?? null
    return valeur === null ? [] : [{ nom, valeur, rang }]
  })
}

const trous = (n: number) =>
  n > 0 ? `\u202f; ${formatCompte(n, 'mois', 'mois')} sans chiffre` : ''

/** « +35 », « +3 points »: what separates two figures. */
type DireEcart = (ecart: number) => string

type Facon = {
  serie?: number
  ecart?: DireEcart
  /** Points of this rank that the sentence may compare: a sum that lacks much is no fall. */
  compare?: (rang: number) => boolean
}

/**
 * What a series over months shows, in a sentence: its last known figure, what separates it from the
 * first, and how many are missing between them. « Effectif : 1 240 en mars 2026, +35 depuis avril 2024 ; 3 mois sans chiffre. »
 */
export function direSerie(
  sujet: string,
  donnees: Donnees,
  { serie = 0, ecart = formatEcart, compare = () => true }: Facon = {},
): string {
  const tous = connusDe(donnees, serie)
  const comparables = tous.filter(({ rang }) => compare(rang))
  const connus = comparables.length > 0 ? comparables : tous
  const [premier] = connus
  const dernier = connus.at(-1)
  if (!premier || !dernier) return `${sujet}\u00a0: aucun chiffre connu.`
  const entre = tous.filter(({ rang }) => rang >= premier.rang && rang <= dernier.rang)
  const manque = trous(dernier.rang - premier.rang + 1 - entre.length)
  const fin = `${ecrireValeur(donnees, dernier.valeur)} en ${dernier.nom}`
  if (premier === dernier) return `${sujet}\u00a0: ${fin}${manque}.`
  const change = enNombre(moins(dernier.valeur, premier.valeur))
  const depuis = change === 0 ? `comme en ${premier.nom}` : `${ecart(change)} depuis ${premier.nom}`
  return `${sujet}\u00a0: ${fin}, ${depuis}${manque}.`
}

/** What bars show: « Complétude par région : de 62 % (Sahel) à 98 % (Littoral). » */
export function direExtremes(sujet: string, donnees: Donnees, serie = 0): string {
  const connus = connusDe(donnees, serie).toSorted((a, b) => a.valeur - b.valeur)
  const [premier] = connus
  const dernier = connus.at(-1)
  if (!premier || !dernier) return `${sujet}\u00a0: aucun chiffre connu.`
  const dire = (valeur: Valeur) => ecrireValeur(donnees, valeur)
  if (premier.valeur === dernier.valeur) {
    const partout = connus.length > 1 ? ' partout' : ` (${premier.nom})`
    return `${sujet}\u00a0: ${dire(premier.valeur)}${partout}.`
  }
  const de = `${dire(premier.valeur)} (${premier.nom})`
  return `${sujet}\u00a0: de ${de} à ${dire(dernier.valeur)} (${dernier.nom}).`
}
