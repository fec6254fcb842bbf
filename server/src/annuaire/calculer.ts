import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Db } from '../platform/route.ts'
import { ouvrirTours } from '../platform/tour.ts'
import type { LotAnnuaire, ReponseAnnuaire } from './annuaire.worker.ts'
import { type Fabrication, type Mission, modelesDesMoyennes } from './mission.ts'
import { type Calendaire, ouvrirLecteur, readLot, type Source } from './retenus.sql.ts'

/** Of one year: megabytes of objects. */
const MEMOIRE = 512

/**
 * One annuaire at a time: it takes a processor. Its turn is taken before any transaction: with one
 * connection, whoever waited inside one would keep it from whoever computes.
 */
export const attendreSonTour = ouvrirTours({ simultanes: 1, enAttente: 4, retour: 15 })

async function repondre(ouvrier: Worker): Promise<ReponseAnnuaire> {
  // What the thread says is what its file says that it says.
  const [dit] = (await once(ouvrier, 'message')) as [ReponseAnnuaire]
  return dit
}

/** What an annuaire is added up from: its forms, what they are, and the day on which it is made. */
export type Calcul = { source: Source; mission: Mission; calendaire: Calendaire }

/** One lot is read while the thread adds up the one before; never more than two are held. */
async function parcourir(db: Db, calcul: Calcul, ouvrier: Worker): Promise<Fabrication> {
  const demander = (lot: LotAnnuaire) => {
    const reponse = repondre(ouvrier)
    ouvrier.postMessage(lot)
    return reponse
  }
  const lecteur = ouvrirLecteur()
  const { source, mission, calendaire } = calcul
  const { terrain } = mission
  const moyennes = {
    ...calendaire,
    annee: terrain.annee,
    modeles: modelesDesMoyennes(terrain),
  }
  let enCours: Promise<ReponseAnnuaire> | null = null
  for (;;) {
    const lot = await readLot(db, { source, moyennes }, lecteur)
    await enCours
    if (lot === null) break
    enCours = demander(lot)
  }
  const reponse = await demander(null)
  if ('fait' in reponse) return reponse.fait
  throw new Error('annuaire\u00a0: réponse inattendue')
}

/** The tables of a year, from the forms that count. */
export async function calculerAnnee(db: Db, calcul: Calcul): Promise<Fabrication> {
  const ouvrier = new Worker(new URL('./annuaire.worker.ts', import.meta.url), {
    workerData: calcul.mission,
    resourceLimits: { maxOldGenerationSizeMb: MEMOIRE },
    execArgv: [],
  })
  ouvrier.unref()
  const fin = new Promise<never>((_, refuser) => {
    ouvrier.once('error', refuser)
    ouvrier.once('exit', () => refuser(new Error('annuaire\u00a0: calcul arrêté')))
  })
  // Whoever loses the race has failed too, and nobody asks.
  fin.catch(() => {})
  try {
    return await Promise.race([parcourir(db, calcul, ouvrier), fin])
  } finally {
    await ouvrier.terminate()
  }
}
