import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { createApp } from '../app.ts'
import { readConfig } from './config.ts'

const racine = mkdtempSync(join(tmpdir(), 'releve-web-'))
afterAll(() => rmSync(racine, { recursive: true, force: true }))
const dossier = join(racine, 'dist')
const SCRIPT = "document.documentElement.dir = 'ltr'"
const STYLE = '@layer theme, ui;'
const METAS = '<meta name="releve-api" content="/api"><meta name="releve-version" content="">'
const PAGE = `<!doctype html>${METAS}<style>${STYLE}</style><script>${SCRIPT}</script>`
mkdirSync(join(dossier, 'assets'), { recursive: true })
writeFileSync(join(dossier, 'index.html'), PAGE)
writeFileSync(join(dossier, 'accueil.html'), `${PAGE}<title>Accueil</title>`)
writeFileSync(join(dossier, 'favicon.svg'), '<svg/>')
writeFileSync(join(dossier, 'hors-ligne.js'), 'addEventListener')
writeFileSync(join(dossier, 'manifest.webmanifest'), '{}')
writeFileSync(join(dossier, 'assets', 'index-abc123.js'), 'console.log(1)')
writeFileSync(join(racine, 'hors.txt'), 'secret')

const base = await testBase()
const DATA_DIR = join(racine, 'donnees')
const config = readConfig({ LOG_LEVEL: 'silent', API_PREFIX: '/services', DATA_DIR })
const app = await createApp({ base, config, web: dossier })

