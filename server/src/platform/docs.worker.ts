// Takes the program of the API's page out of its package, which holds it as a text, and compresses
// it: some 35 MB and half a second, that the process which serves need not spend.
import { parentPort } from 'node:worker_threads'
import plugin from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { createOctets } from './octets.ts'

const app = Fastify()
await app.register(plugin, { routePrefix: '/docs', configuration: { url: 'openapi.json' } })
const { statusCode, body } = await app.inject('/docs/js/scalar.js')
if (statusCode !== 200)
  throw new Error('le programme de la page de l’API n’est pas dans son paquet')
parentPort?.postMessage(createOctets(body, 'text/javascript; charset=utf-8'))
