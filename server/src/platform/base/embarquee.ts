import { mkdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { type NoterSauvegarde, oublierCopies, servirCopies } from './copie.ts'
import type { DemandeFlux, Mission, Reponse } from './embarquee.worker.ts'
import { ErreurDeBase } from './erreurs.ts'
import { estInitialise } from './pglite.ts'
import { exigerStockage, expliquer } from './stockage.ts'
import { type Verrou, verrouiller } from './verrou.ts'

/** `R` authentication accepted, then `Z` ready and idle: all that a client waits for. */
const ACCUEIL = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const FIN = 'X'.charCodeAt(0)

/** The other end of a connection: the thread of the embedded base. */
export interface Correspondant {
  envoyer(octets: Uint8Array): void
  /** The connection has ended, cleanly or not. */
  finir(): void
}

/**
 * What the driver takes for its socket: bytes of the protocol go to the embedded base and back.
 * Greets by itself (there is no password), so that only statements cross the threads.
 */
export class FluxEmbarque extends Duplex {
  readonly #correspondant: Correspondant
  #accueilli = false

  constructor(correspondant: Correspondant) {
    super()
    this.#correspondant = correspondant
  }

  /** Socket's method: the connection is there at once. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  /** A socket's, by which a driver knows whether it may still say goodbye. */
  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open'
  }

  /** The thread, not the connection, keeps the process alive. */
  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // Answers are pushed as they come: each one is awaited by a statement.
  }

  override _write(octets: Buffer, _: BufferEncoding, suite: () => void): void {
    this.#recevoir(octets)
    suite()
  }

  override _writev(ecrits: { chunk: Buffer }[], suite: () => void): void {
    // What was corked together crosses together.
    this.#recevoir(Buffer.concat(ecrits.map((ecrit) => ecrit.chunk)))
    suite()
  }

  override _destroy(error: Error | null, suite: (error: Error | null) => void): void {
    this.#correspondant.finir()
    suite(error)
  }

  override _final(suite: () => void): void {
    suite()
    this.destroy()
  }

  #recevoir(octets: Buffer): void {
    if (!this.#accueilli) {
      this.#accueilli = true
      // No socket answers within the write.
      process.nextTick(() => this.push(ACCUEIL))
    } else if (octets[0] !== FIN) {
      this.#correspondant.envoyer(octets)
    }
  }
}

/** The embedded base, reached through `connecter` as the driver reaches a server through a socket. */
export interface BaseEmbarquee {
  /** A new connection; only one at a time may be in use. */
  connecter(): FluxEmbarque
  /** How many times the disk was really asked to keep what was written. */
  compterSyncs(): Promise<number>
  /** Copies the base, as it is between two statements, into this folder that is not there yet. */
  copier(vers: string): Promise<void>
  /** From now on, other processes of this account may ask for a copy (`copie.ts`). */
  preterCopies(noter: NoterSauvegarde): void
  /** Settles, with what happened, if the base dies under us: nothing can be saved any more. */
  readonly perdue: Promise<ErreurDeBase>
  close(): Promise<void>
}

/** How often the embedded base looks whether it needs upkeep. */
const ENTRETIEN_MS = 10_000

/** Opens the base of a data folder, creating it at first; throws `ErreurDeBase` if it is taken. */
export async function openEmbarquee(
  dataDir: string,
  entretienMs: number = ENTRETIEN_MS,
): Promise<BaseEmbarquee> {
  const donnees = resolve(dataDir)
  const dossier = join(donnees, 'base')
  let verrou: Verrou | null = null
  let recevoir: ((visite: Socket) => void) | null = null
  try {
    mkdirSync(donnees, { recursive: true, mode: 0o700 })
    exigerStockage(donnees, !estInitialise(dossier))
    verrou = await verrouiller(dataDir, join(donnees, 'verrou'), (visite) =>
      recevoir === null ? visite.destroy() : recevoir(visite),
    )
    oublierCopies(donnees)
    // In a thread of its own: its memory goes with it.
    if (!estInitialise(dossier)) await lancer({ genre: 'initialiser', dossier }).then(terminer)
    const worker = await lancer({ genre: 'servir', dossier, entretienMs })
    const base = entourer(worker, verrou, (perte) => expliquer(donnees, perte))
    const copier = (vers: string) => base.copier(join(vers, 'base'))
    return {
      ...base,
      preterCopies(noter) {
        recevoir = servirCopies({ donnees, copier, noter })
      },
    }
  } catch (error) {
    verrou?.liberer()
    throw expliquer(donnees, error)
  }
}

