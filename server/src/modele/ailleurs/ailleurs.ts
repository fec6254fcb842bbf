import type { Constat } from '@releve/contract/modele/gestion.schema.ts'
import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'

/**
 * What a questionnaire made elsewhere becomes here. A converter reads one origin and is pure: it
 * knows neither the base nor which codes are taken in it. Whatever it meets is told by one `Constat`
 * at least: understood, changed, or left, never dropped in silence.
 */

export type { Constat } from '@releve/contract/modele/gestion.schema.ts'

/** A list of codes that the model names, and that comes with it. */
export type ListeVenue = {
  code: string
  libelle: string
  valeurs: { code: string; libelle: string }[]
}

/**
 * A model that has come. Its formulas may still be refused by the engine, and its lists have a name
 * of the base's: whoever takes it looks at both. `places`: address of a cell, or code of a control →
 * where it stood in the file. `correspondance`: what its cells are called there, where figures of
 * past months come under these names.
 */
export type ModeleConverti = {
  source: ModeleSource
  constats: Constat[]
  listes: ListeVenue[]
  places?: ReadonlyMap<string, string>
  correspondance?: Rapprochement[]
  structures?: StructureVenue[]
}

/** A structure to be. `unite`: what it is called there; `ancetres`: what it is in, the nearest first. */
export type StructureVenue = {
  unite: string
  code: string
  libelle: string
  responsable: string | null
  telephone: string | null
  email: string | null
  adresse: string | null
  longitude: number | null
  latitude: number | null
  /** `AAAA-MM-JJ`. */
  dateOuverture: string | null
  dateFermeture: string | null
  ancetres: string[]
}

/** A cell here, and what DHIS2 calls it. */
export type Rapprochement = {
  cellule: string
  dataElement: string
  categoryOptionCombo: string
  /** Empty when they have none. */
  codeDataElement: string
  codeCategoryOptionCombo: string
  /** Code of an answer there → here, where it is chosen of a list; null elsewhere. */
  options: Record<string, string> | null
  /** How DHIS2 adds it up (`SUM`, `AVERAGE`…); null: not known. */
  agregation: string | null
}

/** One of the several questionnaires of a file: a data set of DHIS2. */
export type Choix = { code: string; libelle: string }

/** `choix`: empty when the file holds one questionnaire; `choisi`: which of them was converted. */
export type FichierConverti = { choix: Choix[]; choisi: string | null; converti: ModeleConverti }

/**
 * Converts what was read of a file; of the several questionnaires that it holds, the one asked for,
 * else the first. @throws Inconvertible
 */
export type Convertir<Lu> = (lu: Lu, choix?: string) => FichierConverti

/** Why nothing can be made of a file, in a French sentence that says what to do. */
export class Inconvertible extends Error {}

/** What a base of texts cannot keep: a NUL, or half of a surrogate pair. */
const INGARDABLE = /[\0\uD800-\uDFFF]/gu

/** A text of elsewhere as a label here: on one line, cut at what a label may hold. */
export function libelleDe(texte: string, max: number = BORNES_MODELE.libelle): string {
  const net = texte.replace(INGARDABLE, '').replace(/\s+/g, ' ').trim()
  if (net.length <= max) return net
  const coupe = net.slice(0, max - 1).replace(INGARDABLE, '')
  return `${coupe.trimEnd()}…`
}

/** A code has that many characters at most; a formula reads these words as its own. */
const CODE_MAX = 30
const RESERVES = new Set(['ET', 'OU', 'NON', 'VRAI', 'FAUX', 'ND', 'SO'])
/** What a cell may hold in the place of a code. */
const MARQUEURS = new Set(['ND', 'SO'])

/** With `defaut` before what is no code, or is one that a formula would read otherwise. */
function enCode(net: string, defaut: string, de: 'cellules' | 'liste'): string {
  if (net === '') return defaut
  const convient = de === 'liste' ? !MARQUEURS.has(net) : /^[A-Z]/.test(net) && !RESERVES.has(net)
  return convient ? net : `${defaut}_${net}`
}

/**
 * Gives codes of the platform to what elsewhere is called otherwise: capitals without accents, each
 * once. Those of cells begin with a letter (formulas read them); those of a list may be figures.
 */
export function ouvrirCodes(de: 'cellules' | 'liste' = 'cellules') {
  const pris = new Set<string>()
  // Where to go on from, for a name given thousands of times.
  const rangs = new Map<string, number>()
  return (texte: string, defaut: string): string => {
    const plie = texte.slice(0, 200).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
    const net = plie.replace(/[^A-Z0-9]+/g, '_').replace(/^_+|_+$/g, '')
    const base = enCode(net, defaut, de).slice(0, CODE_MAX)
    let code = base
    let rang = rangs.get(base) ?? 1
    while (pris.has(code)) {
      rang += 1
      const suffixe = `_${rang}`
      code = `${base.slice(0, CODE_MAX - suffixe.length)}${suffixe}`
    }
    rangs.set(base, rang)
    pris.add(code)
    return code
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Code of the control of this rank, from 0: XA01 … XA99, XB01… */
export function codeDeControle(rang: number): string {
  const lettre = ALPHABET[Math.floor(rang / 99) % ALPHABET.length] ?? 'Z'
  return `X${lettre}${String((rang % 99) + 1).padStart(2, '0')}`
}
