import { codeFiles, type Fault, isTest, type Rule, type SourceFile } from './repo.ts'
import { type Import, importsOf, lineOf } from './source.ts'

/** Packages that only `server/src/platform` may know: HTTP, the base's driver, SMTP, files. */
const PLATFORM_ONLY = [
  /^fastify$/,
  /^@fastify\//,
  /^fastify-type-provider-zod$/,
  /^pg$/,
  /^@electric-sql\//,
  /^nodemailer$/,
  /^(node:)?(fs|http|https|net)(\/|$)/,
]
/** What features of the server may take from each other. */
const SERVER_DOORS = /\.(sql|rights|cache)\.ts$/
/** What features of the web may take from each other. */
const WEB_DOORS = /\.queries\.ts$/
/** Folders of the web that are no features: shell and shared pieces. */
const WEB_SHARED = new Set(['app', 'ui'])

/** `formulaire` for `server/src/formulaire/x.ts`; null for a file at the root of `src`. */
function featureOf(path: string, root: string): string | null {
  const [folder, ...rest] = path.slice(root.length).split('/')
  return rest.length > 0 && folder ? folder : null
}

function contractFault(from: SourceFile, { target, inside }: Import): string | null {
  if (inside) {
    return target.startsWith('contract/src/') ? null : 'le contrat n’importe que lui-même et zod'
  }
  if (target === 'zod' || isTest(from.path)) return null
  return `le contrat n’importe que zod, pas « ${target} »`
}

function serverFault(from: SourceFile, { target, inside }: Import): string | null {
  const here = featureOf(from.path, 'server/src/')
  if (!inside) {
    if (here === 'platform' || isTest(from.path)) return null
    if (!PLATFORM_ONLY.some((pattern) => pattern.test(target))) return null
    return `« ${target} » ne s’importe que dans server/src/platform`
  }
  if (target.startsWith('web/')) return 'le serveur n’importe rien du web'
  if (target.startsWith('contract/') || !target.startsWith('server/src/')) return null
  const there = featureOf(target, 'server/src/')
  if (isTest(from.path) || here === null || here === there || there === 'platform') return null
  if (here === 'platform') return `la plateforme ne connaît aucune fonction (${target})`
  if (SERVER_DOORS.test(target)) return null
  return `${target} : les fonctions se rencontrent par .sql.ts, .rights.ts ou .cache.ts`
}

function webFault(from: SourceFile, { target, inside }: Import): string | null {
  if (!inside) return null
  if (target.startsWith('server/')) return 'le web n’importe rien du serveur'
  if (!target.startsWith('web/src/')) return null
  const here = featureOf(from.path, 'web/src/')
  const there = featureOf(target, 'web/src/')
  // The shell mounts features, as the routes do.
  if (here === null || here === 'app' || here === there || there === null) return null
  if (here === 'ui' && !WEB_SHARED.has(there)) return `ui/ ne connaît aucune fonction (${target})`
  if (WEB_SHARED.has(there) || WEB_DOORS.test(target)) return null
  return `${target} : les fonctions se rencontrent par paths.ts, le contrat et .queries.ts`
}

function faultOf(from: SourceFile, imported: Import): string | null {
  if (from.path.startsWith('contract/src/')) return contractFault(from, imported)
  if (from.path.startsWith('server/src/')) return serverFault(from, imported)
  if (from.path.startsWith('web/src/')) return webFault(from, imported)
  return null
}

/** Import directions (maison §2): contract ← server, contract ← web, and the doors of features. */
export const imports: Rule = {
  name: 'sens des imports',
  check: (repo) =>
    codeFiles(repo).flatMap((file): Fault[] =>
      importsOf(file).flatMap((imported) => {
        const message = faultOf(file, imported)
        return message ? [{ path: file.path, line: lineOf(file, imported.start), message }] : []
      }),
    ),
}
