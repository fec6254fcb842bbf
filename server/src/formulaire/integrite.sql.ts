import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { chiffresDe, ouvrirFormulaire } from './formulaire.calcul.ts'
import { findFormulaire } from './formulaire.sql.ts'

/** `remplissage` is kept in single precision. */
const PRECISION = 1e-5

/** A form whose figures in the base are not those of the engine. */
export type Divergence = {
  numero: string
  /** Names of the columns. */
  colonnes: string[]
  /** A month that its formulas read was written after it: its next save brings it up to date. */
  perimee: boolean
}

async function colonnesDivergentes(db: Db, numero: string): Promise<string[]> {
  const f = await findFormulaire(db, { numero })
  if (!f) return []
  const ouvert = await ouvrirFormulaire(db, { ...f, environs: null })
  const { calcul } = ouvert
  const chiffres = chiffresDe(ouvert, f.etat)
  const { codes } = await db
    .selectFrom('formulaire')
    .select('codes')
    .where('id', '=', f.id)
    .executeTakeFirstOrThrow()
  const egaux = {
    donnees: isDeepStrictEqual(calcul.donnees(), f.donnees.lire()),
    effectif: chiffres.effectif === f.effectif,
    entrees: chiffres.entrees === f.entrees,
    sorties: chiffres.sorties === f.sorties,
    reference: chiffres.reference === f.reference,
    remplissage: Math.abs(chiffres.remplissage - f.remplissage) < PRECISION,
    erreurs: chiffres.erreurs === f.erreurs,
    avertissements: chiffres.avertissements === f.avertissements,
    // While some are being computed again, nobody reads them.
    resultats: f.recalcul || chiffres.resultats === f.resultats?.texte,
    codes: isDeepStrictEqual(JSON.parse(chiffres.codes), codes),
  }
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
    divergences.push({ numero, colonnes, perimee: await estPerimee(db, numero) })
  }
  return { examines: formulaires.length, divergences }
}
