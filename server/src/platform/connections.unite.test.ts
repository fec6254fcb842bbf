import { EventEmitter, once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRetenue, createServeur, type Patience, partager } from './connections.ts'

const MO = 1024 * 1024

async function servir(handler: RequestListener, patience?: Partial<Patience>): Promise<Server> {
  const serveur = createServeur(handler, 60_000, patience)
  serveur.listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  onTestFinished(() => {
    serveur.closeAllConnections()
    serveur.close()
  })
  return serveur
}

/** A connection, not read before it is asked to. */
async function ouvrir(serveur: Server, texte = ''): Promise<Socket> {
  const prise = connect((serveur.address() as AddressInfo).port, '127.0.0.1').pause()
  onTestFinished(() => void prise.destroy())
  prise.on('error', () => prise.destroy())
  await once(prise, 'connect')
  prise.write(texte)
  return prise
}

const get = (chemin: string) => `GET ${chemin} HTTP/1.1\r\nHost: x\r\n\r\n`
const suite = (nombre: number) =>
  Array.from({ length: nombre }, (_, rang) => get(`/${rang}`)).join('')

/** What a connection received, once it is closed. */
async function lire(prise: Socket): Promise<string> {
  const morceaux: Buffer[] = []
  prise.on('data', (morceau: Buffer) => morceaux.push(morceau)).resume()
  if (!prise.closed) await once(prise, 'close')
  return Buffer.concat(morceaux).toString('latin1')
}

