import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { type Limites, lancerAPart } from '../platform/apart.ts'
import type { Db } from '../platform/route.ts'
import { ouvrirTours } from '../platform/tour.ts'
import type { LotAnnuaire, ReponseAnnuaire } from './annuaire.worker.ts'
import {
  type Fabrication,
  type FormulesDuTableau,
  type Mission,
  modelesDesMoyennes,
} from './mission.ts'
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

/** Tables as readers have them, how figures are defined, and what those that count persons are. */
export type DocumentLu = {
  tableaux: readonly TableauAnnuaire[]
  formules: readonly FormulesDuTableau[]
  valeurs: readonly [string, number][]
}
/** An edition whose secrecy is to be proved; `lue`: the one that it corrects. */
export type AProuver = {
  annee: number
  seuil: number
  document: DocumentLu
  lue: DocumentLu | null
}

/** What came of it: hidden counts, how many values each keeps at least, and codes of tables. */
export type ReponsePreuve = {
  chiffres: number
  valeurs: number
  /** Tables that hide a count which readers bound more narrowly. */
  retrouves: string[]
  /** Tables that hide a count of which the solver has not ended. */
  inacheves: string[]
}

/** Of one proof: the program itself stops before (`preuve.worker.ts`). */
const PREUVE: Limites = { duree: 180_000, processeur: 180_000, memoire: 512, residente: 1000 }
const PROGRAMME = new URL('./preuve.worker.ts', import.meta.url)

const ecouter = (enfant: ChildProcess) =>
  new Promise<ReponsePreuve | null>((accepter, refuser) => {
    // Said by the program that we have started.
    enfant.once('message', (dit: ReponsePreuve | { panne: string }) => {
      if ('panne' in dit) refuser(new Error(dit.panne))
      else accepter(dit)
    })
    enfant.once('error', refuser)
    enfant.once('exit', () => accepter(null))
  })

/**
 * Attacks the tables of an edition as a reader would, apart from what masked them; what took too
 * long, or too much, has ended for no table.
 */
export async function prouverSecret(
  demande: AProuver,
  limites: Limites = PREUVE,
): Promise<ReponsePreuve> {
  const dit = await lancerAPart(PROGRAMME, demande, { limites, recevoir: ecouter })
  if (dit) return dit
  const inacheves = demande.document.tableaux.filter(({ secrets }) => secrets > 0)
  return { chiffres: 0, valeurs: 0, retrouves: [], inacheves: inacheves.map(({ code }) => code) }
}
