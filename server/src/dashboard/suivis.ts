import type { Db } from '../platform/route.ts'
import { listMoisSuivis } from './dashboard.ts'
import { aujourdhui } from './suivi.sql.ts'

/** Reports of the country over the last twelve months (docs/chiffres.md). */
export type Suivi = { attendus: number; recus: number }

export async function countSuivis(db: Db, maintenant: Date): Promise<Suivi> {
  const jour = await aujourdhui({ db, maintenant })
  const recents = { du: jour.courant - 11, au: jour.courant }
  const mois = await listMoisSuivis(db, { ...jour, ...recents, agent: null, filtres: {} })
  return {
    attendus: mois.reduce((somme, { attendus }) => somme + attendus, 0),
    recus: mois.reduce((somme, { recus }) => somme + recus, 0),
  }
}