describe('le web servi par le même processus', () => {
  it.each([
    '/',
    '/auth/login',
    '/dashboard/saisies/RMA-CAU-R01-01-202503',
    '/dashboard/',
    '/x?q=1',
  ])('rend la page pour %s, avec la racine de l’API de ce processus', async (url) => {
    const reponse = await app.inject(url)
    expect([reponse.statusCode, reponse.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(reponse.body).toContain('<meta name="releve-api" content="/services">')
    expect(reponse.headers['cache-control']).toBe('no-cache')
  })

  it('sert le travailleur et le manifeste sous leur type, à relire à chaque fois', async () => {
    for (const [url, type] of [
      ['/hors-ligne.js', 'javascript'],
      ['/manifest.webmanifest', 'application/manifest+json'],
    ] as const) {
      const { statusCode, headers } = await app.inject(url)
      expect([statusCode, headers['cache-control']], url).toEqual([200, 'no-cache'])
      expect(headers['content-type']).toContain(type)
    }
  })

  it('a pour « / » une page à part, qui ne se demande pas autrement', async () => {
    const pages = await Promise.all(
      ['/', '/?page=1', '/auth/login', '/accueil.html'].map((url) => app.inject(url)),
    )
    expect(pages.map(({ body }) => body.includes('<title>Accueil</title>'))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(pages[0]?.body).toContain('<meta name="releve-api" content="/services">')
    expect(pages[3]?.statusCode).toBe(404)
  })

  it('ne permet que les scripts et les styles de ses fichiers, et ceux de la page par leur empreinte', async () => {
    const page = await app.inject('/')
    const empreinteDe = (propre: string) => createHash('sha256').update(propre).digest('base64')
    const politique = String(page.headers['content-security-policy']).split(';')
    expect(politique).toContain(`script-src 'self' 'sha256-${empreinteDe(SCRIPT)}'`)
    expect(politique).toContain(`style-src 'self' 'sha256-${empreinteDe(STYLE)}'`)
    const { headers } = await app.inject('/services/sante')
    expect(headers['content-security-policy']).toContain(";script-src 'self';")
    expect(headers['content-security-policy']).toContain(";style-src 'self';")
  })

  it('répond à HEAD pour une page, sans corps, et jamais sous l’API', async () => {
    const page = await app.inject({ method: 'HEAD', url: '/auth/login' })
    expect([page.statusCode, page.body]).toEqual([200, ''])
    const api = await app.inject({ method: 'HEAD', url: '/services/sante' })
    expect(api.statusCode).toBe(404)
  })

  it.each(['/services', '/services/inconnue', '/services/formulaire/lire'])(
    'ne rend jamais la page sous l’API (%s)',
    async (url) => {
      const reponse = await app.inject(url)
      expect([reponse.statusCode, reponse.json().code]).toEqual([404, 'ADRESSE_INCONNUE'])
    },
  )

  it.each([
    ['GET', '/assets/index-perdu.js'],
    ['GET', '/assets/'],
    ['GET', '/photo.png'],
    ['POST', '/dashboard/app'],
    ['GET', '/../hors.txt'],
    ['GET', '/%2e%2e/hors.txt'],
    ['GET', '/assets/..%2f..%2fhors.txt'],
  ] as const)('ne rend ni page ni fichier pour %s %s', async (method, url) => {
    const reponse = await app.inject({ method, url })
    expect([reponse.statusCode, reponse.json().code]).toEqual([404, 'ADRESSE_INCONNUE'])
  })

  it('garde un an les fichiers dont le nom change avec le contenu, aucun autre', async () => {
    const fige = await app.inject('/assets/index-abc123.js')
    expect(fige.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(fige.headers['content-type']).toContain('javascript')
    const icone = await app.inject('/favicon.svg')
    expect([icone.statusCode, icone.headers['cache-control']]).toEqual([200, 'no-cache'])
  })
})

describe('une page ouverte avant une mise à jour', () => {
  const suivante = join(racine, 'suivante')
  mkdirSync(join(suivante, 'assets'), { recursive: true })
  writeFileSync(join(suivante, 'index.html'), `${PAGE}<script src="/assets/index-def456.js">`)
  writeFileSync(join(suivante, 'assets', 'index-def456.js'), 'console.log(2)')
  const garde = join(DATA_DIR, 'site')
  const gardes = () => readdirSync(garde).toSorted()

  /** Starts this version of the site, and stops it once it has kept its files: which are there then. */
  async function servir(web: string, jour: string, nombre: number): Promise<string[]> {
    const maintenant = () => new Date(`${jour}T08:00:00Z`)
    const une = await createApp({ base, config, web, maintenant })
    await une.listen({ port: 0 })
    // A file that is being written has another name until it is whole.
    const entiers = () => gardes().filter((nom) => nom.endsWith('.js'))
    await expect.poll(() => [entiers().length, gardes().length]).toEqual([nombre, nombre])
    await une.close()
    return gardes()
  }

  it('a encore les fichiers de sa version, à côté de ceux de la nouvelle', async () => {
    expect(await servir(dossier, '2026-03-01', 1)).toEqual(['index-abc123.js'])
    const apres = await createApp({ base, config, web: suivante })
    const ancien = await apres.inject('/assets/index-abc123.js')
    expect([ancien.statusCode, ancien.body]).toEqual([200, 'console.log(1)'])
    expect(ancien.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await apres.inject('/assets/index-def456.js')).body).toBe('console.log(2)')
    for (const url of ['/assets/index-perdu.js', '/assets/', '/assets/..%2f..%2fhors.txt']) {
      const { statusCode, body } = await apres.inject(url)
      expect([url, statusCode, JSON.parse(body).code]).toEqual([url, 404, 'ADRESSE_INCONNUE'])
    }
  })

  it('apprend de chaque réponse de l’API que la version n’est plus la sienne', async () => {
    const apres = await createApp({ base, config, web: suivante })
    const lues = [app, apres].map(async (une) => {
      const [page, api] = [await une.inject('/auth/login'), await une.inject('/services/sante')]
      const [, dite] = /<meta name="releve-version" content="([^"]+)">/.exec(page.body) ?? []
      expect(api.headers['releve-version']).toBe(dite)
      expect(page.headers['releve-version']).toBeUndefined()
      return dite
    })
    const versions = await Promise.all(lues)
    expect(versions.every((une) => /^[\w-]{12}$/.test(une ?? ''))).toBe(true)
    expect(new Set(versions).size).toBe(2)
  })

  it('n’y trouve plus ceux d’une version remplacée depuis plus de trente jours', async () => {
    const toutes = ['index-abc123.js', 'index-def456.js']
    expect(await servir(dossier, '2026-03-02', toutes.length - 1)).toEqual(toutes.slice(0, 1))
    expect(await servir(suivante, '2026-03-31', toutes.length)).toEqual(toutes)
    // Its own are of this very day.
    expect(await servir(suivante, '2026-05-30', 1)).toEqual(toutes.slice(1))
  })
})
