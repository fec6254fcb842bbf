import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import { libelleDe } from './ailleurs.ts'

/**
 * What a file of DHIS2 metadata holds, read without trusting its shape: whatever is not of the type
 * expected is as if it were not there. Never throws.
 */
export type Objet = Readonly<Record<string, unknown>>

export const estObjet = (valeur: unknown): valeur is Objet =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)

/** The text of that name; empty when there is none. */
export function texteDe(objet: Objet, cle: string): string {
  const valeur = Object.hasOwn(objet, cle) ? objet[cle] : undefined
  return typeof valeur === 'string' ? valeur.trim() : ''
}

export function nombreDe(objet: Objet, cle: string): number | null {
  const valeur = Object.hasOwn(objet, cle) ? objet[cle] : undefined
  return typeof valeur === 'number' && Number.isFinite(valeur) ? valeur : null
}

export const estVrai = (objet: Objet, cle: string): boolean =>
  Object.hasOwn(objet, cle) && objet[cle] === true

export function objetDe(objet: Objet, cle: string): Objet {
  const valeur = Object.hasOwn(objet, cle) ? objet[cle] : undefined
  return estObjet(valeur) ? valeur : {}
}

export function objetsDe(objet: Objet, cle: string): Objet[] {
  const valeur = Object.hasOwn(objet, cle) ? objet[cle] : undefined
  return Array.isArray(valeur) ? valeur.filter(estObjet) : []
}

/** The identifier that an object has, or that a reference to it says; empty when there is none. */
export const idDe = (objet: Objet): string => texteDe(objet, 'id')

/** What an object is called in French, if its author said so: `propriete` as DHIS2 spells it. */
function traductionDe(objet: Objet, propriete: string): string {
  const trouvee = objetsDe(objet, 'translations').find(
    (une) =>
      /^fr([_-]|$)/.test(texteDe(une, 'locale')) &&
      texteDe(une, 'property').toUpperCase() === propriete,
  )
  return trouvee ? texteDe(trouvee, 'value') : ''
}

const NOMS: readonly ((objet: Objet) => string)[] = [
  (objet) => traductionDe(objet, 'FORM_NAME'),
  (objet) => texteDe(objet, 'formName'),
  (objet) => traductionDe(objet, 'NAME'),
  (objet) => texteDe(objet, 'name'),
  (objet) => texteDe(objet, 'displayName'),
  (objet) => texteDe(objet, 'shortName'),
  (objet) => texteDe(objet, 'code'),
  idDe,
]

/** What a form calls an object: in French if it is said, else as it is written. */
export function nomDe(objet: Objet): string {
  for (const lire of NOMS) {
    const dit = libelleDe(lire(objet))
    if (dit !== '') return dit
  }
  return 'Sans nom'
}

/** What is said of an object beside its name; undefined when nothing is. */
export function aideDe(objet: Objet): string | undefined {
  const dite = traductionDe(objet, 'DESCRIPTION') || texteDe(objet, 'description')
  return libelleDe(dite, BORNES_MODELE.texte) || undefined
}

/** Of what a code here is made: the code there, else the identifier. Four make an address. */
export const codeDe = (objet: Objet): string =>
  (/[A-Za-z0-9]/.test(texteDe(objet, 'code')) ? texteDe(objet, 'code') : idDe(objet)).slice(0, 24)

type Sorte =
  | 'dataElements'
  | 'categoryCombos'
  | 'categories'
  | 'categoryOptions'
  | 'optionSets'
  | 'options'
  | 'indicators'
  | 'indicatorTypes'
  | 'constants'

/** A file, with its objects by identifier; the first of two that share one. */
export type Metadonnees = {
  fichier: Objet
  liste: (sorte: string) => readonly Objet[]
  trouver: (sorte: Sorte, id: string) => Objet | undefined
}

export function ouvrirMetadonnees(fichier: Objet): Metadonnees {
  const listes = new Map<string, readonly Objet[]>()
  const index = new Map<Sorte, Map<string, Objet>>()
  const liste = (sorte: string) => {
    const lue = listes.get(sorte) ?? objetsDe(fichier, sorte)
    listes.set(sorte, lue)
    return lue
  }
  const indexer = (sorte: Sorte) => {
    const parId = new Map<string, Objet>()
    for (const objet of liste(sorte)) if (!parId.has(idDe(objet))) parId.set(idDe(objet), objet)
    index.set(sorte, parId)
    return parId
  }
  return {
    fichier,
    liste,
    trouver: (sorte, id) => (index.get(sorte) ?? indexer(sorte)).get(id),
  }
}

/** Of what a reference names: the object of the file, else what the reference itself says of it. */
export function completer(meta: Metadonnees, sorte: Sorte, reference: Objet): Objet {
  return meta.trouver(sorte, idDe(reference)) ?? reference
}