/** A base in memory, for tests: `archive` is a prepared data folder (tar), null for an empty base. */
export async function openMemoire(archive: string | null): Promise<BaseEmbarquee> {
  return entourer(await lancer({ genre: 'servir', archive, entretienMs: ENTRETIEN_MS }), null)
}

async function terminer(worker: Worker): Promise<void> {
  await worker.terminate()
}

function lancer(mission: Mission): Promise<Worker> {
  const worker = new Worker(new URL('./embarquee.worker.ts', import.meta.url), {
    workerData: mission,
    // Options of the main process (a test runner's, a debugger's) are not this thread's.
    execArgv: [],
  })
  return new Promise((accepter, refuser) => {
    const echec = (cause: unknown) =>
      refuser(new ErreurDeBase('La base embarquée n’a pas pu démarrer.', { cause }))
    worker.once('error', echec)
    worker.once('exit', echec)
    worker.once('message', () => {
      worker.removeAllListeners('error')
      worker.removeAllListeners('exit')
      accepter(worker)
    })
  })
}

function entourer(
  worker: Worker,
  verrou: Verrou | null,
  expliquerPerte: (perte: ErreurDeBase) => ErreurDeBase = (perte) => perte,
): BaseEmbarquee {
  const demander = (demande: DemandeFlux) => worker.postMessage(demande)
  const fluxOuverts = new Map<number, FluxEmbarque>()
  let dernier = 0
  let fermeture = false
  let perte: ErreurDeBase | undefined
  const fini = new Promise<void>((accepter) => worker.once('exit', () => accepter()))
  const perdue = new Promise<ErreurDeBase>((accepter) => {
    const perdre = (cause: unknown) => {
      if (fermeture) return
      perte ??= expliquerPerte(new ErreurDeBase('La base embarquée s’est arrêtée.', { cause }))
      for (const flux of fluxOuverts.values()) flux.destroy(perte)
      accepter(perte)
    }
    worker.once('error', perdre)
    worker.once('exit', perdre)
  })
  worker.on('message', (reponse: Reponse) => {
    if (typeof reponse === 'object' && 'octets' in reponse) {
      fluxOuverts.get(reponse.flux)?.push(Buffer.from(reponse.octets.buffer))
    }
  })
  return {
    perdue,
    connecter() {
      dernier += 1
      const numero = dernier
      const flux = new FluxEmbarque({
        envoyer: (octets) => demander({ flux: numero, octets }),
        finir() {
          fluxOuverts.delete(numero)
          demander({ flux: numero })
        },
      })
      fluxOuverts.set(numero, flux)
      if (perte !== undefined) flux.destroy(perte)
      return flux
    },
    compterSyncs() {
      return new Promise((accepter) => {
        const lire = (reponse: Reponse) => {
          if (typeof reponse !== 'object' || !('syncs' in reponse)) return
          worker.off('message', lire)
          accepter(reponse.syncs)
        }
        worker.on('message', lire)
        demander('compter')
      })
    },
    copier: (vers) =>
      new Promise((accepter, refuser) => {
        const lire = (reponse: Reponse) => {
          if (typeof reponse !== 'object' || !('copiee' in reponse)) return
          worker.off('message', lire)
          if (reponse.copiee) accepter()
          else refuser(new Error(`la base n’a pas été copiée dans ${vers}`))
        }
        worker.on('message', lire)
        demander({ copier: vers })
      }),
    // A base in memory is nobody else's.
    preterCopies() {},
    async close() {
      if (fermeture) return fini
      fermeture = true
      demander('fermer')
      if (perte === undefined) await fini
      verrou?.liberer()
    },
  }
}
