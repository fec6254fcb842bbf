import { isDeepStrictEqual } from 'node:util'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { avecDeduites } from './deduites.ts'
import { chiffresDe, type FormulaireOuvert, ouvrirFormulaire } from './formulaire.calcul.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'

/** `remplissage` is kept in single precision. */
const PRECISION = 1e-5

/** A form whose figures in the base are not those of the engine. */
export type Divergence = {
  numero: string
  /** Names of the columns. */
  colonnes: string[]
  /** A month that its formulas read was written after it: received, it keeps what was seen then. */
  perimee: boolean
}

/** What whoever changes what a form reads writes at once: nothing excuses it. */
const POUSSEES: ReadonlySet<string> = new Set([
  'remplissage',
  'erreurs',
  'avertissements',
  'resultats',
])

const findCodes = (db: Db, id: number) =>
  db.selectFrom('formulaire').select('codes').where('id', '=', id).executeTakeFirstOrThrow()

/** A form computed as whoever reads it would have it: see `recalculer` (pousser.ts). */
function ouvrirSeul(db: Db, f: FormulaireCharge): Promise<FormulaireOuvert> {
  const structureLue = estSaisi(f) ? f.structureActuelle : f.structureLue
  return ouvrirFormulaire(db, { ...f, environs: null, structureLue })
}

const estSaisi = ({ etat }: FormulaireCharge): boolean => ETATS_OUVERTS.includes(etat)

/** What was pushed, unless some of it is still to be: nobody reads it meanwhile. */
function compareesPoussees(f: FormulaireCharge, ouvert: FormulaireOuvert) {
  if (f.recalcul) return {}
  const chiffres = chiffresDe(ouvert, f.etat)
  return {
    remplissage: Math.abs(chiffres.remplissage - f.remplissage) < PRECISION,
    erreurs: chiffres.erreurs === f.erreurs,
    avertissements: chiffres.avertissements === f.avertissements,
    resultats: chiffres.resultats === f.resultats?.texte,
  }
}

/**
 * Compares what its last act wrote. Of a draft whose computed cells have changed since
 * (`deduites`), only the values: its other columns wait for the next save.
 */
async function compareesEcrites(db: Db, f: FormulaireCharge, ouvert: FormulaireOuvert) {
  if (f.recalcul && estSaisi(f)) return {}
  const calculees = ouvert.calcul.donnees()
  if (f.deduites !== null) {
    return { donnees: isDeepStrictEqual(calculees, avecDeduites(f.donnees.lire(), f.deduites)) }
  }
  const chiffres = chiffresDe(ouvert, f.etat, calculees)
  const { codes } = await findCodes(db, f.id)
  return {
    donnees: isDeepStrictEqual(calculees, f.donnees.lire()),
    effectif: chiffres.effectif === f.effectif,
    entrees: chiffres.entrees === f.entrees,
    sorties: chiffres.sorties === f.sorties,
    reference: chiffres.reference === f.reference,
    codes: isDeepStrictEqual(JSON.parse(chiffres.codes), codes),
  }
}

async function colonnesDivergentes(db: Db, numero: string): Promise<string[]> {
  const f = await findFormulaire(db, { numero })
  if (!f) return []
  const ouvert = await ouvrirSeul(db, f)
  const egaux = { ...compareesPoussees(f, ouvert), ...(await compareesEcrites(db, f, ouvert)) }
  return Object.entries(egaux).flatMap(([colonne, egal]) => (egal ? [] : [colonne]))
}

/** Whether another form of its structure, of the year before it at most, was written later. */
async function estPerimee(db: Db, numero: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from formulaire f join formulaire autre on autre.structure_id = f.structure_id
      and autre.id <> f.id and autre.rang between f.rang - 12 and f.rang
      and autre.modifie_le > f.modifie_le
    where f.numero = ${numero} limit 1`.execute(db)
  return rows.length > 0
}

/** Computes every live form again, and names those that the base holds otherwise. */
export async function listDivergences(
  db: Db,
): Promise<{ examines: number; divergences: Divergence[] }> {
  const formulaires = await db
    .selectFrom('formulaire')
    .select('numero')
    .where('etat', '<>', 'ANNULE')
    .orderBy('structureId')
    .orderBy('rang')
    .execute()
  const divergences: Divergence[] = []
  for (const { numero } of formulaires) {
    const colonnes = await colonnesDivergentes(db, numero)
    if (colonnes.length === 0) continue
    const excusable = !colonnes.some((colonne) => POUSSEES.has(colonne))
    divergences.push({ numero, colonnes, perimee: excusable && (await estPerimee(db, numero)) })
  }
  return { examines: formulaires.length, divergences }
}
