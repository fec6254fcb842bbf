import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuseAdresseInconnue } from './http.ts'

const UN_AN = 'public, max-age=31536000, immutable'
const META_API = /<meta name="releve-api" content="[^"]*"/

/** The page, with the API's root of this process: the web reads it there, not from its build. */
function readPage(dossier: string, prefixe: string): string | null {
  const chemin = join(dossier, 'index.html')
  if (!existsSync(chemin)) return null
  return readFileSync(chemin, 'utf8').replace(
    META_API,
    `<meta name="releve-api" content="${prefixe}"`,
  )
}

/**
 * Serves the built web: hashed assets for a year, precompressed; any other address gets the page,
 * so that deep links and reloads work, but never below the API's prefix.
 */
export async function mountStatique(
  app: FastifyInstance,
  dossier: string,
  prefixe: string,
): Promise<void> {
  const page = readPage(dossier, prefixe)
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: dossier,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
      cacheControl: false,
      setHeaders: (reply, chemin) => {
        const fige = chemin.includes(`${join(dossier, 'assets')}`)
        reply.header('cache-control', fige ? UN_AN : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const chemin = request.url.split('?', 1)[0] ?? '/'
    const api = chemin === prefixe || chemin.startsWith(`${prefixe}/`)
    // A file that is not there is not a page: an old build's script must fail, not be HTML.
    const fichier = /\/assets\/|\.\w{2,5}$/.test(chemin)
    // HEAD is how monitors ask for a page; below the API it never runs anything.
    const lecture = request.method === 'GET' || request.method === 'HEAD'
    if (page === null || api || fichier || !lecture) {
      return refuseAdresseInconnue(reply, request.id)
    }
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
