// All that we know of PGlite's insides. Its version is pinned, and tests count the syncs.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { BaseEntretenue } from './entretien.ts'

const DONNEES = '/pglite/data'
const QUERY = 'Q'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
const DATA_ROW = 'D'.charCodeAt(0)
const STDERR = 2
/** Exit status by which PGlite itself tells an ordinary SQL error from the death of the base. */
const ERREUR_SQL = 100

// V8's optimising compiler takes 600 MB, and seconds of a core, over one function of PostgreSQL (the
// loop that evaluates expressions). Its first compiler alone runs short statements as fast, and
// long scans 1.6 times slower (docs/decisions/0013-embarquee-sobre.md). Before the first call.
for (const drapeau of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
  setFlagsFromString(drapeau)
}

/** PGlite as the worker uses it. */
export interface Pglite extends BaseEntretenue {
  /** Runs protocol messages to their end; answers are views, valid during the call only. */
  executer(octets: Uint8Array, repondre: (octets: Uint8Array) => void): void
  /** A connection has ended: its transaction, prepared statements and settings go with it. */
  oublierSession(): void
  /** How many files were really synced since the start. */
  syncs(): number
  fermer(): Promise<void>
}

// 32 MB of buffers: the system's cache does the rest, for 64 MB less.
const TAMPONS = 'shared_buffers=32MB'
// Without -F (no fsync).
const REGLAGES = [
  'fsync=on',
  'wal_sync_method=fsync',
  TAMPONS,
  'timezone=UTC',
  'client_min_messages=warning',
]

function options(): PGliteOptions {
  const startParams = PGlite.defaultStartParams.filter((parametre) => parametre !== '-F')
  for (const reglage of REGLAGES) startParams.push('-c', reglage)
  return { startParams, initDbStartParams: ['-c', TAMPONS, '--no-sync'] }
}

interface FluxFichier {
  nfd: number
}

interface Montage {
  type: { stream_ops: { fsync?: (flux: FluxFichier) => void } }
}

/** Stops this thread alone, at once: nothing may run on a base that could not write. */
function mourir(raison: string, error: unknown): never {
  // The usual console goes through the main thread, later: this thread has no later.
  writeSync(STDERR, `Base embarquée arrêtée\u00a0: ${raison} ${String(error)}\n`)
  process.exit(70)
}

/** PGlite's file system never syncs: give its mount a real fsync. Returns the counter. */
function brancherFsync(db: PGlite): () => number {
  // Emscripten's node carries its mount; PGlite's types stop at the file system.
  const { node } = db.Module.FS.lookupPath(DONNEES) as unknown as { node: { mount: Montage } }
  let syncs = 0
  node.mount.type.stream_ops.fsync = (flux) => {
    try {
      fsyncSync(flux.nfd)
    } catch (error) {
      // After a failed fsync the system may have dropped the pages: what follows would be a lie.
      mourir('le disque refuse d’enregistrer.', error)
    }
    syncs += 1
  }
  return () => syncs
}

/** PGlite swallows what it does not know (a trap, a panic): such a base must not go on. */
function surveiller(db: PGlite): void {
  // The export of the WebAssembly module, which PGlite looks up at each message.
  const module = db.Module as unknown as { _PostgresMainLoopOnce: () => void }
  const tour = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      tour()
    } catch (error) {
      const statut =
        typeof error === 'object' && error !== null && 'status' in error ? error.status : null
      if (statut !== ERREUR_SQL) mourir('PostgreSQL s’est arrêté.', error)
      throw error
    }
  }
}

function composer(genre: number, texte: string): Uint8Array {
  const dit = Buffer.from(texte)
  const message = Buffer.alloc(dit.length + 5)
  message[0] = genre
  message.writeInt32BE(dit.length + 4, 1)
  dit.copy(message, 5)
  return message
}

/** Whether these messages, whole, end what they ask: PostgreSQL then answers that it is ready. */
function terminent(octets: Uint8Array): boolean {
  const messages = new DataView(octets.buffer, octets.byteOffset, octets.byteLength)
  let dernier = 0
  for (let place = 0; place < octets.length; place += 1 + messages.getInt32(place + 1)) {
    dernier = messages.getUint8(place)
  }
  return dernier === SYNC || dernier === QUERY
}

/** First value of the first row in the bytes of an answer; null without a row or for SQL's null. */
function premiereValeur(reponse: Buffer): string | null {
  for (let place = 0; place < reponse.length; place += 1 + reponse.readInt32BE(place + 1)) {
    if (reponse[place] !== DATA_ROW) continue
    const longueur = reponse.readInt32BE(place + 7)
    return longueur < 0 ? null : reponse.toString('utf8', place + 11, place + 11 + longueur)
  }
  return null
}

