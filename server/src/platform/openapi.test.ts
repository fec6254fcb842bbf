import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { createApp, OPERATIONS } from '../app.ts'
import { readConfig } from './config.ts'

type Reponse = { description: string; content?: Record<string, { schema: object }> }
type Description = {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, Reponse>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Description>>
  components: Record<'schemas' | 'headers' | 'examples' | 'securitySchemes', Record<string, object>>
}

const base = await testBase()
const config = readConfig({ LOG_LEVEL: 'silent', API_PREFIX: '/v1/api' })
const app = await createApp({ base, config })
const reponse = await app.inject('/v1/api/openapi.json')
const document = reponse.json<Document>()
const operations = Object.entries(OPERATIONS)
const descriptions = Object.entries(document.paths).flatMap(([chemin, lieu]) =>
  Object.entries(lieu).map(([methode, description]) => ({ chemin, methode, ...description })),
)

/** Every `$ref` of the document, wherever it is. */
function* references(valeur: unknown): Generator<string> {
  if (typeof valeur !== 'object' || valeur === null) return
  for (const [cle, contenu] of Object.entries(valeur)) {
    if (cle === '$ref' && typeof contenu === 'string') yield contenu
    else yield* references(contenu)
  }
}

describe('la description de l’API', () => {
  it('est un document OpenAPI 3.1, à la racine de cette installation', () => {
    expect(reponse.statusCode).toBe(200)
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Relevé', version: expect.any(String) })
    expect(document.servers).toEqual([{ url: '/v1/api' }])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['jeton'])
  })

  it('se donne comprimée à qui le demande, et pas deux fois à qui l’a', async () => {
    const demander = (headers: Record<string, string>) =>
      app.inject({ url: '/v1/api/openapi.json', headers })
    expect(reponse.headers).toMatchObject({
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(reponse.headers).not.toHaveProperty('content-encoding')
    const br = await demander({ 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).equals(reponse.rawPayload)).toBe(true)
    const gzip = await demander({ 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).equals(reponse.rawPayload)).toBe(true)
    const connue = await demander({ 'if-none-match': String(reponse.headers['etag']) })
    expect([connue.statusCode, connue.body]).toEqual([304, ''])
  })

  it('décrit chaque opération du contrat, et elles seules', () => {
    const attendues = operations.map(([nom, { method, path }]) => `${nom} ${method} ${path}`)
    const decrites = descriptions.map(
      ({ operationId, methode, chemin }) => `${operationId} ${methode.toUpperCase()} ${chemin}`,
    )
    expect(decrites.toSorted()).toEqual(attendues.toSorted())
    expect(new Set(descriptions.map(({ operationId }) => operationId)).size).toBe(attendues.length)
  })

  it.each(descriptions)('dit de $operationId ses paramètres, son droit et ses réponses', (d) => {
    const dansLeChemin = [...d.chemin.matchAll(/\{(\w+)\}/g)].map(([, nom]) => nom)
    const declares = d.parameters.filter((p) => p.in === 'path')
    expect(declares.map(({ name }) => name)).toEqual(dansLeChemin)
    expect(declares.every(({ required }) => required)).toBe(true)
    for (const { name, schema } of d.parameters)
      expect([name, typeof schema]).toEqual([name, 'object'])
    expect(d.summary).toMatch(/^[A-ZÀÉ]/)
    const operation = operations.find(([nom]) => nom === d.operationId)?.[1]
    expect(d.security).toEqual(operation?.right === 'public' ? [] : [{ jeton: [] }])
    expect(d.requestBody !== undefined).toBe(operation !== undefined && 'body' in operation)
    const reussie = operation && 'status' in operation ? operation.status : 200
    expect(Object.keys(d.responses)).toContain(String(reussie))
    for (const [statut, { description }] of Object.entries(d.responses)) {
      expect(statut).toMatch(/^([245]\d\d|304)$/)
      expect(description).not.toBe('')
    }
  })

  it('range chaque opération dans une pièce qu’elle nomme', () => {
    const noms = document.tags.map(({ name }) => name)
    expect(new Set(noms).size).toBe(noms.length)
    for (const { tags } of descriptions) expect(noms).toContain(tags.join())
    expect(new Set(descriptions.flatMap(({ tags }) => tags))).toEqual(new Set(noms))
  })

  it('ne renvoie qu’à ce qu’elle contient', () => {
    const { schemas, headers, examples } = document.components
    const nommes = Object.entries({ schemas, headers, examples }).flatMap(([sorte, noms]) =>
      Object.keys(noms).map((nom) => `#/components/${sorte}/${nom}`),
    )
    const cites = new Set(references(document))
    // What nothing cites would be described for nobody.
    expect([...cites].toSorted()).toEqual(nommes.toSorted())
    expect(document.components.schemas['Echec']).toMatchObject({
      required: ['code', 'libelle', 'trace'],
    })
  })
})
