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

/** In the text of a model: that a cell is computed so. Messages round too, and change no figure. */
const ARRONDI_DE_FORMULE = /"formule":"(?:[^"\\]|\\.)*\bARRONDI\b/

/**
 * Whether what was received before decimals were exact is what is computed today, but for how they
 * were rounded (decision 0087): it keeps its values. Receipts hold them to the last digit.
 */
function seRessemblent(compile: ModeleCompile, gardees: Donnees, calculees: Donnees) {
  const arrondit = ARRONDI_DE_FORMULE.test(JSON.stringify(compile.modele))
  return Object.entries(deduitesDe(gardees, calculees) ?? {}).every(([adresse, calculee]) => {
    const [cellule, gardee] = [celluleDe(compile, adresse), gardees[adresse]]
    const nombres = typeof calculee === 'number' && typeof gardee === 'number'
    if (!nombres || !cellule?.calculee) return false
    return (
      (arrondit || aDesDecimales(cellule, gardee, calculee)) &&
      sontVoisins(cellule, gardee, calculee)
    )
  })
}

/** Whole numbers differ by what `ARRONDI` makes of decimals alone. */
const aDesDecimales = ({ nature }: Cellule, ...nombres: number[]): boolean =>
  nature === 'decimal' || !nombres.every(Number.isInteger)

/** A unit of the last decimal apart, at most. */
function sontVoisins({ decimales }: Cellule, gardee: number, calculee: number): boolean {
  const places = decimales ?? ecrireChiffres(calculee).split('.')[1]?.length ?? 0
  return confronter(absolu(moins(gardee, calculee)), Number(`1e-${places}`)) <= 0
}

/** Of the version from which decimals are exact: a base that has it was computed by that engine since. */
const MIGRATION_DES_DECIMALES = 53

/** Whether its values are those of an act before this base had the engine of exact decimals. */
async function estRecuAvant(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ avant: boolean }>`
    select coalesce(max(h.le), f.soumis_le, f.modifie_le) < m.appliquee_le as avant
    from formulaire f join migration m on m.numero = ${MIGRATION_DES_DECIMALES}
    left join formulaire_historique h on h.formulaire_id = f.id
      and (h.de is null or h.de = any(${[...ETATS_OUVERTS]}::text[]))
      and h.vers <> all(${[...ETATS_OUVERTS]}::text[])
    where f.id = ${id} group by f.id, m.appliquee_le`.execute(db)
  return rows[0]?.avant ?? false
}

/** Of what was received: whether what differs is how the engine of before rounded. */
async function gardeUnArrondi(
  db: Db,
  f: FormulaireCharge,
  compile: ModeleCompile,
  calculees: Donnees,
): Promise<boolean> {
  if (estSaisi(f) || !seRessemblent(compile, f.donnees.lire(), calculees)) return false
  return estRecuAvant(db, f.id)
}

/** By column, whether it holds what is computed; `arrondie`: but for how it was rounded then. */
type Comparaison = { egaux: Record<string, boolean>; arrondie: boolean }

/**
 * Compares what its last act wrote. Of a draft whose computed cells have changed since
 * (`deduites`), only the values: its other columns wait for the next save.
 */
async function compareesEcrites(
  db: Db,
  f: FormulaireCharge,
  ouvert: FormulaireOuvert,
): Promise<Comparaison> {
  if (f.recalcul && estSaisi(f)) return { egaux: {}, arrondie: false }
  const calculees = ouvert.calcul.donnees()
  if (f.deduites !== null) {
    const donnees = isDeepStrictEqual(calculees, avecDeduites(f.donnees.lire(), f.deduites))
    return { egaux: { donnees }, arrondie: false }
  }
  const { compile } = ouvert.modele
  const gardees = f.donnees.lire()
  const identiques = isDeepStrictEqual(calculees, gardees)
  const arrondie = !identiques && (await gardeUnArrondi(db, f, compile, calculees))
  const memes = identiques || arrondie
  const chiffres = chiffresDe(ouvert, f.etat, calculees)
  const indicateurs = memes
    ? indicateursDe(compile.modele, (cellule) => gardees[cellule] ?? null)
    : chiffres
  const { codes } = await findCodes(db, f.id)
  const egaux = {
    donnees: memes,
    effectif: indicateurs.effectif === f.effectif,
    entrees: indicateurs.entrees === f.entrees,
    sorties: indicateurs.sorties === f.sorties,
    reference: indicateurs.reference === f.reference,
    codes: isDeepStrictEqual(JSON.parse(chiffres.codes), codes),
  }
  return { egaux, arrondie }
}

/** Columns that hold something else than what is computed; `arrondie` as above. */
async function comparer(db: Db, numero: string) {
  const f = await findFormulaire(db, { numero })
  if (!f) return { colonnes: [], arrondie: false }
  const ouvert = await ouvrirSeul(db, f)
  const { egaux, arrondie } = await compareesEcrites(db, f, ouvert)
  const colonnes = Object.entries({ ...compareesPoussees(f, ouvert), ...egaux })
  return { colonnes: colonnes.flatMap(([colonne, egal]) => (egal ? [] : [colonne])), arrondie }
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

/** `arrondis`: numbers of those that keep how the engine of before rounded. */
type Divergences = { examines: number; divergences: Divergence[]; arrondis: string[] }

/** Computes every live form again, and names those that the base holds otherwise. */
export async function listDivergences(db: Db): Promise<Divergences> {
  const formulaires = await db
    .selectFrom('formulaire')
    .select('numero')
    .where('etat', '<>', 'ANNULE')
    .orderBy('structureId')
    .orderBy('rang')
    .execute()
  const divergences: Divergence[] = []
  const arrondis: string[] = []
  for (const { numero } of formulaires) {
    const { colonnes, arrondie } = await comparer(db, numero)
    if (arrondie) arrondis.push(numero)
    if (colonnes.length === 0) continue
    const excusable = !colonnes.some((colonne) => POUSSEES.has(colonne))
    divergences.push({ numero, colonnes, perimee: excusable && (await estPerimee(db, numero)) })
  }
  return { examines: formulaires.length, divergences, arrondis }
}
