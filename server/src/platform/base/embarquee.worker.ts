// The embedded PostgreSQL, in its own thread: a heavy query never holds the server's event loop.
import { constants, cpSync, rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { entretenir } from './entretien.ts'
import { demarrer, initialiser, type Pglite } from './pglite.ts'
import { garderPlace } from './place.ts'

/** What the main thread asks for when it starts this thread. */
export type Mission =
  | { genre: 'initialiser'; dossier: string }
  | { genre: 'servir'; dossier: string; entretienMs: number }
  | { genre: 'servir'; archive: string | null; entretienMs: number }

/** Main thread → base: bytes of the protocol for one connection, its end, or the end of all. */
export type DemandeFlux =
  | { flux: number; octets: Uint8Array }
  | { flux: number }
  | { copier: string }
  | 'fermer'
  | 'compter'

/** Base → main thread. */
export type Reponse =
  | { flux: number; octets: Uint8Array<ArrayBuffer> }
  | { syncs: number }
  | { copiee: boolean }
  | 'pret'
  | 'ferme'

const LOT = 64 * 1024

if (parentPort === null) throw new Error('embarquee.worker.ts is the main file of a worker thread')
const port = parentPort
// Structured clone: the only writer is `embarquee.ts`, which builds a Mission.
const mission = workerData as Mission

function dire(reponse: Reponse): void {
  const transfert =
    typeof reponse === 'object' && 'octets' in reponse ? [reponse.octets.buffer] : []
  port.postMessage(reponse, transfert)
}

function executer(base: Pglite, flux: number, octets: Uint8Array): void {
  let lot: Uint8Array[] = []
  let taille = 0
  const vider = () => {
    if (taille === 0) return
    const ensemble = new Uint8Array(taille)
    let place = 0
    for (const morceau of lot) {
      ensemble.set(morceau, place)
      place += morceau.length
    }
    lot = []
    taille = 0
    dire({ flux, octets: ensemble })
  }
  base.executer(octets, (morceau) => {
    // A view on the memory of the base, good for this call only.
    lot.push(morceau.slice())
    taille += morceau.length
    if (taille >= LOT) vider()
  })
  vider()
}

async function fermer(base: Pglite): Promise<void> {
  await base.fermer()
  dire('ferme')
  port.close()
}

/** Between two statements nothing is written: the folder is what a crash would leave. */
function copier(dossier: string, vers: string): boolean {
  try {
    cpSync(dossier, vers, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return true
  } catch {
    rmSync(vers, { recursive: true, force: true })
    return false
  }
}

function servir(base: Pglite, entretienMs: number, dossier: string | null): void {
  const entretien = entretenir(base, entretienMs)
  const place = dossier === null ? null : garderPlace(base, dossier)
  port.on('message', (demande: DemandeFlux) => {
    entretien.vuActif()
    place?.regarder()
    if (demande === 'fermer') return void fermer(base)
    if (demande === 'compter') return dire({ syncs: base.syncs() })
    if ('copier' in demande) {
      return dire({ copiee: dossier !== null && copier(dossier, demande.copier) })
    }
    if ('octets' in demande) return executer(base, demande.flux, demande.octets)
    base.oublierSession()
    place?.redire()
  })
  dire('pret')
}

if (mission.genre === 'initialiser') {
  await initialiser(mission.dossier)
  dire('pret')
} else {
  const dossier = 'dossier' in mission ? mission.dossier : null
  servir(await demarrer(mission), mission.entretienMs, dossier)
}
