import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as attendre } from 'node:timers/promises'
import { zFichierRecu } from '@releve/contract/fichier.ts'
import type { Operation } from '@releve/contract/operation.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PORTEE } from '../../../tools/portee.ts'
import { testBase } from '../../test/base.ts'
import { ouvrirAppels } from './appels.ts'
import { readConfig } from './config.ts'
import { createHttp } from './http.ts'
import { mount } from './mount.ts'
import { route } from './route.ts'

const operation = {
  method: 'POST',
  path: '/recevoir',
  right: 'public',
  jeton: null,
  resume: 'Recevoir un fichier',
  corps: 'multipart',
  body: z.strictObject({ nom: z.string().optional(), fichier: zFichierRecu }),
  output: z.object({ nom: z.string(), taille: z.number(), sha256: z.string() }),
} as const satisfies Operation
const fermee = { ...operation, path: '/fermee', right: 'session' } as const

const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex')
const recus: number[] = []
const act = async ({ body }: { body: z.output<typeof operation.body> }) => {
  const { nom, contenu } = body.fichier
  recus.push(contenu.length)
  return { nom, taille: contenu.length, sha256: sha256(contenu) }
}

const { db } = await testBase()
const config = readConfig({ LOG_LEVEL: 'silent' })
const app = await createHttp(config)
const maintenant = () => new Date()
mount(
  app,
  {
    db,
    lecture: db,
    config,
    findAgent: async () => null,
    findAgentDeProgramme: () => Promise.reject(new Error('jeton')),
    findAgentAvec: async () => null,
    noterRefus: async () => {},
    appels: ouvrirAppels(),
    maintenant,
    attendre: async () => {},
  },
  {
    recevoir: route(operation, { transaction: 'aucune', act }),
    fermee: route(fermee, { transaction: 'aucune', act }),
  },
)
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const { port } = app.server.address() as AddressInfo
const adresse = `http://127.0.0.1:${port}/api`

type Reponse = { statut: number; corps: Record<string, unknown> }

const ligneGardee = new Agent({ keepAlive: true })

/** Sent by hand: two hundred times five megabytes are copied nowhere on their way. */
async function envoyer(contenu: Buffer, nom = 'a.pdf'): Promise<Reponse> {
  const debut = `--B\r\nContent-Disposition: form-data; name="fichier"; filename="${nom}"\r\n\r\n`
  const fin = '\r\n--B--\r\n'
  const requete = request(`${adresse}/recevoir`, {
    method: 'POST',
    agent: ligneGardee,
    headers: {
      'content-type': 'multipart/form-data; boundary=B',
      'content-length': Buffer.byteLength(debut) + contenu.length + fin.length,
    },
  })
  requete.write(debut)
  requete.write(contenu)
  requete.end(fin)
  const [reponse] = (await once(requete, 'response')) as [IncomingMessage]
  return { statut: reponse.statusCode ?? 0, corps: (await json(reponse)) as Reponse['corps'] }
}

/** Writes on a bare socket, and gives what came back once the server has closed it or said enough. */
async function parler(parties: readonly (string | Buffer)[], fermer = false): Promise<string> {
  const ligne = connect(port, '127.0.0.1')
  let dit = ''
  ligne.on('data', (morceau) => {
    dit += String(morceau)
  })
  ligne.on('error', () => undefined)
  await once(ligne, 'connect')
  for (const partie of parties) ligne.write(partie)
  if (fermer) ligne.destroy()
  for (let essai = 0; essai < 100 && !dit.includes('}') && !fermer; essai += 1) await attendre(20)
  ligne.destroy()
  return dit
}

const enTetes = (chemin: string, autres: string) =>
  `POST /api/${chemin} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\n` +
  `${autres}\r\n\r\n`
const DEBUT = '--B\r\nContent-Disposition: form-data; name="fichier"; filename="a.pdf"\r\n\r\n'

/** How many are tried: the gate, those next to the limit and as many near it. */
const TAILLES = PORTEE === 'porte' ? 42 : 200

