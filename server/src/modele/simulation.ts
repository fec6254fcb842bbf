import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { ResultatSimulation, Simulation } from '@releve/contract/modele/gestion.schema.ts'
import { reculsDe } from '@releve/contract/modele/rythme.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { findReglages, moisCourant } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { ouvrirTours } from '../platform/tour.ts'
import { compilerBrouillon } from './brouillon.ts'
import { findModelesCompiles } from './modele.cache.ts'
import type { BrouillonStocke } from './modele.gestion.sql.ts'
import {
  type Fenetre,
  findEtendue,
  findSimulation,
  insertSimulation,
  readLot,
  updateAvance,
  updateFin,
} from './simulation.sql.ts'
import type { LotSimulation, MissionSimulation, ReponseSimulation } from './simulation.worker.ts'

/** Months tried, the present one included. */
const MOIS_ESSAYES = 12
/** Of one simulation: milliseconds, and megabytes of objects. */
const LIMITES = { duree: 10 * 60_000, memoire: 256 }

/** One at a time: it takes a processor. */
const attendreSonTour = ouvrirTours({ simultanes: 1, enAttente: 1, retour: 60 })

const TROP_LONGUE =
  'La simulation a pris trop de temps ou de mémoire. Réduisez le modèle, ou essayez plus tard.'
const OCCUPE =
  'D’autres simulations attendent leur tour. Lancez-la de nouveau dans quelques minutes.'

/** The models that these read, and how many months back. */
function lecturesDe(
  compiles: readonly ModeleCompile[],
  rangs: readonly number[],
): { codes: string[]; recul: number } {
  const besoins = compiles.flatMap((mc) => [...mc.besoins])
  const nombre = besoins.reduce(
    (max, { decalages }) =>
      typeof decalages === 'object' && 'derniers' in decalages
        ? Math.max(max, decalages.derniers)
        : max,
    0,
  )
  // The furthest of the expected months read, whatever the rhythm; a year, where one is named.
  const reculs = compiles.flatMap(({ modele, avant }) =>
    rangs.map((rang) => reculsDe(modele, rang, avant)[nombre - 1] ?? 0),
  )
  return {
    codes: [...new Set(besoins.map(({ modele }) => modele))],
    recul: -Math.max(besoins.length > 0 ? 12 : 0, ...reculs),
  }
}

type Mission = { fenetre: Fenetre; mission: MissionSimulation; total: number }

/** What is to be read, and tried. */
async function preparer(
  contexte: Contexte,
  { code }: BrouillonStocke,
  { compile, definition }: { compile: ModeleCompile; definition: string },
): Promise<Mission> {
  const { db } = contexte
  const au = await moisCourant(contexte)
  const du = au - MOIS_ESSAYES + 1
  const premiere = { code, codes: [code], depuis: du, du, au }
  const { total, modeles } = await findEtendue(db, premiere)
  const versions = [...(await findModelesCompiles(db, modeles)).values()]
  const rangs = Array.from({ length: MOIS_ESSAYES }, (_, i) => du + i)
  const { codes, recul } = lecturesDe([compile, ...versions.map((v) => v.compile)], rangs)
  const reglages = await findReglages(db)
  // A report of the first month may cover the year that it ends.
  const couverts = Array.from({ length: MOIS_ESSAYES + 11 }, (_, i) => du - 11 + i)
  return {
    total,
    fenetre: { ...premiere, codes: [...new Set([code, ...codes])], depuis: du + recul },
    mission: {
      du,
      au,
      joursOuvres: Object.fromEntries(
        couverts.map((rang) => [rang, joursOuvres(periodeDe(rang), reglages)]),
      ),
      apres: definition,
      avant: versions.map(({ id, definitionJson: texte, compile: { avant } }) => ({
        id,
        definition: texte,
        avant,
      })),
    },
  }
}

