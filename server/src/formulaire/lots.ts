import type { Detail } from '@releve/contract/erreur.ts'
import type { LigneImport } from '@releve/contract/import.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { CoursePerdue, ErreurMetier } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'

// Many reports that one file brings, each judged and written by itself.

/** Writes one report, and tells what is only known once that is done. */
export type Ecrire = (tx: Db) => Promise<Detail[]>

/** What will be done with one report, and what does it; nothing to do: no `ecrire`. */
export type FormulaireJuge = { ligne: LigneImport; ecrire?: Ecrire }

/** Faults or changes told of one report at most. */
const DETAILS_MAX = 20

export const faute = (chemin: string, code: Detail['code'], libelle: string): Detail => ({
  chemin,
  code,
  libelle,
})

const direReste = (reste: number): string =>
  reste > 1 ? `Et ${reste} autres cases.` : 'Et une autre case.'

/** What does not fit is counted: nothing is left out in silence. */
export function couperDetails(details: readonly Detail[], dire = direReste): Detail[] {
  const reste = details.length - DETAILS_MAX
  const gardes = details.slice(0, DETAILS_MAX)
  if (reste <= 0) return gardes
  const [premier] = details
  return premier ? [...gardes, faute('formulaire', premier.code, dire(reste))] : gardes
}

/** Why a form is refused, cell by cell. @throws what is no refusal */
export function detailsDe(echec: unknown): Detail[] {
  if (!(echec instanceof ErreurMetier)) throw echec
  const dits = (echec.details ?? []).flatMap(({ chemin, libelle }) =>
    chemin === 'defi' ? [] : [faute(chemin, echec.code, `${chemin}\u00a0: ${libelle}`)],
  )
  return dits.length > 0 ? dits : [faute('formulaire', echec.code, echec.message)]
}

class Annule extends Error {}

/** What would refuse this write, which is undone, and what it would tell. */
export async function essayer(
  db: Db,
  ecrire: Ecrire,
): Promise<{ fautes: Detail[]; dits: Detail[] }> {
  let dits: Detail[] = []
  try {
    await inTransaction(db, async (tx) => {
      dits = await ecrire(tx)
      throw new Annule()
    })
  } catch (echec) {
    if (!(echec instanceof Annule)) return { fautes: detailsDe(echec), dits: [] }
  }
  return { fautes: [], dits }
}

/** How many times what was judged may be overtaken before it is written. */
const ESSAIS = 3

/**
 * Writes one form, whole or not at all. A refusal is told on its line; when another act was faster,
 * the form is judged again.
 */
export async function ecrireUne(
  db: Db,
  jugerUne: () => Promise<FormulaireJuge>,
  essai = 1,
): Promise<LigneImport> {
  const { ligne, ecrire } = await jugerUne()
  if (!ecrire) return ligne
  try {
    const dits = await inTransaction(db, ecrire)
    return { ...ligne, details: [...couperDetails(dits), ...ligne.details] }
  } catch (echec) {
    if (echec instanceof CoursePerdue && essai < ESSAIS) return ecrireUne(db, jugerUne, essai + 1)
    return { ...ligne, effet: 'ERREUR', details: couperDetails(detailsDe(echec)) }
  }
}

/** How many reports were begun, and changed; null: none was. */
export function bilanDe(
  lignes: readonly LigneImport[],
): { crees: number; modifies: number } | null {
  const compter = (effet: LigneImport['effet']) =>
    lignes.filter((une) => une.effet === effet).length
  const [crees, modifies] = [compter('CREER'), compter('MODIFIER')]
  return crees + modifies > 0 ? { crees, modifies } : null
}