describe('les demandes envoyées à la suite sur une connexion', () => {
  it('sont servies l’une après l’autre, et répondues dans l’ordre', async () => {
    let enCours = 0
    let ensemble = 0
    const serveur = await servir((request, response) => {
      enCours += 1
      ensemble = Math.max(ensemble, enCours)
      setImmediate(() => {
        enCours -= 1
        if (request.url === '/7') response.shouldKeepAlive = false
        response.end(request.url)
      })
    })
    const recu = await lire(await ouvrir(serveur, suite(8)))
    expect(recu.match(/^\/\d/gm)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7'])
    expect(ensemble).toBe(1)
  })

  it('font couper la connexion quand elles sont trop, sans que les suivantes soient servies', async () => {
    let servies = 0
    const serveur = await servir((_request, response) => {
      servies += 1
      setImmediate(() => response.end('x'))
    })
    expect(await lire(await ouvrir(serveur, suite(500)))).toBe('')
    expect(servies).toBe(1)
  })
})

describe('un serveur plein', () => {
  it('ferme les connexions qui n’attendent rien, et laisse entrer', async () => {
    const serveur = await servir((_request, response) => response.end('x'))
    serveur.maxConnections = 1
    const oisive = await ouvrir(serveur, get('/'))
    await once(oisive.resume(), 'data')
    await lire(await ouvrir(serveur, get('/')))
    if (!oisive.closed) await once(oisive, 'close')
    const autre = await ouvrir(serveur, get('/'))
    expect(String((await once(autre.resume(), 'data'))[0])).toContain('200 OK')
  })
})

describe('une connexion qui ne dit pas ce qu’elle demande', () => {
  const SILENCE = { entetesMs: 50, regardMs: 10 }

  it.each(['', 'GET / HTTP/1.1\r\nHost:'])('est fermée (« %s »)', async (debut) => {
    const serveur = await servir((_request, response) => response.end('x'), SILENCE)
    expect(await lire(await ouvrir(serveur, debut))).not.toContain('200 OK')
  })

  it('n’est pas prise pour celle qui attend sa réponse', async () => {
    const serveur = await servir((_request, response) => {
      // Long after the silent ones are gone.
      void ouvrir(serveur)
        .then(lire)
        .then(() => response.end('x'))
    }, SILENCE)
    const prise = await ouvrir(serveur, get('/'))
    expect(String((await once(prise.resume(), 'data'))[0])).toContain('200 OK')
  })

  it('est fermée avant vingt secondes, quoi qu’en dise celui qui l’ouvre', () => {
    const { headersTimeout } = createServeur(() => {}, 60_000)
    expect(headersTimeout).toBeLessThan(20_000)
  })
})

describe('la part d’une adresse', () => {
  /** A connection as the system gives it, whose other end is there. */
  function bout(remoteAddress: string | undefined) {
    const prise = Object.assign(new EventEmitter(), { remoteAddress, coupee: false })
    return Object.assign(prise, {
      destroy() {
        prise.coupee = true
        prise.emit('close')
        return this
      },
    })
  }
  type Bout = ReturnType<typeof bout>
  const compter = (max: number) => {
    const part = partager(max)
    return (...adresses: (string | undefined)[]): Bout[] =>
      adresses.map((adresse) => {
        const prise = bout(adresse)
        // The functions that it uses, and these only.
        part(prise as never)
        return prise
      })
  }
  const coupees = (prises: Bout[]) => prises.map(({ coupee }) => coupee)

  it('est bornée, et celle d’une autre n’en dépend pas', () => {
    const ouvrirDe = compter(2)
    const siennes = ouvrirDe('203.0.113.5', '203.0.113.5', '203.0.113.5', '::ffff:203.0.113.5')
    expect(coupees(siennes)).toEqual([false, false, true, true])
    expect(coupees(ouvrirDe('203.0.113.6', '203.0.113.6'))).toEqual([false, false])
    siennes[0]?.destroy()
    expect(coupees(ouvrirDe('203.0.113.5', '203.0.113.5'))).toEqual([false, true])
  })

  it('est celle d’un réseau /64 en IPv6', () => {
    const prises = compter(2)('2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1')
    expect(coupees(prises)).toEqual([false, false, true, false])
  })

  it('ne compte pas le serveur placé devant, ni qui est déjà parti', () => {
    const ici = ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', undefined]
    const prises = compter(1)(...ici, ...ici)
    expect(coupees(prises)).toEqual(prises.map(() => false))
  })
})

describe('les grandes réponses que personne ne lit', () => {
  it('sont coupées, les plus anciennes d’abord, au-delà de ce que toutes peuvent tenir', async () => {
    const retenir = createRetenue(30 * MO)
    const reponses: ServerResponse[] = []
    const serveur = await servir((_request, response) => {
      reponses.push(response)
      retenir(response, 12 * MO)
      response.end(Buffer.alloc(12 * MO))
    })
    for (const rang of [1, 2, 3]) {
      await ouvrir(serveur, get('/'))
      await expect.poll(() => reponses.length).toBe(rang)
    }
    expect(reponses.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  })

  it('ne coûtent rien à celles qui sont lues', async () => {
    const retenir = createRetenue(30 * MO)
    const reponses: ServerResponse[] = []
    const serveur = await servir((_request, response) => {
      reponses.push(response)
      response.shouldKeepAlive = false
      retenir(response, 12 * MO)
      response.end(Buffer.alloc(12 * MO))
    })
    for (let rang = 0; rang < 4; rang += 1) {
      expect((await lire(await ouvrir(serveur, get('/')))).length).toBeGreaterThan(12 * MO)
    }
    expect(reponses.every(({ writableFinished }) => writableFinished)).toBe(true)
  })
})

describe('ceux qui frappent ensemble', () => {
  const RAFALE = 40
  /** How many had been let in when the first call of a burst began; all are answered. */
  async function recevoir(accueilMs: number): Promise<number | undefined> {
    let entres = 0
    const auDebut: number[] = []
    const serveur = await servir(
      (_request, response) => {
        auDebut.push(entres)
        response.shouldKeepAlive = false
        response.end('servi')
      },
      { accueilMs },
    )
    serveur.on('connection', () => {
      entres += 1
    })
    const prises = await Promise.all(
      Array.from({ length: RAFALE }, () => ouvrir(serveur, get('/'))),
    )
    for (const recu of await Promise.all(prises.map(lire))) expect(recu).toContain('servi')
    expect(auDebut).toHaveLength(RAFALE)
    return auDebut[0]
  }

  it('sont tous entrés avant que l’appel d’aucun ne commence', async () => {
    expect(await recevoir(60_000)).toBe(RAFALE)
  })

  it('ne retiennent personne plus longtemps qu’il n’est dit', async () => {
    expect(await recevoir(0)).toBeLessThan(RAFALE)
  })
})
