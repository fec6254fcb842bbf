import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as tour } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { createApp } from '../app.ts'
import { readConfig } from './config.ts'

/** What is no HTTP, and what says nothing whole. */
const ILLISIBLES = ['bonjour\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nx: \0\r\n\r\n']

const banc = await ouvrirBanc()
const lignes: { level: number; msg: string }[] = []
const app = await createApp({
  base: banc.base,
  config: readConfig({ LOG_LEVEL: 'trace' }),
  maintenant: () => banc.horloge.maintenant,
  attendre: async () => {},
  flux: { write: (ligne) => void lignes.push(JSON.parse(ligne)) },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const demande = (ligne: string, entetes: string[] = [], corps = '', annonce = corps.length) =>
  [
    `${ligne} HTTP/1.1`,
    'Host: x',
    ...(annonce > 0 ? [`Content-Length: ${annonce}`] : []),
    ...entetes,
    '',
    corps,
  ].join('\r\n')

const JSON_ENVOYE = 'Content-Type: application/json'
const porteur = `Authorization: Bearer ${banc.asDpps.jeton}`
const connexion = JSON.stringify({ identifiant: 'inconnue', password: 'x' })
const LIMITE = '-----------x'
const fichier = `--${LIMITE}\r\nContent-Disposition: form-data; name="fichier"; filename="a.csv"\r\n\r\na;b`

const DEPARTS: [string, string][] = [
  ['une connexion', demande('POST /api/utilisateur/connexion', [JSON_ENVOYE], connexion)],
  [
    'une connexion dont le corps ne finit pas',
    demande('POST /api/utilisateur/connexion', [JSON_ENVOYE], connexion, 5000),
  ],
  ['une liste', demande('GET /api/utilisateur/lister?taille=200', [porteur])],
  [
    'une saisie',
    demande('POST /api/formulaire/enregistrer/2/2025', [JSON_ENVOYE, porteur], '{"modele":"RMA"}'),
  ],
  [
    'un export',
    demande(
      'POST /api/formulaire/structures/exporter',
      [JSON_ENVOYE, porteur],
      '{"format":"xlsx","mois":2,"annee":2025}',
    ),
  ],
  [
    'un envoi de fichier qui ne finit pas',
    demande(
      'POST /api/utilisateur/importer',
      [`Content-Type: multipart/form-data; boundary=${LIMITE}`, porteur],
      fichier,
      5000,
    ),
  ],
  ['une grande réponse', demande('GET /api/openapi.json')],
  ['un flux', demande('GET /api/evenements', [porteur])],
]

/** Sends it, and cuts the line at once: nothing is said to the other end but that. */
async function partir(texte: string, apres?: (prise: Socket) => Promise<unknown>): Promise<void> {
  const prise = connect(port, '127.0.0.1')
  await once(prise, 'connect')
  prise.write(texte)
  await apres?.(prise)
  prise.resetAndDestroy()
}

const connexions = () =>
  new Promise<number>((dire) => {
    app.server.getConnections((_echec, nombre) => dire(nombre))
  })

it.each(DEPARTS)('qui part tôt n’est l’erreur de personne : %s', async (_, texte) => {
  lignes.length = 0
  for (let rang = 0; rang < 8; rang += 1) {
    // Before the server has read it: it does, and the system knows the other end no more. Once it
    // may have read it; once it has begun to answer.
    await partir(texte)
    await partir(texte, async (prise) => {
      for (let pas = 0; pas < rang; pas += 1) await tour()
      return prise
    })
    if (!texte.includes('5000')) await partir(texte, (prise) => once(prise, 'data'))
  }
  await expect.poll(connexions).toBe(0)
  // Those who stay are served after them.
  for (let rang = 0; rang < 12; rang += 1) {
    expect((await app.inject('/api/configuration')).statusCode).toBe(200)
  }
  expect(lignes.filter(({ level }) => level >= 40)).toEqual([])
})

it.each(ILLISIBLES)(
  'ce qui n’est pas lisible est répondu, puis la ligne fermée des deux côtés',
  async (texte) => {
    // Its caller never closes his own: the place is free all the same.
    const prise = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    prise.on('error', () => prise.destroy())
    prise.write(texte)
    expect(String((await once(prise, 'data'))[0])).toContain('400 Bad Request')
    await expect.poll(connexions).toBe(0)
    prise.destroy()
  },
)
