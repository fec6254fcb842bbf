import { isDeepStrictEqual } from 'node:util'
import { absolu, confronter, ecrireChiffres, moins } from '@releve/contract/exact.ts'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import { indicateursDe } from '@releve/contract/modele/indicateurs.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { avecDeduites, deduitesDe } from './deduites.ts'
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
 * Whether what was received is what is computed today, but for how decimals were rounded before
 * they were exact (decision 0087): it keeps its values. Receipts hold them to the last digit.
 */
function sontRecues(compile: ModeleCompile, gardees: Donnees, calculees: Donnees): boolean {
  return Object.entries(deduitesDe(gardees, calculees) ?? {}).every(([adresse, calculee]) => {
    const [cellule, gardee] = [celluleDe(compile, adresse), gardees[adresse]]
    const nombres = typeof calculee === 'number' && typeof gardee === 'number'
    return nombres && !!cellule?.calculee && seRessemblent(cellule, gardee, calculee)
  })
}

/** A unit of the last decimal apart, at most; whole numbers must be the same. */
function seRessemblent({ nature, decimales }: Cellule, gardee: number, calculee: number): boolean {
  const entiers = Number.isInteger(gardee) && Number.isInteger(calculee)
  if (entiers && nature !== 'decimal') return false
  const places = decimales ?? ecrireChiffres(calculee).split('.')[1]?.length ?? 0
  return confronter(absolu(moins(gardee, calculee)), Number(`1e-${places}`)) <= 0
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
  const { compile } = ouvert.modele
  const gardees = f.donnees.lire()
  const memes = estSaisi(f)
    ? isDeepStrictEqual(calculees, gardees)
    : sontRecues(compile, gardees, calculees)
  const chiffres = chiffresDe(ouvert, f.etat, calculees)
  const indicateurs = memes
    ? indicateursDe(compile.modele, (cellule) => gardees[cellule] ?? null)
    : chiffres
  const { codes } = await findCodes(db, f.id)
  return {
    donnees: memes,
    effectif: indicateurs.effectif === f.effectif,
    entrees: indicateurs.entrees === f.entrees,
    sorties: indicateurs.sorties === f.sorties,
    reference: indicateurs.reference === f.reference,
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
