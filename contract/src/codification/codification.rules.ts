import { plier } from '../plier.ts'

/** Where a code is used. */
export const LIEUX = {
  MODELE: ['version de modèle', 'versions de modèle'],
  FORMULAIRE: ['rapport', 'rapports'],
  STRUCTURE: ['structure', 'structures'],
  INVITATION: ['invitation', 'invitations'],
  PIECE: ['fichier', 'fichiers'],
  CODE: ['code rattaché', 'codes rattachés'],
} as const satisfies Record<string, readonly [un: string, plusieurs: string]>
export type Lieu = keyof typeof LIEUX

/** « 3 structures, 1 rapport ». */
export const direEmplois = (emplois: readonly { lieu: Lieu; nombre: number }[]): string =>
  emplois.map(({ lieu, nombre }) => `${nombre} ${LIEUX[lieu][nombre > 1 ? 1 : 0]}`).join(', ')

/** What becomes of a code. */
export const EFFETS_CODE = {
  AJOUT: 'Ajouté',
  MODIFICATION: 'Modifié',
  SUPPRESSION: 'Supprimé',
} as const
export type EffetCode = keyof typeof EFFETS_CODE

/**
 * Codes that the platform itself names: they stay, and stay offered. `true`: the whole list is its
 * own.
 */
const RESERVES: Readonly<Record<string, true | readonly string[]>> = {
  ETAT_ANNUAIRE: true,
  ETAT_FORMULAIRE: true,
  ETAT_STRUCTURE: true,
  MOIS: true,
  TYPE_MESSAGE: true,
  TYPE_DOCUMENT: ['LOGO'],
  TYPE_STRUCTURE: ['DR'],
}

export function estReserve(liste: string, code: string): boolean {
  const reserves = Object.hasOwn(RESERVES, liste) ? RESERVES[liste] : undefined
  return reserves === true || (reserves?.includes(code) ?? false)
}

/** When a code is offered: months are `AAAA-MM`. */
export type Offre = { actif: boolean; valableDu: string | null; valableAu: string | null }

/** Whether a code is offered in a month, `AAAA-MM`. */
export const estOffert = ({ actif, valableDu, valableAu }: Offre, mois: string): boolean =>
  actif && (valableDu ?? mois) <= mois && mois <= (valableAu ?? mois)

/** The words of a label, without accents, capitals or what stands between them. */
const motsDe = (libelle: string): string[] =>
  plier(libelle)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Without the letter at this place. */
const sans = (mot: string, place: number): string => mot.slice(0, place) + mot.slice(place + 1)

/**
 * Whether one letter too many, missing, wrong, or two swapped, is all that tells two words apart. A
 * short word, a figure and a first letter must be the same: they are what changes a meaning.
 */
function motProche(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.min(a.length, b.length) < 4 || a[0] !== b[0] || /\p{N}/u.test(a + b)) return false
  if (Math.abs(a.length - b.length) > 1) return false
  let place = 0
  while (a[place] === b[place]) place += 1
  const echange = a.slice(0, place) + (a[place + 1] ?? '') + (a[place] ?? '') + a.slice(place + 2)
  return (
    sans(a, place) === b ||
    a === sans(b, place) ||
    sans(a, place) === sans(b, place) ||
    (place + 1 < a.length && echange === b)
  )
}

/**
 * Whether a label only corrects another: its accents, its capitals, its signs, or one letter in a
 * word. Anything else may say another thing, which past figures did not count.
 */
export function estCorrection(avant: string, apres: string): boolean {
  const [anciens, nouveaux] = [motsDe(avant), motsDe(apres)]
  if (anciens.join('') === nouveaux.join('')) return anciens.length > 0
  return (
    anciens.length === nouveaux.length &&
    anciens.every((mot, rang) => motProche(mot, nouveaux[rang] ?? ''))
  )
}
