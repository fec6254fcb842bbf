import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { codeDe, ErreurDeBase } from './erreurs.ts'

const MIO = 1024 * 1024
/** Below this much free place the base only reads: a PostgreSQL that cannot write its log dies. */
export const RESERVE = 48 * MIO
/** To open a base, and to create one. */
const POUR_OUVRIR = 16 * MIO
const POUR_CREER = 96 * MIO

/** Why a folder cannot be written to. */
type Manque = 'PLEIN' | 'LECTURE_SEULE' | 'INTERDIT' | 'ABSENT'

const PHRASES: Record<Manque, string> = {
  PLEIN: 'son disque est plein. Libérez de la place',
  LECTURE_SEULE: 'son disque est en lecture seule. Rendez-le inscriptible',
  INTERDIT: 'ce compte n’y a pas le droit d’écrire. Donnez-le-lui, ou choisissez un autre DATA_DIR',
  ABSENT: 'il a disparu. Rétablissez-le, ou choisissez un autre DATA_DIR',
}
const PAR_CODE = new Map<string, Manque>([
  ['ENOSPC', 'PLEIN'],
  ['EDQUOT', 'PLEIN'],
  ['EROFS', 'LECTURE_SEULE'],
  ['EACCES', 'INTERDIT'],
  ['EPERM', 'INTERDIT'],
  ['ENOENT', 'ABSENT'],
])

/** What keeps this folder, with at least `place` bytes, from being written to; null when nothing does. */
export function manqueDe(dossier: string, place: number): Manque | null {
  try {
    accessSync(dossier, constants.W_OK)
    const { bavail, bsize, blocks } = statfsSync(dossier)
    // Some file systems do not know how large they are.
    return blocks > 0 && bavail * bsize < place ? 'PLEIN' : null
  } catch (error) {
    return PAR_CODE.get(codeDe(error) ?? '') ?? null
  }
}

/** @throws ErreurDeBase when the base of this data folder could not be opened, or created. */
export function exigerStockage(donnees: string, neuve: boolean): void {
  const manque = manqueDe(donnees, neuve ? POUR_CREER : POUR_OUVRIR)
  if (manque !== null) throw direManque(donnees, manque)
}

function direManque(donnees: string, manque: Manque, cause?: unknown): ErreurDeBase {
  return new ErreurDeBase(
    `Le dossier de données «\u00a0${donnees}\u00a0» ne peut pas être écrit\u00a0: ${PHRASES[manque]}, puis relancez.`,
    { cause },
  )
}

/** The sentence for what stopped the base of this data folder: its storage's, if that is to blame. */
export function expliquer<Echec>(donnees: string, error: Echec): Echec | ErreurDeBase {
  const code = PAR_CODE.get(codeDe(error) ?? '')
  const manque = existsSync(donnees) ? (code ?? manqueDe(donnees, POUR_OUVRIR)) : 'ABSENT'
  // Between two looks a full disk may have gained a little; ENOENT inside a folder is no absence.
  if (manque === null || (manque === 'ABSENT' && existsSync(donnees))) return error
  return direManque(donnees, manque, error)
}
