import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Octets } from '@releve/contract/fichier.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuseAdresseInconnue } from './http.ts'
import { composeOctets, createOctets } from './octets.ts'

const UN_AN = 'public, max-age=31536000, immutable'
const META_API = /<meta name="releve-api" content="[^"]*"/

/** A text of the site, made anew for each call; null: there is none. */
export type Texte = () => Promise<string | null>

/** Serves plain texts at addresses that others have fixed, outside the API (robots, RFC 9116). */
export function mountTextes(app: FastifyInstance, textes: Record<string, Texte>): void {
  for (const [url, texte] of Object.entries(textes)) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const contenu = await texte()
        if (contenu === null) return refuseAdresseInconnue(reply, request.id)
        return reply
          .header('cache-control', 'no-cache')
          .type('text/plain; charset=utf-8')
          .send(contenu)
      },
    })
  }
}

/** What a page holds of its own, which the policy would refuse: scripts and styles. */
type Sources = { script: string; style: string }
type Page = { octets: Octets; sources: Sources }

/** A page, with the API's root of this process: the web reads it there, not from its build. */
function readPage(dossier: string, nom: string, prefixe: string): Page | null {
  const chemin = join(dossier, nom)
  if (!existsSync(chemin)) return null
  const meta = `<meta name="releve-api" content="${prefixe}"`
  const html = readFileSync(chemin, 'utf8').replace(META_API, meta)
  return {
    octets: createOctets(html, 'text/html; charset=utf-8'),
    sources: { script: sourcesDe(html, 'script'), style: sourcesDe(html, 'style') },
  }
}

/**
 * The page's own scripts (settings of display, before the first paint) and styles (the order of the
 * layers), as its policy allows them: these very ones.
 */
function sourcesDe(page: string, balise: keyof Sources): string {
  const propres = page.matchAll(new RegExp(`<${balise}>([^]*?)</${balise}>`, 'g'))
  const empreintes = [...propres].map(([, contenu = '']) =>
    createHash('sha256').update(contenu).digest('base64'),
  )
  return ["'self'", ...empreintes.map((empreinte) => `'sha256-${empreinte}'`)].join(' ')
}

/** The policy of every answer, with what the page has of its own. */
function allowPropres(reply: FastifyReply, { script, style }: Sources): void {
  const politique = String(reply.getHeader('content-security-policy'))
    .replace("script-src 'self'", () => `script-src ${script}`)
    .replace("style-src 'self'", () => `style-src ${style}`)
  reply.header('content-security-policy', politique)
}

/**
 * Serves the built web: hashed assets for a year, precompressed; any other address gets the page,
 * so that deep links and reloads work, but never below the API's prefix. `/` has a page of its own,
 * which loads the landing page alone.
 */
export async function mountStatique(
  app: FastifyInstance,
  dossier: string,
  prefixe: string,
): Promise<void> {
  const page = readPage(dossier, 'index.html', prefixe)
  const accueil = readPage(dossier, 'accueil.html', prefixe) ?? page
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: dossier,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
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
    const choisie = chemin === '/' ? accueil : page
    if (choisie === null || api || fichier || !lecture) {
      return refuseAdresseInconnue(reply, request.id)
    }
    allowPropres(reply, choisie.sources)
    return reply.send(composeOctets(request, reply, choisie.octets))
  })
}