describe('un fichier envoyé', () => {
  it(`arrive entier, sous son nom, ou n’arrive pas : ${TAILLES} tailles autour de la limite`, async () => {
    const LIMITE = 5_000_000
    const source = randomBytes(LIMITE + 200)
    for (let tirage = 0; tirage < TAILLES; tirage += 1) {
      // The byte above the limit and those next to it first, then anything near.
      const ecart = tirage < 21 ? tirage - 10 : ((tirage * 7919) % 201) - 100
      const contenu = source.subarray(0, LIMITE + ecart)
      const { statut, corps } = await envoyer(contenu)
      if (ecart > 0)
        expect([ecart, statut, corps['code']]).toEqual([ecart, 413, 'FICHIER_TROP_GRAND'])
      else {
        expect([ecart, statut, corps['taille']]).toEqual([ecart, 200, LIMITE + ecart])
        expect(corps['sha256']).toBe(sha256(contenu))
      }
    }
    expect(Math.max(...recus)).toBe(LIMITE)
  })

  it('garde un nom accentué', async () => {
    const { corps } = await envoyer(Buffer.from('x'), 'Été « n° 1 ».pdf')
    expect(corps['nom']).toBe('Été « n° 1 ».pdf')
  })
})

describe('un envoi refusé', () => {
  it('l’est avant d’être lu, quand on ne sait pas qui envoie', async () => {
    const dit = await parler([enTetes('fermee', 'Content-Length: 5000000')])
    expect(dit).toContain('401 Unauthorized')
    expect(dit).toContain('JETON_ABSENT')
  })

  it('l’est à l’annonce d’une taille démesurée, la ligne coupée', async () => {
    const dit = await parler([enTetes('recevoir', 'Content-Length: 900000000'), DEBUT])
    expect(dit).toContain('413 Payload Too Large')
    expect(dit.toLowerCase()).toContain('connection: close')
  })

  it('l’est dès la limite passée, quand rien ne dit la taille', async () => {
    const morceau = Buffer.alloc(1_000_000, 65)
    const tranche = [`${morceau.length.toString(16)}\r\n`, morceau, '\r\n']
    const debut = `${DEBUT.length.toString(16)}\r\n${DEBUT}\r\n`
    const tranches = Array.from({ length: 6 }, () => tranche).flat()
    const dit = await parler([
      enTetes('recevoir', 'Transfer-Encoding: chunked'),
      debut,
      ...tranches,
    ])
    expect(dit).toContain('413 Payload Too Large')
    expect(dit).toContain('FICHIER_TROP_GRAND')
  })

  it.each([
    ['sans fin', `${DEBUT}abc`],
    ['sans rien', ''],
    ['sans frontière', 'abc'],
    ['une partie sans nom', '--B\r\n\r\nabc\r\n--B--\r\n'],
  ])('répond 400, jamais une erreur interne : %s', async (_, corps) => {
    const dit = await parler([enTetes('recevoir', `Content-Length: ${corps.length}`), corps])
    expect(dit).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('est illisible sans frontière annoncée', async () => {
    const reponse = await fetch(`${adresse}/recevoir`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data' },
      body: 'abc',
    })
    expect([reponse.status, await reponse.json()]).toMatchObject([
      400,
      { code: 'REQUETE_INVALIDE' },
    ])
  })

  it('ne laisse rien derrière lui quand la ligne tombe, et la suite est servie', async () => {
    const avant = recus.length
    await parler([enTetes('recevoir', 'Content-Length: 5000000'), DEBUT, 'abc'], true)
    await attendre(100)
    expect(recus).toHaveLength(avant)
    expect((await envoyer(Buffer.from('x'))).statut).toBe(200)
  })

  it('laisse la ligne servir encore, une fois le reste passé', async () => {
    const refuse = `--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`.repeat(2)
    const corps = `${refuse}${DEBUT}${'x'.repeat(200_000)}\r\n--B--\r\n`
    const suite = 'GET /api/absente HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const ligne = connect(port, '127.0.0.1')
    let dit = ''
    ligne.on('data', (morceau) => {
      dit += String(morceau)
    })
    ligne.write(enTetes('recevoir', `Content-Length: ${corps.length}`))
    ligne.write(corps)
    ligne.write(suite)
    await once(ligne, 'close')
    expect([...dit.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, statut]) => statut)).toEqual([
      '400',
      '404',
    ])
  })
})
