import { EchecApi, estCoupure } from '../api/envoi.ts'
import { definirBase, issue } from './baseNavigateur.ts'
import { estHorsLigne, noterAppel } from './ligne.ts'
import { getSession } from './session.ts'
import { estPostePartage } from './stockage.ts'

/**
 * What the server answered to a person, kept in this browser for when the network is away, under
 * his identifier: nobody else is given it (decision 0054). Where the browser keeps nothing, the
 * site works as ever. A shared computer is given nothing to keep (decision 0076).
 */

/** Gone with the session (decision 0076). */
const BASE_GARDE = 'releve-garde'
/** The shape of what is kept: another is forgotten. To be raised when an answer kept changes. */
const FORME = 1
const NOMBRE_MAX = 120
const TAILLE_MAX = 30_000_000
/** What comes together is kept together, and not while it is drawn. */
const DELAI_MS = 500

type Fiche = { cle: string; identifiant: string; le: number; taille: number }

const { ouvrir, fermer } = definirBase({
  nom: BASE_GARDE,
  forme: FORME,
  preparer: (base) => {
    for (const nom of base.objectStoreNames) base.deleteObjectStore(nom)
    base.createObjectStore('fiches', { keyPath: 'cle' })
    base.createObjectStore('reponses')
  },
})

type Rayons = { fiches: IDBObjectStore; reponses: IDBObjectStore }

async function dans<T>(mode: IDBTransactionMode, agir: (rayons: Rayons) => Promise<T>): Promise<T> {
  const passage = (await ouvrir()).transaction(['fiches', 'reponses'], mode)
  const rendu = await agir({
    fiches: passage.objectStore('fiches'),
    reponses: passage.objectStore('reponses'),
  })
  // At once: left to itself it waits for the page to hear of each write, and a page that goes does
  // not, which undoes them all.
  passage.commit()
  return rendu
}

function retirer({ fiches, reponses }: Rayons, cle: string): void {
  fiches.delete(cle)
  reponses.delete(cle)
}

/** Whose answers are kept here, if any are. */
const gardePour = (): string | undefined =>
  typeof indexedDB === 'undefined' || estPostePartage() ? undefined : getSession().auth?.identifiant

/** Those that no longer fit, the oldest. */
export function deTrop(fiches: readonly Fiche[]): Fiche[] {
  let taille = 0
  return fiches
    .toSorted((a, b) => b.le - a.le)
    .filter((fiche, rang) => {
      taille += fiche.taille
      return rang >= NOMBRE_MAX || taille > TAILLE_MAX
    })
}

const cleDe = (identifiant: string, question: string) => `${identifiant} ${question}`

/** What no longer fits, and what is of a session before that nobody closed. */
const elaguer = () =>
  dans('readwrite', async (rayons) => {
    const fiches = await issue<Fiche[]>(rayons.fiches.getAll())
    const autres = fiches.filter(({ identifiant }) => identifiant !== gardePour())
    for (const { cle } of [...autres, ...deTrop(fiches)]) retirer(rayons, cle)
  })

type Ecriture = (rayons: Rayons, cle: string, identifiant: string) => void | Promise<void>
type Attente = { cle: string; identifiant: string; ecrire: Ecriture; lireAvant: boolean }

const attendent = new Map<string, Attente>()
let minuterie: ReturnType<typeof setTimeout> | undefined

/**
 * Writes what waits to be. The page may be leaving: what asks nothing of the base goes first and
 * together, for it can still be written whole.
 */
function deposer(): void {
  clearTimeout(minuterie)
  minuterie = undefined
  // Signed out meanwhile: what was about to be kept is not, and no base is made for it.
  const attentes = [...attendent.values()].filter(
    ({ identifiant }) => getSession().auth?.identifiant === identifiant,
  )
  attendent.clear()
  if (attentes.length === 0) return
  const passer = (siLireAvant: boolean) =>
    dans('readwrite', async (rayons) => {
      // In turn: two corrections of one answer would undo each other.
      for (const { cle, identifiant, ecrire, lireAvant } of attentes)
        if (lireAvant === siLireAvant) await ecrire(rayons, cle, identifiant)
    })
  // A full or forbidden storage is not an error for the person: the server has it all.
  Promise.all([passer(false), passer(true), elaguer()]).catch(() => undefined)
}