/** Sends what is to be tried, and waits until it has been. Fails when the thread does. */
async function demander(ouvrier: Worker, lot: LotSimulation): Promise<ReponseSimulation> {
  const reponse = once(ouvrier, 'message')
  ouvrier.postMessage(lot)
  // What the thread says is what its file says that it says.
  const [dit] = (await reponse) as [ReponseSimulation]
  return dit
}

/** One lot after the other: the base and the thread are never asked for two. Null: cancelled. */
async function parcourir(
  db: Db,
  id: number,
  ouvrier: Worker,
  { fenetre, total }: Mission,
): Promise<ResultatSimulation | null> {
  let lus = 0
  let curseur: number | null = 0
  while (curseur !== null) {
    if (!(await updateAvance(db, id, { lus, total }))) return null
    const lu = await readLot(db, fenetre, curseur)
    if (lu.curseur !== null) await demander(ouvrier, lu.lot)
    lus += lu.essayes
    curseur = lu.curseur
  }
  const reponse = await demander(ouvrier, null)
  return 'resultat' in reponse ? reponse.resultat : null
}

async function conduire(db: Db, id: number, mission: Mission): Promise<void> {
  const ouvrier = new Worker(new URL('./simulation.worker.ts', import.meta.url), {
    workerData: mission.mission,
    resourceLimits: { maxOldGenerationSizeMb: LIMITES.memoire },
    execArgv: [],
  })
  ouvrier.unref()
  const arreter = new AbortController()
  const delai = setTimeout(() => arreter.abort(), LIMITES.duree).unref()
  const fin = new Promise<never>((_, refuser) => {
    ouvrier.once('error', refuser)
    ouvrier.once('exit', () => refuser(new Error('simulation arrêtée')))
    arreter.signal.addEventListener('abort', () => refuser(new Error('simulation trop longue')))
  })
  // Whoever loses the race has failed too, and nobody asks.
  fin.catch(() => {})
  try {
    const resultat = await Promise.race([parcourir(db, id, ouvrier, mission), fin])
    if (resultat) await updateFin(db, id, { etat: 'FAITE', resultat })
  } finally {
    clearTimeout(delai)
    await ouvrier.terminate()
  }
}

/**
 * Launches the trial of a draft on the forms received over twelve months. It runs once the answer
 * is sent, in this process; any process tells how far it is.
 * @throws MODELE_EN_FAUTE
 */
export async function simuler(contexte: Contexte, brouillon: BrouillonStocke): Promise<Simulation> {
  const { db, maintenant: le } = contexte
  const compilee = await compilerBrouillon(db, brouillon.source)
  const mission = await preparer(contexte, brouillon, compilee)
  const { id: brouillonId, version } = brouillon
  const id = await insertSimulation(db, { brouillonId, version, le })
  await updateAvance(db, id, { lus: 0, total: mission.total })
  void attendreSonTour(() => conduire(db, id, mission)).catch(async (echec: unknown) => {
    const occupe = echec instanceof Error && 'code' in echec && echec.code === 'SERVICE_OCCUPE'
    const raison = occupe ? OCCUPE : TROP_LONGUE
    // The base may be closing: nobody is left to be told.
    await updateFin(db, id, { etat: 'ECHOUEE', raison }).catch(() => {})
  })
  return lireSimulation(contexte, id)
}

/** Says that it is no longer to be run: whoever runs it learns it at its next step. */
export async function annulerSimulation(contexte: Contexte, id: number): Promise<undefined> {
  await lireSimulation(contexte, id)
  await updateFin(contexte.db, id, { etat: 'ANNULEE' })
}

/** @throws SIMULATION_INTROUVABLE */
export async function lireSimulation(
  { db, maintenant }: Pick<Contexte, 'db' | 'maintenant'>,
  id: number,
): Promise<Simulation> {
  const simulation = await findSimulation(db, id, maintenant)
  if (!simulation) throw erreur('SIMULATION_INTROUVABLE')
  return simulation
}
