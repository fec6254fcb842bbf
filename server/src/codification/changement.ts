import { VALEURS_MAX } from '@releve/contract/codification/codification.champs.ts'
import {
  direEmplois,
  estCorrection,
  estReserve,
} from '@releve/contract/codification/codification.rules.ts'
import type { FicheValeur } from '@releve/contract/codification/codification.schema.ts'
import { type Enonce, enoncer } from '@releve/contract/erreur.ts'
import { changementsEntre } from '../journal/noter.sql.ts'
import type { ListeTenue, ValeurTenue } from './codification.sql.ts'
import type { Emplois } from './emploi.sql.ts'

/** What a change of a list is judged upon. */
export type Referentiel = {
  liste: Pick<ListeTenue, 'code' | 'parentListe'>
  actuelles: ReadonlyMap<string, ValeurTenue>
  emplois: Pick<Emplois, 'de'>
  /** Codes of the list of parents; null: the list's own. */
  parents: ReadonlySet<string> | null
}

/** The codes of the list as they would be. */
export type CodesVoulus = ReadonlyMap<string, FicheValeur>

export type Faute = Enonce & { valeur: string; champ: keyof FicheValeur }

/** A code as one enters it. */
export function ficheDe(valeur: ValeurTenue): FicheValeur {
  const { libellesAnciens: _anciens, ...fiche } = valeur
  return fiche
}

/** A value of a code in words; null: none. */
export function dire(valeur: unknown): string | null {
  if (typeof valeur === 'boolean') return valeur ? 'oui' : 'non'
  if (typeof valeur === 'number') return String(valeur)
  return typeof valeur === 'string' && valeur ? valeur : null
}

/** What changes of a code; null: nothing. */
export const changementsDe = (avant: ValeurTenue, fiche: FicheValeur) =>
  changementsEntre(ficheDe(avant), fiche)

/**
 * What a code in use may not become: its label says another thing, or it counts with another
 * parent. A parent may be given to a code that has none.
 */
function fautesDeSens(avant: ValeurTenue, apres: FicheValeur, emplois: string): Faute[] {
  const { code } = apres
  const fautes: Faute[] = []
  if (avant.libelle !== apres.libelle && !estCorrection(avant.libelle, apres.libelle)) {
    const enonce = enoncer('CODE_SENS_CHANGE', { code, emplois, libelle: avant.libelle })
    fautes.push({ ...enonce, valeur: code, champ: 'libelle' })
  }
  if (avant.parent !== null && avant.parent !== apres.parent) {
    const enonce = enoncer('CODE_RATTACHE', { code, emplois, parent: avant.parent })
    fautes.push({ ...enonce, valeur: code, champ: 'parent' })
  }
  return fautes
}

/** Whether one comes back to a code by going from parent to parent. */
function estEnBoucle(code: string, voulues: CodesVoulus): boolean {
  const vus = new Set<string>()
  for (let un = voulues.get(code)?.parent; un; un = voulues.get(un)?.parent) {
    if (un === code) return true
    // Another loop, which is not this code's.
    if (vus.has(un)) return false
    vus.add(un)
  }
  return false
}

function fauteDeParent({ liste, parents }: Referentiel, fiche: FicheValeur, voulues: CodesVoulus) {
  const { code, parent } = fiche
  if (parent === null) return null
  const existe = parents ? parents.has(parent) : voulues.has(parent)
  if (!existe) {
    return enoncer('CODE_PARENT_INCONNU', { parent, liste: liste.parentListe ?? liste.code })
  }
  const boucle = parents === null && estEnBoucle(code, voulues)
  return boucle ? enoncer('CODE_PARENT_EN_BOUCLE', { parent, code }) : null
}

function fautesDeFiche(
  referentiel: Referentiel,
  fiche: FicheValeur,
  voulues: CodesVoulus,
): Faute[] {
  const { code, actif, valableDu, valableAu } = fiche
  const fautes: Faute[] = []
  const relever = (champ: Faute['champ'], enonce: Enonce) =>
    fautes.push({ ...enonce, valeur: code, champ })
  if (valableDu !== null && valableAu !== null && valableAu < valableDu) {
    relever('valableAu', enoncer('VALIDITE_INVERSEE', { code }))
  }
  const limite = !actif || valableDu !== null || valableAu !== null
  if (limite && estReserve(referentiel.liste.code, code)) {
    relever(actif ? 'valableAu' : 'actif', enoncer('CODE_RESERVE', { code }))
  }
  const parent = fauteDeParent(referentiel, fiche, voulues)
  if (parent) relever('parent', parent)
  return fautes
}

function fauteDeRetrait({ liste, emplois }: Referentiel, code: string): Faute | null {
  const dits = direEmplois(emplois.de(code))
  const enonce = estReserve(liste.code, code)
    ? enoncer('CODE_RESERVE', { code })
    : dits && enoncer('CODE_EMPLOYE', { code, emplois: dits })
  return enonce ? { ...enonce, valeur: code, champ: 'code' } : null
}

/** What stands in the way of the list that is wanted: of each code that changes, comes or goes. */
export function fautesDe(referentiel: Referentiel, voulues: CodesVoulus): Faute[] {
  const { actuelles, emplois, liste } = referentiel
  const fautes = [...voulues.values()].flatMap((fiche) => {
    const avant = actuelles.get(fiche.code)
    const touchee = !avant || changementsDe(avant, fiche) !== null
    // What nobody touches is judged on its parent alone: that may be what goes.
    if (!touchee) {
      const parent = fauteDeParent(referentiel, fiche, voulues)
      return parent ? [{ ...parent, valeur: fiche.code, champ: 'parent' as const }] : []
    }
    const dits = direEmplois(emplois.de(fiche.code))
    const sens = avant && dits ? fautesDeSens(avant, fiche, dits) : []
    return [...sens, ...fautesDeFiche(referentiel, fiche, voulues)]
  })
  const retires = [...actuelles.keys()].filter((code) => !voulues.has(code))
  const retraits = retires.flatMap((code) => fauteDeRetrait(referentiel, code) ?? [])
  if (voulues.size <= VALEURS_MAX || voulues.size <= actuelles.size) return [...retraits, ...fautes]
  const nombres = { nombre: String(voulues.size), maximum: String(VALEURS_MAX) }
  const derniere = [...voulues.keys()].at(-1) ?? liste.code
  const longue = enoncer('LISTE_TROP_LONGUE', nombres)
  return [{ ...longue, valeur: derniere, champ: 'code' }, ...retraits, ...fautes]
}
