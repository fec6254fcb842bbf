import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite'
import { contratEmis } from './contratEmis.ts'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

async function compresser(chemin: string): Promise<void> {
  const texte = await readFile(chemin)
  if (texte.length < 1024) return
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  const [br, gzippe] = await Promise.all([brotli(texte, options), gz(texte, { level: 9 })])
  await Promise.all([writeFile(`${chemin}.br`, br), writeFile(`${chemin}.gz`, gzippe)])
}

/**
 * Writes `.br` and `.gz` beside every text file of the build, for the server to send as they are.
 * After the bundler's work rather than in it: the bundler would wait, and warn that it does.
 */
function precompresser(): Plugin {
  return {
    name: 'releve-precompresser',
    async buildApp(builder) {
      const { client } = builder.environments
      if (client === undefined) return
      const bati = await builder.build(client)
      if (!('output' in bati)) return
      const noms = bati.output.map(({ fileName }) => fileName)
      const dossier = join(client.config.root, client.config.build.outDir)
      const textes = noms.filter((nom) => /\.(js|css|svg|json)$/.test(nom))
      await Promise.all(textes.map((nom) => compresser(join(dossier, nom))))
    },
  }
}

const PAGE = join(import.meta.dirname, 'index.html')
const ACCUEIL = join(import.meta.dirname, 'accueil.html')
/** At the root, so that all of the site is its own; it changes without changing its name. */
const TRAVAILLEUR = join(import.meta.dirname, 'src', 'horsLigne.worker.ts')

/**
 * `accueil.html`: the same page with another entry, for the server to send at `/`. The landing page
 * then comes without the router and the screens, which every other address starts with.
 */
function accueilSeul(): Plugin {
  return {
    name: 'releve-accueil-seul',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { input: [PAGE, ACCUEIL, TRAVAILLEUR] } } }),
    resolveId: (id) => (id === ACCUEIL ? id : null),
    load: async (id) => {
      if (id !== ACCUEIL) return null
      const page = await readFile(PAGE, 'utf8')
      return page.replace('/src/amorce.ts', '/src/public/main.tsx')
    },
  }
}

type Bati = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>

/** What an agent's way needs without network: his screens, and what they open. */
const HORS_LIGNE =
  /web[\\/]src[\\/](main\.tsx|amorce\.ts|(app|cadre)[\\/]|session[\\/](LoginPage|Reconnexion)|evenement[\\/]suivre|formulaire[\\/](accueil[\\/]A|saisie[\\/]|listes[\\/](Saisies|MesSaisies)Page))/

/** `hors-ligne.json`: the files that the worker keeps (decision 0054). */
function listerHorsLigne(): Plugin {
  return {
    name: 'releve-hors-ligne',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((un) => un.type === 'chunk')
      const siens = chunks.filter(({ moduleIds }) => moduleIds.some((id) => HORS_LIGNE.test(id)))
      const polices = Object.keys(bundle).filter((nom) => nom.endsWith('.woff2'))
      const venus = siens.flatMap((chunk) => fichiersDe(chunk, bundle))
      const noms = [...venus.filter((nom) => !sansCode(bundle[nom])), ...polices]
      const fichiers = [...new Set(noms)].toSorted().map((nom) => `/${nom}`)
      const source = JSON.stringify([...fichiers, '/favicon.svg'])
      this.emitFile({ type: 'asset', fileName: 'hors-ligne.json', source })
    },
  }
}

