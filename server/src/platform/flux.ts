import { Readable } from 'node:stream'
import type { Flux } from '@releve/contract/fichier.ts'
import type { FastifyReply } from 'fastify'

/** Bytes that a stream may hold for who does not read them; beyond, it is cut. */
const TAMPON = 64 * 1024

/**
 * An answer that lasts, of server-sent events. What it is given leaves at once, or waits for its
 * reader in a few kilobytes: one who does not read is dropped, and takes up where he was.
 */
export class FluxOuvert extends Readable {
  #fini = false

  constructor() {
    super({ highWaterMark: TAMPON })
  }

  override _read(): void {
    // Pushed as it comes.
  }

  envoyer(texte: string): void {
    if (texte === '' || this.#fini || this.destroyed) return
    if (!this.push(texte)) this.destroy()
  }

  /** Ends it cleanly: its reader comes back. */
  finir(): void {
    if (this.#fini || this.destroyed) return
    this.#fini = true
    this.push(null)
  }
}

/**
 * Prepares the answer. Its connection ends with it: nobody waits behind a stream, and none is left
 * when the process stops.
 */
export function composeFlux(reply: FastifyReply, flux: Flux): Flux {
  reply
    .headers({
      'cache-control': 'no-store, no-transform',
      connection: 'close',
      // Servers placed in front (nginx and others) would wait to have more of it.
      'x-accel-buffering': 'no',
    })
    .type('text/event-stream; charset=utf-8')
  return flux
}
