import { jourLocal, plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import { insertProlongation } from '../calendrier/prolongation.sql.ts'
import { insertReouverture } from '../calendrier/reouverture.sql.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import type { Db } from '../platform/route.ts'
import type { Poste } from './lot.sql.ts'
import type { Scenario } from './scenario.ts'

const JOUR = 24 * 3_600_000

type Calendrier = {
  reglages: Reglages
  /** Rank of the current month. */
  courant: number
  maintenant: Date
  /** The account of the directorate that opens months again. */
  dpps: number
}

/** The months that were opened again to a structure, and the time that it asks for. */
export async function insertDelais(
  db: Db,
  { reouverture, prolongation }: Scenario,
  { structureId, auteurId }: Poste,
  { reglages, courant, maintenant, dpps }: Calendrier,
): Promise<void> {
  const avant = (jours: number) => new Date(maintenant.getTime() - jours * JOUR)
  const jour = jourLocal(maintenant, reglages.fuseau)
  if (reouverture) {
    const { recul, motif, ilYA, encore } = reouverture
    const jusqua = plusJours(jour, encore)
    const ouverture = { rang: courant - recul, motif, jusqua, par: dpps, le: avant(ilYA), jour }
    await insertReouverture(db, structureId, ouverture)
  }
  if (prolongation) {
    const { recul, motif, ilYA } = prolongation
    const demande = { rang: courant - recul, motif, par: auteurId, le: avant(ilYA) }
    await insertProlongation(db, { structureId, ...demande })
  }
}
