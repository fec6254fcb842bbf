import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Recu = { entetes: IncomingHttpHeaders; corps: string; chemin: string }
/** What it does with a call, once it has read it. */
export type Humeur = (reponse: ServerResponse, recu: Recu) => void

/** A program that receives, as its own would: it answers what the test says, 204 unless told. */
export async function ouvrirRecepteur(port = 0) {
  const recus: Recu[] = []
  const suite: Humeur[] = []
  const bien: Humeur = (reponse) => void reponse.writeHead(204).end()
  const etat = { humeur: bien }
  const recevoir = async (requete: IncomingMessage, reponse: ServerResponse) => {
    const recu = { entetes: requete.headers, corps: await text(requete), chemin: requete.url ?? '' }
    recus.push(recu)
    const humeur = suite.shift() ?? etat.humeur
    humeur(reponse, recu)
  }
  const serveur = createServer((requete, reponse) => void recevoir(requete, reponse))
  serveur.listen(port, '127.0.0.1')
  await once(serveur, 'listening')
  const fermer = () =>
    new Promise<void>((fin) => {
      serveur.close(() => fin())
      serveur.closeAllConnections()
    })
  onTestFinished(fermer)
  const { port: ecoute } = serveur.address() as AddressInfo
  const url = `http://127.0.0.1:${ecoute}/recevoir`
  /** The next answers, one each; after them, as it does unless told. */
  const ensuite = (...humeurs: Humeur[]) => void suite.push(...humeurs)
  return { recus, ensuite, etat, fermer, port: ecoute, url }
}
