// A server placed in front of the platform, as in production: it speaks HTTP/2 to browsers, which
// then send all that a page asks at once, and HTTP/1.1 to the platform.
import { generateKeyPairSync, sign } from 'node:crypto'
import { Agent, request as demander } from 'node:http'
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type IncomingHttpHeaders,
} from 'node:http2'
import { test as base } from './gens.ts'
import { ecouter } from './vanne.ts'

type Facade = {
  /** What the pages visit. */
  adresse: string
  /** The status of each call answered since. */
  statuts: number[]
  /** Calls of the API in flight now, streams aside; and at most together. */
  enVol: () => number
  pointe: () => number
}

/** A value of DER: its tag, its length, its bytes. */
function der(tag: number, ...contenus: Uint8Array[]): Buffer {
  const octets = Buffer.concat(contenus)
  const taille = octets.length
  const long = taille < 256 ? [0x81, taille] : [0x82, taille >> 8, taille & 255]
  const longueur = taille < 128 ? [taille] : long
  return Buffer.concat([Buffer.from([tag, ...longueur]), octets])
}
const suite = (...contenus: Uint8Array[]) => der(0x30, ...contenus)
const hex = (tag: number, chiffres: string) => der(tag, Buffer.from(chiffres, 'hex'))

/** A certificate for this run, which nobody has signed: the browsers of the test are told to take it. */
function createCertificat(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithme = suite(hex(0x06, '2a8648ce3d040302'))
  const nom = suite(der(0x31, suite(hex(0x06, '550403'), der(0x0c, Buffer.from('localhost')))))
  const validite = suite(
    ...['200101000000Z', '491231235959Z'].map((le) => der(0x17, Buffer.from(le))),
  )
  const cle = publicKey.export({ type: 'spki', format: 'der' })
  const corps = suite(hex(0x02, '01'), algorithme, nom, validite, nom, cle)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', corps, privateKey))
  const cert = suite(corps, algorithme, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  }
}

/** Headers of one connection, which HTTP/2 has no place for. */
const DE_CONNEXION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])
const sansPseudo = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).filter(([nom]) => !nom.startsWith(':') && !DE_CONNEXION.has(nom)),
  )

async function poserFacade(cible: string): Promise<Facade & { fermer: () => Promise<void> }> {
  const agent = new Agent({ keepAlive: true })
  const statuts: number[] = []
  let [enVol, pointe] = [0, 0]
  const compter = ({ url }: Http2ServerRequest, reponse: Http2ServerResponse) => {
    if (!url.startsWith('/api/') || url.startsWith('/api/evenements')) return
    enVol += 1
    pointe = Math.max(pointe, enVol)
    reponse.once('close', () => {
      enVol -= 1
    })
  }
  // What a test asks by itself, beside its pages, speaks HTTP/1.1.
  const options = { ...createCertificat(), allowHTTP1: true }
  const serveur = createSecureServer(options, (demande, reponse) => {
    const { method, headers, url } = demande
    compter(demande, reponse)
    const envoi = { method, headers: sansPseudo(headers), agent }
    const amont = demander(new URL(url, cible), envoi, (recue) => {
      const statut = recue.statusCode ?? 500
      if (url.startsWith('/api/')) statuts.push(statut)
      reponse.writeHead(statut, sansPseudo(recue.headers))
      recue.on('error', () => reponse.stream?.destroy())
      recue.pipe(reponse)
    })
    amont.on('error', () => reponse.stream?.destroy())
    // A page that leaves no longer listens: the platform is told.
    reponse.on('close', () => amont.destroy())
    demande.pipe(amont)
  })
  const port = await ecouter(serveur)
  return {
    adresse: `https://127.0.0.1:${port}`,
    statuts,
    enVol: () => enVol,
    pointe: () => pointe,
    async fermer() {
      agent.destroy()
      serveur.close()
    },
  }
}

/** The tests of a file whose people visit the platform through such a server. */
export const test = base.extend<object, { facade: Facade }>({
  facade: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it wants: none.
    async ({}, jouer, { project }) => {
      const { fermer, ...facade } = await poserFacade(project.use.baseURL ?? '')
      await jouer(facade)
      await fermer()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ facade }, jouer) => jouer(facade.adresse),
  ignoreHTTPSErrors: true,
})
