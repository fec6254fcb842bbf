import {
  type Champ,
  fauteChamp,
  fauteJour,
  fauteNombre,
  normaliserChamp,
} from '@releve/contract/champ.ts'
import type { Champs } from '@releve/contract/champs.ts'
import { EchecApi } from '../api/envoi.ts'
import { lireNombre } from './nombre.ts'

/** What a field holds: what was typed or chosen, whether a box is ticked, several things chosen. */
type Valeur = string | boolean | readonly string[]
/** What the fields of a form hold, in the order of the screen. A group's have a path: `postes.A`. */
export type Saisie = Readonly<Record<string, Valeur>>
/** What is wrong with a field, by its name; nothing, or null, where all is well. */
export type Fautes<Nom extends string = string> = { readonly [Un in Nom]?: string | null }

const racineDe = (nom: string): string => nom.replace(/\..*/s, '')

/** The table's entry for a field: its own, or that of its group. */
export const champDe = (champs: Champs, nom: string): Champ | undefined => champs[racineDe(nom)]

/**
 * The words of a field. Where some are asked for, the others say that they are not; a box that one
 * ticks or not has nothing to leave out.
 */
export function libelleDe(champs: Champs, saisie: Saisie, nom: string): string {
  const champ = champDe(champs, nom)
  if (!champ) return nom
  const libre = !champ.requis && typeof saisie[nom] !== 'boolean'
  const marque = libre && Object.values(champs).some(({ requis }) => requis)
  const libelle = marque ? `${champ.libelle} (facultatif)` : champ.libelle
  return nom.includes('.') ? `${libelle}, ${nom.replace(/^.*?\./s, '')}` : libelle
}

/** What must be filled: some of the fields, all of them, the only one. */
const CONSIGNES = {
  sauf: 'Tous les champs sont à remplir, sauf ceux marqués facultatifs.',
  tous: 'Tous les champs sont à remplir.',
  seul: 'Ce champ est à remplir.',
}

/** What is to be filled, said once over the fields; null where nothing must be. */
export function consigneDe(champs: Champs, saisie: Saisie): string | null {
  const demandes = Object.entries(saisie).flatMap(([nom, valeur]) => {
    const champ = typeof valeur === 'boolean' ? undefined : champDe(champs, nom)
    return champ ? [champ.requis !== undefined] : []
  })
  if (!demandes.includes(true)) return null
  if (demandes.includes(false)) return CONSIGNES.sauf
  return demandes.length > 1 ? CONSIGNES.tous : CONSIGNES.seul
}

const CLAVIERS = { telephone: 'tel', email: 'email', site: 'url' } as const

/** What its table says of a field to the browser. */
export function attributsDe(champ: Champ | undefined) {
  const required = champ?.requis !== undefined
  if (champ?.sorte === undefined) {
    const { nature, max: maxLength } = champ ?? {}
    if (!nature || nature === 'lignes') return { required, maxLength }
    const spellCheck = nature === 'telephone' ? undefined : false
    return { required, maxLength, type: CLAVIERS[nature], spellCheck }
  }
  if (champ.sorte === 'jour') return { required, type: 'date' }
  if (champ.sorte === 'choix') return { required }
  return { required, inputMode: champ.entier ? ('numeric' as const) : ('decimal' as const) }
}

/** What is wrong with what one field holds, as a sentence; null when all is well. */
export function fauteDe(champ: Champ, valeur: Valeur): string | null {
  if (typeof valeur === 'boolean') return null
  if (typeof valeur !== 'string') return (valeur.length === 0 && champ.requis) || null
  if (champ.sorte === undefined) return fauteChamp(champ, valeur)
  if (champ.sorte === 'nombre') {
    const nombre = lireNombre(valeur)
    return nombre === null ? (champ.requis ?? null) : fauteNombre(champ, nombre)
  }
  if (valeur === '') return champ.requis ?? null
  return champ.sorte === 'jour' ? fauteJour(valeur) : null
}

/** Faults without those that are none, each under its field. */
const seules = (fautes: Fautes): Record<string, string> =>
  Object.fromEntries(Object.entries(fautes).flatMap(([nom, dite]) => (dite ? [[nom, dite]] : [])))

/**
 * What keeps a form from being sent, by field, in the order of its fields; the server has the last
 * word. `propres`: what the form alone knows of some of them, null where the table has nothing to say.
 */
export function fautesDe(champs: Champs, saisie: Saisie, propres: Fautes = {}) {
  const dites = Object.entries(saisie).map(([nom, valeur]): [string, string | null] => {
    const champ = champDe(champs, nom)
    return [nom, champ ? fauteDe(champ, valeur) : null]
  })
  return seules({ ...Object.fromEntries(dites), ...propres })
}

/** Where a path of a refusal leads: to a field, or to its group; undefined where there is none. */
function nomDe(champs: Champs, saisie: Saisie, chemin: string): string | undefined {
  const racine = racineDe(chemin)
  if (chemin in saisie) return chemin
  if (racine in saisie) return racine
  return racine in champs ? chemin : undefined
}

/**
 * What the server refused, by field; nothing for what it did not say of a field. `parCode`: where a
 * refusal belongs that names none.
 */
export function refusDe(
  echec: unknown,
  champs: Champs,
  saisie: Saisie,
  parCode: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const refus: Record<string, string> = {}
  if (!(echec instanceof EchecApi)) return refus
  for (const { chemin, libelle } of echec.details) {
    // A malformed field bears the part of the request where it stands.
    const nom = nomDe(champs, saisie, chemin.replace(/^body\./, ''))
    if (nom) refus[nom] = [refus[nom], libelle].filter(Boolean).join(' ')
  }
  const seul = parCode[echec.code]
  return seul && Object.keys(refus).length === 0 ? { [seul]: echec.message } : refus
}

/** Whether two fields hold the same; a list whatever its order, and nothing as if never entered. */
function estMeme(a: Valeur | undefined, b: Valeur | undefined): boolean {
  const plat = (valeur: Valeur | undefined) =>
    typeof valeur === 'object' ? JSON.stringify([...valeur].sort()) : (valeur ?? '')
  return plat(a) === plat(b)
}

/** The fields that differ between two states of a form. */
export const differences = (avant: Saisie, apres: Saisie): string[] =>
  Object.keys({ ...avant, ...apres }).filter((nom) => !estMeme(avant[nom], apres[nom]))

/** What was typed over `base`, on top of what others wrote meanwhile. */
export function fusionner<S extends Saisie>(base: S, saisie: S, fraiche: S): S {
  const tapees = differences(base, saisie).map((nom) => [nom, saisie[nom]])
  return { ...fraiche, ...Object.fromEntries(tapees) }
}

/** A text as it is kept; what the table has nothing to say of, as it was typed. */
export function gardeDe(champ: Champ | undefined, valeur: string): string {
  return champ && champ.sorte === undefined ? normaliserChamp(champ, valeur) : valeur
}
