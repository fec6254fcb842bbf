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
  /web[\\/]src[\\/](main\.tsx|amorce\.ts|app[\\/]|session[\\/](LoginPage|Reconnexion)|evenement[\\/]suivre|formulaire[\\/](accueil[\\/]A|saisie[\\/]|listes[\\/](Saisies|MesSaisies)Page))/

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
  for (const chunk of Object.values(bati)) {
    if (chunk.type !== 'chunk' || !AVANT.includes(chunk.name)) continue
    if (!fichiersDe(chunk, bati).some((nom) => nom.includes('/react-'))) continue
    throw new Error(`${chunk.name} attend React\u00a0: ce qu’il importe doit s’en passer`)
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

/**
 * Asks for the router and what it needs with the page itself: `amorce.ts`, which takes it, does not
 * wait for it.
 */
function routeurDAvance(): Plugin {
  return {
    name: 'releve-routeur-d-avance',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const routeur = Object.values(bundle).find(
          (un) => un.type === 'chunk' && un.moduleIds.some((id) => id.endsWith(ROUTEUR)),
        )
        if (routeur?.type !== 'chunk' || !html.includes('/amorce-')) return []
        refuserReact(bundle)
        refuserAmorce(bundle)
        return fichiersDe(routeur, bundle)
          .filter((nom) => !html.includes(nom))
          .map((nom) => ({
            tag: 'link',
            attrs: {
              rel: style(nom) ? 'stylesheet' : 'modulepreload',
              crossorigin: '',
              href: `/${nom}`,
            },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}

/**
 * Asks for the heading face before the first heading, which scripts draw, on a slow line too.
 * Later, `optional` would leave it to the next page: headings would change their face from one to
 * the other. The landing page asks for it with itself; the others, once the code that
 * they name is there and while it starts (`data-apres`): it takes a tenth of a second of a slow line.
 */
function policeDAvance(): Plugin {
  return {
    name: 'releve-police-d-avance',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((nom) => nom.endsWith('.woff2'))
          .map((nom) => ({
            tag: 'link',
            attrs: {
              [html.includes('/amorce-') ? 'data-apres' : 'rel']: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${nom}`,
              crossorigin: '',
            },
            injectTo: 'head',
          })),
    },
  }
}

/**
 * Who comes when: the landing page, what starts any other, what asks for the home and for a form,
 * the router and the sign-in with every screen's pieces, the frame of every screen.
 */
const ETAPES = {
  // The dialog is that of its notices: it must not bring the start of the other pages there.
  socle: ['public/main.tsx', 'ui/Dialogue.tsx'],
  amorce: ['amorce.ts', 'app/client.ts'],
  demandes: ['formulaire/accueil/accueil.queries.ts', 'formulaire/formulaire.demande.ts'],
  depart: ['main.tsx', 'app/Connecte.tsx', 'session/LoginPage.tsx'],
  cadre: ['app/Guard.tsx', 'app/Shell.tsx'],
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
  if (premiere === 'socle' && AVANT.includes(seconde)) return 'base'
  return premiere ?? null
}

/** What only those who try a model receive of it (decision 0034). */
const APERCU = /saisie[\\/](Apercu\.tsx|store[\\/]apercu\.ts)$/
/** Files of others, that have their own groups, and what is drawn on few screens. */
const AILLEURS =
  /node_modules|web[\\/]src[\\/](public[\\/]|document[\\/]|ui[\\/](Combobox|ZoneDepot|zoneDepot))/

/** Who comes by which screens, after the frame: each with what they share, in one file. */
const SUITES = {
  // The home, then the form: the whole way of whoever reports.
  rapports: ['formulaire/accueil/AccueilPage.tsx'],
  saisie: ['formulaire/saisie/FormulairePage.tsx'],
  // A plain list and a plain record: their pieces are those of all others.
  listes: ['courriel/CourrielsPage.tsx', 'journal/JournalPage.tsx', 'structure/StructurePage.tsx'],
  // What a report sent back asks for, what is answered and what is read of it: none comes alone.
  retour: ['Retour.tsx', 'Relecture.tsx', 'store/fermees.ts'].map(
    (tete) => `formulaire/saisie/${tete}`,
  ),
}
/** The form screen's own. */
const RETOUR = /formulaire[\\/]saisie[\\/]/
/** Pieces, and what both sides agree on: the screen's own room stays with it. */
const PARTAGE = /web[\\/]src[\\/](ui|app|codification|systeme|api)[\\/]|contract[\\/]src[\\/]/

function suiteDe(id: string, graphe: Graphe): string | null {
  if (APERCU.test(id) || AILLEURS.test(id)) return null
  const suite = Object.entries(SUITES).find(([, tetes]) => atteints(tetes, graphe).has(id))?.[0]
  if (suite === 'listes') return PARTAGE.test(id) ? suite : null
  if (suite === 'retour') return RETOUR.test(id) ? suite : null
  return suite ?? null
}

/** The router, and what binds queries to React; what asks and keeps comes before. */
const DONNEES =
  /node_modules[\\/](react-router[\\/]|@tanstack[\\/](react-query[\\/](?!.*queryOptions)|.*[oO]bserver))/

/** Small files that come together: one, that the start of the site names once. */
const ENSEMBLE = {
  // Three doors on the same pieces.
  document: /(web|contract)[\\/]src[\\/]document|web[\\/]src[\\/]ui[\\/](ZoneDepot|zoneDepot)/,
  // What is told of few forms; the dialog and the button of receipts, and their public page.
  avis: /formulaire[\\/]saisie[\\/](AvisRefus|Abandonnees|[Ss]oumissionAttendue)/,
  recepisses: /web[\\/]src[\\/]formulaire[\\/].*ecepisse/,
  recepisse: /contract[\\/]src[\\/]formulaire[\\/]recepisse|web[\\/]src[\\/]public[\\/]recepisse/i,
  // Both pages of a list of reports.
  ListeFormulaires: /formulaire[\\/]listes[\\/](Import|Liste)Formulaires/,
  annuaire: /annuaire[\\/](annuaire|fichier)\.(api|champs|schema|queries)/,
  verification: /ChampsVerification|verification\.champs/,
  motDePasse: /motDePasse\.(queries|textes)/,
  inscription: /contract[\\/]src[\\/]inscription[\\/]inscription\.(api|champs)/,
} as const

/**
 * What always comes together compresses better in one file: 8 KB less on an agent's whole way. Each
 * step only imports itself and those before it.
 */
const GROUPES = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'donnees', test: DONNEES, includeDependenciesRecursively: false, priority: 2 },
  {
    name: etapeDe,
    debugName: 'étapes',
    test: (id: string) => !/web[\\/]src[\\/]public[\\/]/.test(id),
    includeDependenciesRecursively: false,
    priority: 1,
  },
  {
    name: suiteDe,
    debugName: 'suites',
    includeDependenciesRecursively: false,
    priority: 0.5,
  },
  ...Object.entries(ENSEMBLE).map(([name, test]) => ({
    name,
    test,
    includeDependenciesRecursively: false,
    priority: 0,
  })),
]

/** What every screen starts with: it has come before any is asked for. */
const DEJA_LA = /assets\/(react|donnees|base|socle|amorce|depart|rolldown-runtime)-/
const style = (nom: string) => Number(nom.endsWith('.css'))

/** What comes with a screen, scripts in one order: lists that are alike compress better. */
const enOrdre = (noms: string[]) =>
  noms
    .filter((nom) => !DEJA_LA.test(nom))
    .toSorted((a, b) => style(a) - style(b) || (style(a) ? 0 : Number(a > b) - Number(a < b)))
/**
 * The start of the site names some 110 files, and nothing compresses these letters: of 36 signs
 * rather than 64, seven of them tell a file from the others as well (36 bits), and weigh less.
 */
const NOM = 'assets/[name]-[hash:7]'

// The pages are not precompressed: the server rewrites them from its configuration.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    contratEmis(),
    accueilSeul(),
    refuserCercles(),
    routeurDAvance(),
    policeDAvance(),
    listerHorsLigne(),
    precompresser(),
  ],
  // The oldest browsers in use where Windows 7 and old Macs still serve.
  build: {
    outDir: 'dist',
    target: ['chrome109', 'firefox115', 'safari16'],
    cssTarget: ['chrome109', 'firefox115', 'safari16'],
    reportCompressedSize: false,
    modulePreload: {
      resolveDependencies: (_, dependances, { hostType }) =>
        hostType === 'js' ? enOrdre(dependances) : dependances,
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPES },
        chunkFileNames: `${NOM}.js`,
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId === normalizePath(TRAVAILLEUR) ? 'hors-ligne.js' : `${NOM}.js`,
        hashCharacters: 'base36',
        // Styles and fonts are few: the bundler asks for no more letters to tell them apart.
        assetFileNames: 'assets/[name]-[hash:5][extname]',
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
