import { CHIFFRES_MAX, compterChiffres } from '@releve/contract/exact.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Valeur } from '@releve/contract/modele/modele.schema.ts'

/**
 * Figures as DHIS2 exports them (`dataValueSets`), read without trusting their shape: whatever is not
 * of the type expected is as if it were not there.
 */
type ValeurVenue = {
  /** Its rank in the file, from 1. */
  rang: number
  dataElement: string
  categoryOptionCombo: string
  attributeOptionCombo: string
  valeur: string
  /** What was said of the figure; empty: nothing. */
  commentaire: string
}

/** The figures of one organisation unit for one period, as the file calls them. */
export type Paquet = { unite: string; periode: string; rang: number; valeurs: ValeurVenue[] }

/** Figures read at most of a file, and forms made of it. */
export const VALEURS_MAX = 200_000
const PAQUETS_MAX = 1_000

/** Why a file is not read, in a French sentence. */
export class ValeursIllisibles extends Error {}

const estObjet = (valeur: unknown): valeur is Record<string, unknown> =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)

function texteDe(objet: Record<string, unknown>, cle: string): string {
  const dit = Object.hasOwn(objet, cle) ? objet[cle] : undefined
  if (typeof dit === 'number' || typeof dit === 'boolean') return String(dit)
  return typeof dit === 'string' ? dit.trim().slice(0, 10_000) : ''
}

const listeDe = (objet: Record<string, unknown>, cle: string): unknown[] | null => {
  const dit = Object.hasOwn(objet, cle) ? objet[cle] : undefined
  return Array.isArray(dit) ? dit : null
}

/** The sets of a file: it is one, or has several. */
function ensemblesDe(lu: unknown): { ensemble: Record<string, unknown>; valeurs: unknown[] }[] {
  if (!estObjet(lu)) return []
  const ensembles = listeDe(lu, 'dataValueSets') ?? [lu]
  return ensembles.filter(estObjet).flatMap((ensemble) => {
    const valeurs = listeDe(ensemble, 'dataValues')
    return valeurs ? [{ ensemble, valeurs }] : []
  })
}

/**
 * What a file holds, by unit and period, in the order of the periods; figures erased there, or
 * blank, are left out. @throws ValeursIllisibles
 */
export function lirePaquets(lu: unknown): Paquet[] {
  const ensembles = ensemblesDe(lu)
  const total = ensembles.reduce((n, { valeurs }) => n + valeurs.length, 0)
  if (ensembles.length === 0)
    throw new ValeursIllisibles(
      'Ce fichier n’a pas la forme d’un «\u00a0dataValueSets\u00a0» de DHIS2\u00a0: il lui faut «\u00a0dataValues\u00a0».',
    )
  if (total > VALEURS_MAX)
    throw new ValeursIllisibles(
      `Il a plus de ${VALEURS_MAX} valeurs\u00a0: exportez une année, ou une région, à la fois.`,
    )
  const paquets = new Map<string, Paquet>()
  let rang = 0
  for (const { ensemble, valeurs } of ensembles)
    for (const valeur of valeurs) {
      rang += 1
      if (estObjet(valeur)) ranger(paquets, ensemble, valeur, rang)
    }
  if (paquets.size > PAQUETS_MAX)
    throw new ValeursIllisibles(
      `Il fait plus de ${PAQUETS_MAX} rapports\u00a0: exportez une année, ou une région, à la fois.`,
    )
  return [...paquets.values()].toSorted((a, b) => comparer(a.periode, b.periode))
}

const comparer = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function ranger(
  paquets: Map<string, Paquet>,
  ensemble: Record<string, unknown>,
  valeur: Record<string, unknown>,
  rang: number,
): void {
  const dit = (cle: string) => texteDe(valeur, cle) || texteDe(ensemble, cle)
  const [unite, periode] = [dit('orgUnit'), dit('period')]
  const texte = texteDe(valeur, 'value')
  if (texte === '' || texteDe(valeur, 'deleted').toLowerCase() === 'true') return
  const cle = JSON.stringify([unite, periode])
  const paquet = paquets.get(cle) ?? { unite, periode, rang, valeurs: [] }
  paquet.valeurs.push({
    rang,
    dataElement: texteDe(valeur, 'dataElement'),
    categoryOptionCombo: texteDe(valeur, 'categoryOptionCombo'),
    attributeOptionCombo: dit('attributeOptionCombo') || optionsDe(ensemble),
    valeur: texte,
    commentaire: texteDe(valeur, 'comment'),
  })
  paquets.set(cle, paquet)
}

/** A set may say its attribute combination by its options, in any order. */
function optionsDe(ensemble: Record<string, unknown>): string {
  const dites = listeDe(ensemble, 'attributeCategoryOptions') ?? []
  const options = dites.filter((une) => typeof une === 'string' && une.trim() !== '')
  return options.map(String).toSorted().join('+').slice(0, 300)
}

/** As DHIS2 takes them. */
const BOOLEENS = new Map([
  ['true', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['f', false],
  ['0', false],
])
const NOMBRE = /^[-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?$/

/** A number as so many units of a power of ten: sums in binary would not be exact. */
function enUnites(texte: string): { unites: bigint; puissance: number } {
  const [mantisse = '', exposant = '0'] = texte.toLowerCase().split('e')
  const [entier = '', decimales = ''] = mantisse.split('.')
  return { unites: BigInt(`${entier}${decimales}`), puissance: Number(exposant) - decimales.length }
}

/**
 * The exact sum of numbers as DHIS2 writes them; where one is no number, that one, as it is: what
 * takes it refuses it, and shows it.
 */
export function sommeDe(textes: readonly string[]): string {
  const autre = textes.find((texte) => !NOMBRE.test(texte))
  if (autre !== undefined) return autre
  const termes = textes.map((texte) => enUnites(texte.replace(/^\+/, '')))
  const plancher = Math.min(0, ...termes.map(({ puissance }) => puissance))
  const total = termes.reduce(
    (somme, { unites, puissance }) => somme + unites * 10n ** BigInt(puissance - plancher),
    0n,
  )
  const chiffres = String(total < 0n ? -total : total).padStart(1 - plancher, '0')
  const coupe = chiffres.length + plancher
  const decimales = chiffres.slice(coupe).replace(/0+$/, '')
  const signe = total < 0n ? '-' : ''
  return `${signe}${chiffres.slice(0, coupe)}${decimales && `.${decimales}`}`
}

/** A value of DHIS2 as this cell takes it; what it cannot be is left as it is, and will be refused. */
export function convertirValeur(
  cellule: Cellule,
  texte: string,
  options: Readonly<Record<string, string>> | null,
): Valeur {
  switch (cellule.nature) {
    case 'booleen':
      return BOOLEENS.get(texte.toLowerCase()) ?? texte
    case 'date':
      return texte.slice(0, 10)
    case 'liste':
      return options && Object.hasOwn(options, texte) ? (options[texte] ?? texte) : texte
    case 'texte':
    case 'texteLong':
      return texte
    default:
      // One that a float would change is refused as it is written.
      return NOMBRE.test(texte) && compterChiffres(texte) <= CHIFFRES_MAX ? Number(texte) : texte
  }
}
