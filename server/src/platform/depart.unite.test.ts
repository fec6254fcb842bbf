import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { departDe } from './depart.ts'

/** A server that answers when told to, and the signals of those who called it. */
async function servir() {
  const departs: AbortSignal[] = []
  const raws: ServerResponse[] = []
  const repondre: (() => void)[] = []
  const serveur = createServer((_request, raw) => {
    raws.push(raw)
    departs.push(departDe({ raw }), departDe({ raw }))
    repondre.push(() => raw.end('x'))
  })
  serveur.listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  onTestFinished(() => {
    serveur.closeAllConnections()
    serveur.close()
  })
  const { port } = serveur.address() as AddressInfo
  const appel = request({ port, host: '127.0.0.1' })
  appel.on('error', () => {})
  appel.end()
  await expect.poll(() => departs.length).toBe(2)
  return { departs, raws, repondre, appel }
}

it('qui part avant sa réponse est vu partir', async () => {
  const { departs, appel } = await servir()
  const [depart] = departs
  expect([depart?.aborted, departs[1] === depart]).toEqual([false, true])
  appel.destroy()
  await expect.poll(() => depart?.aborted).toBe(true)
})

it('qui reçoit sa réponse n’est pas parti, même si la connexion se ferme ensuite', async () => {
  const { departs, raws, repondre, appel } = await servir()
  const reponse = once(appel, 'response')
  repondre[0]?.()
  const [recue] = await reponse
  recue.resume()
  await once(recue, 'end')
  appel.destroy()
  await expect.poll(() => raws[0]?.closed).toBe(true)
  expect(departs[0]?.aborted).toBe(false)
})

it('une connexion déjà fermée l’est dès qu’on la regarde', async () => {
  const serveur = createServer()
  onTestFinished(() => void serveur.close())
  serveur.listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  const appel = request({ port: (serveur.address() as AddressInfo).port, host: '127.0.0.1' })
  appel.on('error', () => {})
  appel.end()
  const [, raw] = await once(serveur, 'request')
  appel.destroy()
  await once(raw, 'close')
  expect(departDe({ raw }).aborted).toBe(true)
})