/** A style that is asked for by itself: Vite gives up its script, which is empty. */
const sansCode = (un?: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
  un?.type === 'chunk' && un.code.trim() === ''

/** The files of a chunk and of all that it imports, it last; then their styles. */
function fichiersDe(chunk: Rolldown.OutputChunk, bati: Bati): string[] {
  const vus = new Set<string>()
  const noms = new Set<string>()
  const styles = new Set<string>()
  const suivre = (nom: string) => {
    const un = bati[nom]
    if (un?.type !== 'chunk' || vus.has(nom)) return
    vus.add(nom)
    un.imports.forEach(suivre)
    noms.add(nom)
    for (const css of un.viteMetadata?.importedCss ?? []) styles.add(css)
  }
  suivre(chunk.fileName)
  return [...noms, ...styles]
}

const ROUTEUR = 'src/main.tsx'

/** What asks for the first screen does not wait for React (decision 0051). */
function refuserReact(bati: Bati): void {
  for (const nom of AVANT) {
    const chunk = Object.values(bati).find((un) => un.type === 'chunk' && un.name === nom)
    if (chunk?.type === 'chunk' && !fichiersDe(chunk, bati).some((un) => un.includes('/react-')))
      continue
    throw new Error(`${nom} attend React, ou n’est plus\u00a0: ce qu’il importe doit s’en passer`)
  }
}

/** The landing page, and what it asks for later, must not run the start of the other pages. */
function refuserAmorce(bati: Bati): void {
  const chunks = Object.values(bati).filter((un) => un.type === 'chunk')
  const accueil = chunks.find(({ facadeModuleId }) => facadeModuleId === ACCUEIL)
  const tardifs = chunks.filter(({ fileName }) => fileName.includes('/DialogueNotice-'))
  for (const chunk of accueil ? [accueil, ...tardifs] : []) {
    if (!fichiersDe(chunk, bati).some((nom) => nom.includes('/amorce-'))) continue
    throw new Error(`${chunk.name} ferait démarrer les autres pages sur celle d’accueil`)
  }
}

/**
 * Files that import each other run in the order in which they were asked for: one of them would
 * then read what the other does not yet hold, at times.
 */
export function refuserCercles(): Plugin {
  return {
    name: 'releve-sans-cercle',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const nom of chunk.imports) {
          const voisin = bundle[nom]
          if (voisin?.type !== 'chunk' || !fichiersDe(voisin, bundle).includes(chunk.fileName))
            continue
          throw new Error(`${chunk.fileName} et ${nom} s’attendent l’un l’autre`)
        }
      }
    },
  }
}

const lien = (attrs: Record<string, string>) => ({ tag: 'link', attrs, injectTo: 'head' as const })

/**
 * Asks for the router and what it needs with the page itself: `amorce.ts`, which takes it, does not
 * wait for it.
 */
function routeurDAvance(html: string, bati: Bati) {
  const routeur = Object.values(bati).find(
    (un) => un.type === 'chunk' && un.moduleIds.some((id) => id.endsWith(ROUTEUR)),
  )
  if (routeur?.type !== 'chunk' || !html.includes('/amorce-')) return []
  const noms = fichiersDe(routeur, bati).filter((nom) => !html.includes(nom))
  const genre = (nom: string) => (nom.endsWith('.css') ? 'stylesheet' : 'modulepreload')
  return noms.map((nom) => lien({ rel: genre(nom), crossorigin: '', href: `/${nom}` }))
}

/**
 * Asks for the heading face before the first heading, which scripts draw, on a slow line too.
 * Later, `optional` would leave it to the next page: headings would change their face from one to
 * the other. The landing page asks for it with itself; the others, once the code that
 * they name is there and while it starts (`data-apres`): it takes a tenth of a second of a slow line.
 */
function policeDAvance(html: string, bati: Bati) {
  const quand = html.includes('/amorce-') ? 'data-apres' : 'rel'
  const polices = Object.keys(bati).filter((nom) => nom.endsWith('.woff2'))
  const type = { as: 'font', type: 'font/woff2' }
  return polices.map((nom) =>
    lien({ [quand]: 'preload', ...type, href: `/${nom}`, crossorigin: '' }),
  )
}

function enAvance(): Plugin {
  return {
    name: 'releve-en-avance',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        refuserReact(bundle)
        refuserAmorce(bundle)
        return [...routeurDAvance(html, bundle), ...policeDAvance(html, bundle)]
      },
    },
  }
}

/**
 * Who comes when, each step importing only itself and those before it. Figures: what each saves, KB
 * of brotli and requests with an empty cache, by a build without it (decision 0078).
 */
const ETAPES = {
  // The landing page without the others' code: 65 KB of its 148. The dialog is that of its notices.
  socle: ['public/main.tsx', 'ui/Dialogue.tsx'],
  // The page's script, without React: it gains a second, not bytes (0051).
  amorce: ['amorce.ts', 'app/client.ts'],
  // What asks for the home and for a form, without React either.
  demandes: ['formulaire/accueil/accueil.queries.ts', 'formulaire/formulaire.demande.ts'],
  // The router, the sign-in and every screen's pieces: 38 KB and 18 requests of a sign-in.
  depart: ['main.tsx', 'app/Connecte.tsx', 'session/LoginPage.tsx'],
  // The frame of every screen: 3 KB and 7 requests of a home.
  cadre: ['cadre/Guard.tsx', 'cadre/Shell.tsx'],
}
/** Those that React is not waited for: what the landing page shares with them stands apart too. */
const AVANT = ['amorce', 'demandes']
const fichier = (nom: string) => normalizePath(join(import.meta.dirname, 'src', nom))

