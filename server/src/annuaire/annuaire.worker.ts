// Adds up the forms of a year in a thread of its own: what it computes keeps nobody waiting.
import { parentPort } from 'node:worker_threads'
import { Annee, type Fabrication, type Mission } from './mission.ts'
import type { Lot } from './retenus.sql.ts'
import { withSolver } from './solveur.ts'

/** A year; its lots (`Lot`), as JSON texts that the process which serves never reads; no more. */
export type DemandeAnnuaire = { mission: Mission } | { lot: string } | { fin: true }
export type ReponseAnnuaire = { moyennes: string[] } | { vu: true } | { fait: Fabrication }

let annee: Annee | null = null

async function repondre(demande: DemandeAnnuaire): Promise<ReponseAnnuaire> {
  if ('mission' in demande) {
    annee = new Annee(demande.mission)
    return { moyennes: annee.modelesDesMoyennes() }
  }
  if (!annee) throw new Error('annuaire\u00a0: aucune année demandée')
  if ('lot' in demande) {
    // The statement that wrote it says what it holds.
    annee.voir(JSON.parse(demande.lot) as Lot)
    return { vu: true }
  }
  const faite = annee
  // Another year may follow: its sums take the place of these.
  annee = null
  return { fait: await withSolver((solveur) => faite.fait(solveur)) }
}

const dire = (reponse: ReponseAnnuaire) => parentPort?.postMessage(reponse)
parentPort?.on('message', (demande: DemandeAnnuaire) => void repondre(demande).then(dire))
