import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Octets } from '@releve/contract/fichier.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from './config.ts'
import { refuseAdresseInconnue } from './http.ts'
import { composeOctets, createOctets } from './octets.ts'

const UN_AN = 'public, max-age=31536000, immutable'
const META_API = /<meta name="releve-api" content="[^"]*"/
const META_VERSION = /<meta name="releve-version" content="[^"]*"/
/** On every answer of the API: which version of the site the server has (`web/src/api/version.ts`). */
const ENTETE_VERSION = 'releve-version'
/** How long the files of a version stay once another has replaced it: pages are still open on it. */
const ANCIENS_MS = 30 * 24 * 3_600_000

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
type Page = { octets: Octets; sources: Sources; version: string }

/** A page, with the API's root of this process: the web reads it there, not from its build. */
function readPage(dossier: string, nom: string, prefixe: string): Page | null {
  const chemin = join(dossier, nom)
  if (!existsSync(chemin)) return null
  const lue = readFileSync(chemin, 'utf8')
  // It names files by their content: it changes when one of them does.
  const version = createHash('sha256').update(lue).digest('base64url').slice(0, 12)
  const html = lue
    .replace(META_API, `<meta name="releve-api" content="${prefixe}"`)
    .replace(META_VERSION, `<meta name="releve-version" content="${version}"`)
  return {
    version,
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
 * Keeps this version's files beside the data, dated: a page open since before an update asks for
 * those of its own until it takes the new one. Those replaced for long go.
 */
async function garderFichiers(assets: string, garde: string, maintenant: Date): Promise<void> {
  await mkdir(garde, { recursive: true })
  for (const nom of await readdir(assets)) {
    const place = join(garde, nom)
    if (!existsSync(place)) {
      // In one go: another process may be serving from there.
      await copyFile(join(assets, nom), `${place}.${process.pid}`)
      await rename(`${place}.${process.pid}`, place)
    }
    await utimes(place, maintenant, maintenant)
  }
  for (const nom of await readdir(garde)) {
    const { mtimeMs } = await stat(join(garde, nom))
    if (maintenant.getTime() - mtimeMs > ANCIENS_MS) await unlink(join(garde, nom))
  }
}

/** What pages of versions before still ask for, where it could be kept. */
async function mountAnciens(
  app: FastifyInstance,
  assets: string,
  { dataDir }: Pick<Config, 'dataDir'>,
  maintenant: () => Date,
): Promise<void> {
  const garde = join(dataDir, 'site')
  app.addHook('onListen', async () => {
    await garderFichiers(assets, garde, maintenant()).catch((err) =>
      app.log.warn({ err }, `le site de cette version n’a pas pu être gardé dans ${garde}`),
    )
  })
  if (!existsSync(garde)) return
  await app.register(fastifyStatic, {
    root: garde,
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', UN_AN),
  })
}

/**
 * Serves the built web: hashed assets for a year, precompressed; any other address gets the page,
 * so that deep links and reloads work, but never below the API's prefix. `/` has a page of its own,
 * which loads the landing page alone.
 */
export async function mountStatique(
  app: FastifyInstance,
  dossier: string,
  config: Pick<Config, 'prefixe' | 'dataDir'>,
  maintenant: () => Date,
): Promise<void> {
  const { prefixe } = config
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
    await mountAnciens(app, join(dossier, 'assets'), config, maintenant)
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith(`${prefixe}/`)) reply.header(ENTETE_VERSION, page.version)
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
