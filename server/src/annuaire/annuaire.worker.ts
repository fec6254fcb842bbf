// Adds up the forms of a year in a thread of its own: what it computes keeps nobody waiting.
import { parentPort, workerData } from 'node:worker_threads'
import { Annee, type Fabrication, type Mission } from './mission.ts'
import type { Lot } from './retenus.sql.ts'
import { withSolver } from './solveur.ts'

/** A `Lot`, as a JSON text that the process which serves never reads; null: no more. */
export type LotAnnuaire = string | null
export type ReponseAnnuaire = { vu: true } | { fait: Fabrication }

// What this thread was started with, by the only one who starts it.
const annee = new Annee(workerData as Mission)
const dire = (reponse: ReponseAnnuaire) => parentPort?.postMessage(reponse)

parentPort?.on('message', (lot: LotAnnuaire) => {
  if (lot === null)
    return void withSolver((solveur) => annee.fait(solveur)).then((fait) => dire({ fait }))
  // The statement that wrote it says what it holds.
  annee.voir(JSON.parse(lot) as Lot)
  dire({ vu: true })
})