type Graphe = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** All that these files import, and what that imports: nothing is waited for twice. */
function atteints(tetes: readonly string[], graphe: Graphe): Set<string> {
  const vus = new Set<string>()
  const reste = tetes.map(fichier)
  for (let id = reste.pop(); id !== undefined; id = reste.pop()) {
    if (vus.has(id)) continue
    vus.add(id)
    reste.push(...(graphe.getModuleInfo(id)?.importedIds ?? []))
  }
  return vus
}

/** The first step that needs this module; none: it stays with its screens. */
function etapeDe(id: string, graphe: Graphe): string | null {
  if (id.includes('modulepreload-polyfill')) return 'base'
  const etapes = Object.entries(ETAPES).filter(([, tetes]) => atteints(tetes, graphe).has(id))
  const [premiere, seconde = ''] = etapes.map(([nom]) => nom)
  // What the landing page and the start share, so that the start does not wait for React.
  if (premiere === 'socle' && AVANT.includes(seconde)) return 'base'
  return premiere ?? null
}

/** Packages, and what is drawn on few screens: with those who ask for it. */
const AILLEURS =
  /node_modules|web[\\/]src[\\/](public[\\/]|document[\\/]|ui[\\/](Combobox|ZoneDepot|zoneDepot))/

/** Who comes by which screens, after the frame: each with what they share, in one file. */
const SUITES = {
  // The home, for whoever reports: 62 KB and 15 requests of it.
  rapports: ['formulaire/accueil/AccueilPage.tsx'],
  // Then the form: 16 KB and 9 requests of an agent's way.
  saisie: ['formulaire/saisie/FormulairePage.tsx'],
  // A plain list and a plain record, whose pieces are those of all others: 7 requests of the
  // directorate's home, for 4 KB more.
  listes: ['courriel/CourrielsPage.tsx', 'journal/JournalPage.tsx', 'structure/StructurePage.tsx'],
}
/** Pieces, and what both sides agree on: the screen's own room stays with it. */
const PARTAGE = /web[\\/]src[\\/](ui|app|cadre|codification|systeme|api)[\\/]|contract[\\/]src[\\/]/

function suiteDe(id: string, graphe: Graphe): string | null {
  if (AILLEURS.test(id)) return null
  const suites = Object.entries(SUITES).filter(([, tetes]) => atteints(tetes, graphe).has(id))
  const [premiere, seconde] = suites.map(([nom]) => nom)
  // Who reads lists does not receive the form: 46 KB of the directorate's home.
  if (premiere === 'saisie' && seconde === 'listes') return 'pieces'
  if (premiere === 'listes') return PARTAGE.test(id) ? premiere : null
  return premiere ?? null
}

/** The router, and what binds queries to React; what asks and keeps comes before. */
const DONNEES =
  /node_modules[\\/](react-router[\\/]|@tanstack[\\/](react-query[\\/](?!.*queryOptions)|.*[oO]bserver))/

/** What always comes together compresses better in one file. */
const GROUPES = [
  // Kept from one release to the next: 58 KB, then 31, that no new version sends again.
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'donnees', test: DONNEES, includeDependenciesRecursively: false, priority: 2 },
  {
    name: etapeDe,
    test: (id: string) => !/web[\\/]src[\\/]public[\\/]/.test(id),
    includeDependenciesRecursively: false,
    priority: 1,
  },
  {
    name: suiteDe,
    includeDependenciesRecursively: false,
    priority: 0.5,
  },
]

// The pages are not precompressed: the server rewrites them from its configuration.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    contratEmis(),
    accueilSeul(),
    refuserCercles(),
    enAvance(),
    listerHorsLigne(),
    precompresser(),
  ],
  // The oldest browsers in use where Windows 7 and old Macs still serve.
  build: {
    outDir: 'dist',
    target: ['chrome109', 'firefox115', 'safari16'],
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPES },
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId === normalizePath(TRAVAILLEUR)
            ? 'hors-ligne.js'
            : 'assets/[name]-[hash].js',
      },
      // How long the machine took is no fault of the site.
      checks: { bundlerTimings: false },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: process.env.RELEVE_API ?? 'http://127.0.0.1:3000' } },
  },
})