/** Opens an initialised folder, or a base in memory (from an archive when there is one). */
export async function demarrer(
  source: { dossier: string } | { archive: string | null },
): Promise<Pglite> {
  const db = await PGlite.create(
    'dossier' in source
      ? { ...options(), dataDir: source.dossier }
      : {
          startParams: [...PGlite.defaultStartParams, '-c', TAMPONS],
          loadDataDir:
            source.archive === null ? undefined : new Blob([readFileSync(source.archive)]),
        },
  )
  const syncs = 'dossier' in source ? brancherFsync(db) : () => 0
  surveiller(db)
  // A driver may have a statement described, and only then run it: between both, a statement of
  // ours would undo the first half.
  let aMoitie = false
  const executer: Pglite['executer'] = (octets, repondre) => {
    aMoitie = !terminent(octets)
    // Its work is done before its first await: messages run in the order of the port.
    void db.execProtocolRawStream(octets, { syncToFs: false, onRawData: repondre })
  }
  const interroger = (ordre: string) => {
    const morceaux: Buffer[] = []
    executer(composer(QUERY, `${ordre}\0`), (octets) => morceaux.push(Buffer.from(octets)))
    return premiereValeur(Buffer.concat(morceaux))
  }
  return {
    executer,
    interroger,
    occupee: () => aMoitie || db.isInTransaction(),
    oublierSession() {
      // Until then, PostgreSQL may hear nothing of what follows.
      if (aMoitie) executer(composer(SYNC, ''), () => {})
      if (db.isInTransaction()) interroger('rollback')
      interroger('discard all')
    },
    syncs,
    fermer: () => db.close(),
  }
}

const PAGE = 65_536
const PAGE_NULLE = Buffer.alloc(PAGE)

/** Where the pages of this memory that are not all zeros begin. */
function pagesEcrites({ buffer }: Uint8Array): number[] {
  const debuts = Array.from({ length: buffer.byteLength / PAGE }, (_, rang) => rang * PAGE)
  return debuts.filter((debut) => !PAGE_NULLE.equals(Buffer.from(buffer, debut, PAGE)))
}

/** What `initdb` uses of the instance that it runs PostgreSQL in. */
interface PourInitdb {
  Module: { HEAPU8: Uint8Array }
  callMain(mots: string[]): number
}

/** Stops PGlite once `initdb` has succeeded: all that is wanted of it is there. */
class Initialisee extends Error {}

/**
 * `initdb` runs PostgreSQL several times over, each time on the memory as it was at first: PGlite
 * copies these 128 MB whole, then writes them back whole, though nearly all are zeros that take no
 * place until they are written. Only what is not zero is kept, and only what was written is erased.
 * Its files are made at once where they shall be, not in memory to be packed and written again.
 */
function allegerInitdb(dossier: string): void {
  const creer = PGlite.create.bind(PGlite)
  const alleger = async (reglages: PGliteOptions) => {
    if (!reglages.noInitDb) return creer(reglages)
    const db = await creer({ ...reglages, dataDir: dossier })
    // Asked for once `initdb` has succeeded, and only then; this thread ends right after.
    db.dumpDataDir = () => Promise.reject(new Initialisee())
    db.close = () => Promise.resolve()
    // Both are there, but not in the types.
    const instance = db as unknown as PourInitdb
    const depart = instance.Module.HEAPU8
    // Once the memory grows, this view of it is empty.
    const taille = depart.length
    const fin = (pagesEcrites(depart).at(-1) ?? 0) + PAGE
    depart.slice = () => new Uint8Array(depart.subarray(0, fin))
    const lancer = instance.callMain.bind(db)
    instance.callMain = (mots) => {
      const memoire = instance.Module.HEAPU8
      for (const debut of pagesEcrites(memoire)) {
        if (debut >= fin && debut < taille) memoire.fill(0, debut, debut + PAGE)
      }
      return lancer(mots)
    }
    return db
  }
  PGlite.create = alleger as typeof PGlite.create
}

async function creerFichiers(dossier: string): Promise<void> {
  allegerInitdb(dossier)
  try {
    await PGlite.create({ ...options(), dataDir: dossier })
  } catch (error) {
    if (error instanceof Initialisee) return
    throw error
  }
  throw new Error('PGlite opened a base without making its files')
}

/**
 * Creates the base next to its place, syncs every file, then renames: `dossier` either does not
 * exist or is whole.
 */
export async function initialiser(dossier: string): Promise<void> {
  const provisoire = `${dossier}.initialisation`
  rmSync(provisoire, { recursive: true, force: true })
  await creerFichiers(provisoire)
  synchroniser(provisoire)
  renameSync(provisoire, dossier)
  synchroniserUn(dirname(dossier))
}

/** True when `dossier` holds a base. */
export function estInitialise(dossier: string): boolean {
  return existsSync(join(dossier, 'PG_VERSION'))
}

function synchroniser(dossier: string): void {
  for (const entree of readdirSync(dossier, { withFileTypes: true })) {
    const chemin = join(dossier, entree.name)
    if (entree.isDirectory()) synchroniser(chemin)
    else synchroniserUn(chemin)
  }
  synchroniserUn(dossier)
}

function synchroniserUn(chemin: string): void {
  // Windows syncs no folder, and files only when they are open for writing.
  const windows = process.platform === 'win32'
  let descripteur: number
  try {
    descripteur = openSync(chemin, windows ? 'r+' : 'r')
  } catch (error) {
    if (windows) return
    throw error
  }
  try {
    fsyncSync(descripteur)
  } finally {
    closeSync(descripteur)
  }
}
