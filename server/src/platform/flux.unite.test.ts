import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as laisserPasser } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { composeFlux, FluxOuvert } from './flux.ts'
import { createHttp } from './http.ts'

type Ouvert = { flux: FluxOuvert; reponse: ServerResponse; ligne: Socket }

/** Opens a stream over a real line, which the caller reads or not. */
async function ouvrirFlux(): Promise<Ouvert> {
  const app = await createHttp(readConfig({ LOG_LEVEL: 'silent' }))
  onTestFinished(() => app.close())
  const { promise, resolve } = Promise.withResolvers<Omit<Ouvert, 'ligne'>>()
  app.get('/flux', { compress: false }, (_request, reply) => {
    const flux = new FluxOuvert()
    resolve({ flux, reponse: reply.raw })
    return reply.send(composeFlux(reply, flux))
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const ligne = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void ligne.destroy())
  ligne.on('error', () => undefined)
  ligne.write('GET /flux HTTP/1.1\r\nHost: x\r\n\r\n')
  return { ...(await promise), ligne }
}

const MOT = `data: ${'x'.repeat(4000)}\n\n`
/** More than any system keeps for a line that nobody reads. */
const ASSEZ = 100_000_000

describe('un flux', () => {
  it('que personne ne lit est coupé, et n’aura jamais tenu plus de quelques kilo-octets', async () => {
    const { flux, reponse, ligne } = await ouvrirFlux()
    let tenu = 0
    let dit = 0
    for (; dit < ASSEZ && !flux.destroyed; dit += MOT.length) {
      flux.envoyer(MOT)
      tenu = Math.max(tenu, flux.readableLength + reponse.writableLength)
      await laisserPasser()
    }
    expect(flux.destroyed).toBe(true)
    // What waits in the stream, then in the answer: 64 kB each, and a word over.
    expect(tenu).toBeGreaterThan(MOT.length)
    expect(tenu).toBeLessThan(150_000)
    // Its line falls, so that whoever wakes up comes back.
    ligne.resume()
    await once(ligne, 'close')
    expect(reponse.destroyed).toBe(true)
    const reste = flux.readableLength
    flux.envoyer(MOT)
    expect(flux.readableLength).toBe(reste)
  })

  it('que l’on lit n’est pas coupé, si long qu’il soit', async () => {
    const { flux, ligne } = await ouvrirFlux()
    let recu = 0
    ligne.on('data', (morceau) => {
      recu += morceau.length
    })
    const total = 20_000_000
    for (let dit = 0; dit < total; dit += MOT.length) {
      flux.envoyer(MOT)
      await laisserPasser()
    }
    expect(flux.destroyed).toBe(false)
    flux.finir()
    await once(ligne, 'close')
    expect(recu).toBeGreaterThan(total)
  })
})