/** Writes soon for whoever is signed in; of two writings of the same name, the last. */
function prevoir(nom: string, ecrire: Ecriture, lireAvant = false): void {
  const identifiant = gardePour()
  if (identifiant === undefined) return
  const cle = cleDe(identifiant, nom)
  attendent.set(cle, { cle, identifiant, ecrire, lireAvant })
  minuterie ??= setTimeout(deposer, DELAI_MS)
  window.addEventListener('pagehide', deposer)
  // A page that leaves has no time to open it.
  ouvrir().catch(() => undefined)
}

/** Keeps what the server has just answered to this question, for whoever asked. */
export function garderReponse(question: string, reponse: unknown): void {
  prevoir(question, ({ fiches, reponses }, cle, identifiant) => {
    const taille = JSON.stringify(reponse).length
    fiches.put({ cle, identifiant, le: Date.now(), taille } satisfies Fiche)
    reponses.put(reponse, cle)
  })
}

/**
 * Corrects what is kept of the questions that begin so, after what has just been learnt (`quoi`):
 * without network, older answers would contradict it.
 */
export function corrigerGardees<T>(debut: string, quoi: string, corriger: (gardee: T) => T): void {
  const ecrire: Ecriture = async ({ reponses }, _cle, identifiant) => {
    const cle = cleDe(identifiant, debut)
    const cles = await issue(reponses.getAllKeys(IDBKeyRange.bound(cle, `${cle}\uffff`)))
    for (const une of cles) reponses.put(corriger(await issue<T>(reponses.get(une))), une)
  }
  prevoir(`${debut} ${quoi}`, ecrire, true)
}

/** What one may no longer read is not read without network either. */
async function oublierReponse(question: string): Promise<void> {
  const identifiant = gardePour()
  if (identifiant === undefined) return
  const cle = cleDe(identifiant, question)
  attendent.delete(cle)
  await dans('readwrite', async (rayons) => retirer(rayons, cle))
}

const estRetiree = (echec: unknown) =>
  echec instanceof EchecApi && (echec.statut === 403 || echec.statut === 404)

async function retrouver<T>(question: string): Promise<T | undefined> {
  const identifiant = gardePour()
  if (identifiant === undefined) return undefined
  const lire = ({ reponses }: Rayons) => issue<unknown>(reponses.get(cleDe(identifiant, question)))
  // Written by `garderReponse`, from an answer to this very question, in this shape.
  return (await dans('readonly', lire).catch(() => undefined)) as T | undefined
}

/**
 * How a query whose answers are kept is read (`persister` of TanStack Query): from the server; where
 * the line is cut, what is kept. A refusal of the server stays one.
 */
export async function lireEtGarder<T, C>(
  lire: (contexte: C) => T | Promise<T>,
  contexte: C,
  { queryHash }: { queryHash: string },
): Promise<T> {
  if (estHorsLigne()) {
    const gardee = await retrouver<T>(queryHash)
    if (gardee !== undefined) return gardee
  }
  try {
    const recue = await noterAppel(Promise.resolve(lire(contexte)))
    garderReponse(queryHash, recue)
    return recue
  } catch (echec) {
    if (estRetiree(echec)) oublierReponse(queryHash).catch(() => undefined)
    if (!estCoupure(echec)) throw echec
    const gardee = await retrouver<T>(queryHash)
    if (gardee === undefined) throw echec
    return gardee
  }
}

/** Whether this browser may hold such answers: not every one tells. */
export async function hasGarde(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false
  const bases = await indexedDB.databases?.()
  return bases === undefined || bases.some(({ name }) => name === BASE_GARDE)
}

/** Forgets all that is kept, of everyone. */
export function viderGarde(): void {
  attendent.clear()
  fermer()
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(BASE_GARDE)
}
