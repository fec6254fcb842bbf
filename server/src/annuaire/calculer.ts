import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Limites, lancerAPart } from '../platform/apart.ts'
import { erreur } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { StampedCache } from '../platform/stamp.ts'
import { ouvrirTours } from '../platform/tour.ts'
import type { DemandeAnnuaire, ReponseAnnuaire } from './annuaire.worker.ts'
import type { Egaux } from './composer.ts'
import type { DocumentLu } from './lecteur.ts'
import type { Fabrication, Mission } from './mission.ts'
import {
  type Calendaire,
  listAttentes,
  ouvrirLecteur,
  readLot,
  type Source,
} from './retenus.sql.ts'

/** Of one year: megabytes of objects. */
const MEMOIRE = 512

/**
 * One annuaire at a time: it takes a processor. Its turn is taken before any transaction: with one
 * connection, whoever waited inside one would keep it from whoever computes.
 */
export const attendreSonTour = ouvrirTours({ simultanes: 1, enAttente: 4, retour: 15 })

type Demander = (demande: DemandeAnnuaire) => Promise<ReponseAnnuaire>

const erreurDeFil = () => new Error('annuaire\u00a0: réponse inattendue')

/** What an annuaire is added up from: its forms, what they are, and the day on which it is made. */
export type Calcul = { source: Source; mission: Mission; calendaire: Calendaire }

/** One lot is read while the thread adds up the one before; never more than two are held. */
async function parcourir(
  db: Db,
  { source, mission, calendaire }: Calcul,
  demander: Demander,
): Promise<Fabrication> {
  const prete = await demander({ mission })
  if (!('moyennes' in prete)) throw erreurDeFil()
  const moyennes = { ...calendaire, annee: mission.terrain.annee, modeles: prete.moyennes }
  const lecteur = ouvrirLecteur()
  let enCours: Promise<ReponseAnnuaire> | null = null
  for (;;) {
    const lot = await readLot(db, { source, moyennes }, lecteur)
    await enCours
    if (lot === null) break
    enCours = demander({ lot })
    // A thread that ends while the next lot is read is told by whoever started it.
    enCours.catch(() => {})
  }
  const reponse = await demander({ fin: true })
  if ('fait' in reponse) return reponse.fait
  throw erreurDeFil()
}

/** The tables of a year, from the forms that count. */
export type Calculer = (db: Db, calcul: Calcul) => Promise<Fabrication>

/** What computes, and when it is too long. */
export type Moyens = { programme: URL; limite: () => AbortSignal }

/** Of all the years that one annuaire is made of, in milliseconds: as long as its proof. */
const DUREE = 180_000
const MOYENS: Moyens = {
  programme: new URL('./annuaire.worker.ts', import.meta.url),
  limite: () => AbortSignal.timeout(DUREE),
}

/**
 * A thread of its own for the years that one annuaire is made of, one after the other: the second
 * finds it started, and its code compiled. It is ended once it is too long, and its turn is free.
 * @throws CALCUL_TROP_LONG
 */
export async function avecCalcul<Fait>(
  agir: (calculer: Calculer) => Promise<Fait>,
  { programme, limite }: Moyens = MOYENS,
): Promise<Fait> {
  const ouvrier = new Worker(programme, {
    resourceLimits: { maxOldGenerationSizeMb: MEMOIRE },
    execArgv: [],
  })
  ouvrier.unref()
  const arret = limite()
  const fin = new Promise<never>((_, refuser) => {
    arret.addEventListener('abort', () => refuser(erreur('CALCUL_TROP_LONG')), { once: true })
    ouvrier.once('error', refuser)
    ouvrier.once('exit', () => refuser(new Error('annuaire\u00a0: calcul arrêté')))
  })
  // Whoever loses the race has failed too, and nobody asks.
  fin.catch(() => {})
  const demander: Demander = async (demande) => {
    const reponse = once(ouvrier, 'message')
    ouvrier.postMessage(demande)
    // What the thread says is what its file says that it says.
    const [dite] = (await reponse) as [ReponseAnnuaire]
    return dite
  }
  try {
    return await agir((db, calcul) => Promise.race([parcourir(db, calcul, demander), fin]))
  } finally {
    await ouvrier.terminate()
  }
}

/** Of two previews, one with the forms that wait; of two years, so much again. */
const compares = new StampedCache<Egaux>(4)

/** All that a frozen year's comparison is made of, but for its forms: they never change. */
async function matiereDe(db: Db, { mission, calendaire }: Calcul): Promise<string> {
  const { terrain, repetes, seuil, regard } = mission
  const vues = regard?.annees.map(({ presences, couverts }) => ({
    couverts,
    // What its reports say of headcounts weighs in the share that is compared, and not here.
    presences: presences.map(({ structure, modele, region, type, attendus, retenus }) => {
      return [structure, modele, region, type, attendus, retenus]
    }),
  }))
  const modeles = Object.keys(terrain.cellules)
  const attentes = await listAttentes(db, { ...calendaire, annee: terrain.annee, modeles })
  const matiere = JSON.stringify({ terrain, repetes, seuil, vues, attentes })
  return createHash('sha256').update(matiere).digest('hex')
}

/**
 * What a frozen edition compares with the year that follows. Kept under all that it is made of, so
 * that nothing has to say when it is no longer so: another report that came, a structure that
 * moved, a list, a setting make another name.
 */
export async function comparesDe(
  db: Db,
  { id, version }: { id: number; version: number },
  calcul: Calcul,
  calculer: Calculer,
): Promise<Egaux> {
  const nom = `${id} ${await matiereDe(db, calcul)}`
  return compares.selon(db, nom, version, async () => ({
    stamp: version,
    valeur: (await calculer(db, calcul)).egaux ?? {},
  }))
}

/**
 * An edition whose secrecy is to be proved; `lues`: those that people have read, of its year, then
 * of the year after.
 */
export type AProuver = {
  seuil: number
  document: DocumentLu
  lues: readonly DocumentLu[]
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

/** What proves, and what it may take. */
export type MoyensDePreuve = { programme: URL; limites: Limites }

/** Of one proof: the program itself stops before (`preuve.worker.ts`). */
const PREUVE: MoyensDePreuve = {
  programme: new URL('./preuve.worker.ts', import.meta.url),
  limites: { duree: 180_000, processeur: 180_000, memoire: 512, residente: 1000 },
}

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
  moyens: Partial<MoyensDePreuve> = {},
): Promise<ReponsePreuve> {
  const { programme, limites } = { ...PREUVE, ...moyens }
  const dit = await lancerAPart(programme, demande, { limites, recevoir: ecouter })
  if (dit) return dit
  const inacheves = demande.document.tableaux.filter(({ secrets }) => secrets > 0)
  return { chiffres: 0, valeurs: 0, retrouves: [], inacheves: inacheves.map(({ code }) => code) }
}
