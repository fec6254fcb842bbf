// A line on which the test holds what the server says, and lets it go when it chooses: the answers
// of what a page saves, and the events that it is told.
import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as demander,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Server } from 'node:net'

/** Has a server listen on this machine; its port. */
export async function ecouter(serveur: Server): Promise<number> {
  serveur.listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  const lu = serveur.address()
  return typeof lu === 'object' && lu ? lu.port : 0
}

export type Vanne = {
  /** What the page visits. */
  adresse: string
  /** Lets the oldest word held go; false: none is. */
  lacher(): boolean
  /**
   * The line is cut once the platform has done this: its answer is lost, and every later call,
   * until `ouvrir`.
   */
  perdre(acte: RegExp): void
  /** Lets all go, and holds nothing more. */
  ouvrir(): void
  fermer(): Promise<void>
}

/** Whether an answer is held: that of a save, and the stream of events. */
const estRetenue = ({ method, url }: IncomingMessage, { headers }: IncomingMessage): boolean =>
  (method === 'PUT' && url?.includes('/formulaire/modifier')) ||
  headers['content-type']?.startsWith('text/event-stream') === true

/** Stands between the page and the platform at `cible`, until `fermer`; holds what `tient` says. */
export async function poserVanne(cible: string, tient = estRetenue): Promise<Vanne> {
  const retenus: (() => void)[] = []
  const agent = new Agent({ keepAlive: true })
  let ouverte = false
  let perdu: RegExp | null = null
  let coupee = false
  const dire = (retenir: boolean, mot: () => void) => {
    if (retenir && !ouverte) retenus.push(mot)
    else mot()
  }
  const rendre = (demande: IncomingMessage, recue: IncomingMessage, reponse: ServerResponse) => {
    const retenir = tient(demande, recue)
    dire(retenir, () => {
      reponse.writeHead(recue.statusCode ?? 500, recue.headers)
      reponse.flushHeaders()
    })
    recue.on('data', (morceau: Buffer) => dire(retenir, () => void reponse.write(morceau)))
    recue.on('end', () => dire(retenir, () => void reponse.end()))
    recue.on('error', () => reponse.destroy())
  }
  const serveur = createServer((demande, reponse) => {
    const { method, headers, url = '/' } = demande
    if (coupee) return void reponse.destroy()
    const amont = demander(new URL(url, cible), { method, headers, agent }, (recue) => {
      if (!perdu?.test(url)) return rendre(demande, recue, reponse)
      coupee = true
      reponse.destroy()
    })
    amont.on('error', () => reponse.destroy())
    // A page that leaves no longer listens: the platform is told.
    reponse.on('close', () => amont.destroy())
    demande.pipe(amont)
  })
  const port = await ecouter(serveur)
  const lacher = () => {
    const mot = retenus.shift()
    mot?.()
    return mot !== undefined
  }
  return {
    adresse: `http://127.0.0.1:${port}`,
    lacher,
    perdre(acte) {
      perdu = acte
    },
    ouvrir() {
      ouverte = true
      perdu = null
      coupee = false
      while (lacher());
    },
    async fermer() {
      agent.destroy()
      serveur.closeAllConnections()
      serveur.close()
      await once(serveur, 'close')
    },
  }
}
