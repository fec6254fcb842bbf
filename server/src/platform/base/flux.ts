import { Duplex } from 'node:stream'

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
 * What `pg` takes for its socket: bytes of the protocol go to the embedded base and come back.
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
    // `pg` corks parse, bind, describe, execute and sync: one crossing for the five.
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
      this.push(ACCUEIL)
    } else if (octets[0] !== FIN) {
      this.#correspondant.envoyer(octets)
    }
  }
}
