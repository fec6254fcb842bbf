import { isDoor } from './portes.ts'
import { codeFiles, type Fault, isTest, type Rule, type SourceFile } from './repo.ts'
import { type Import, importsOf, isNode, lineOf, type Node, syntaxOf } from './source.ts'

/** Packages that only `server/src/platform` may know: HTTP, the base's driver, SMTP, files. */
const PLATFORM_ONLY = [
  /^fastify$/,
  /^@fastify\//,
  /^fastify-type-provider-zod$/,
  /^(postgres|tarn)$/,
  /^@electric-sql\//,
  /^nodemailer$/,
  /^(node:)?(fs|http|https|net)(\/|$)/,
]
/** What features of the web may take from each other. */
const WEB_DOORS = /\.(queries|demande|dialogue)\.ts$/
/**
 * Folders of the web that are no features: the calls to the server, the shared pieces, the session.
 * Each imports those before it only.
 */
const WEB_SHARED = ['api', 'ui', 'app']
/** The frame stands above the features: it opens them, and none of them knows it (decision 0083). */
const WEB_FRAME = 'cadre'

/**
 * The rooms of the entry screen, each with its one door, and the rooms whose doors it may open:
 * screen → grille, actes → store (decision 0017). The words of the screen are everyone's.
 */
const SAISIE = 'web/src/formulaire/saisie/'
const SAISIE_ROOMS = new Map([
  ['', { door: 'FormulairePage.tsx', sees: ['grille', 'actes', 'store'] }],
  ['grille', { door: 'grille/Grille.tsx', sees: ['store'] }],
  ['actes', { door: 'actes/Actes.tsx', sees: ['store'] }],
  ['store', { door: 'store/store.ts', sees: [] }],
])
/**
 * The same form shown to who makes its model, with values that nobody keeps: a second door of the
 * screen, which another feature opens by `import()` only, and one of the store, which this opens
 * (decision 0034). Agents, who enter forms, do not receive them.
 */
const SAISIE_APERCU = `${SAISIE}Apercu.tsx`
/** And as an exercise for who learns it (decision 0062): by the same door of the store. */
const SAISIE_EXERCICE = `${SAISIE}ExercicePage.tsx`
const STORE_APERCU = `${SAISIE}store/apercu.ts`
const SAISIE_WORDS = `${SAISIE}saisie.textes.ts`
/** What the store is for all but itself: types alone, and nothing of what stands behind (decision 0083). */
const STORE_FACE = `${SAISIE}store/client.ts`

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
  if (isDoor(target)) return null
  return `${target} : les fonctions se rencontrent par les portes que déclare tools/portes.ts`
}

/** `''` for the screen itself, then `grille`, `actes`, `store`; null outside the entry screen. */
function saisieRoomOf(path: string): string | null {
  return path.startsWith(SAISIE) ? (featureOf(path, SAISIE) ?? '') : null
}

function saisieFault(from: SourceFile, target: string): string | null {
  const here = saisieRoomOf(from.path)
  const there = saisieRoomOf(target)
  if (there === null || here === there || target.endsWith('.css')) return null
  if (here !== null && target === SAISIE_WORDS) return null
  if (here === null && target === SAISIE_APERCU) return null
  if (target === STORE_APERCU && [SAISIE_APERCU, SAISIE_EXERCICE].includes(from.path)) return null
  const door = `${SAISIE}${SAISIE_ROOMS.get(there)?.door}`
  const seen = here === null ? [''] : (SAISIE_ROOMS.get(here)?.sees ?? [])
  if (!seen.includes(there)) return `${target} : écran → grille, actes → store, jamais en arrière`
  if (target === door || target === STORE_FACE) return null
  return `${target} : cette pièce n’a qu’une porte, ${door}`
}

function webFault(from: SourceFile, { target, inside, lazy }: Import): string | null {
  if (!inside) return null
  if (target.startsWith('server/')) return 'le web n’importe rien du serveur'
  if (!target.startsWith('web/src/')) return null
  const within = saisieFault(from, target)
  if (within) return within
  const here = featureOf(from.path, 'web/src/')
  const there = featureOf(target, 'web/src/')
  if (here === null || here === there || there === null) return null
  const [floor, under] = [WEB_SHARED.indexOf(here), WEB_SHARED.indexOf(there)]
  if (floor >= 0 && under >= 0) {
    return under < floor ? null : `${here}/ ne connaît pas ${there}/ (${target})`
  }
  if (there === WEB_FRAME) return `le cadre n’est connu de personne (${target})`
  if (here === WEB_FRAME) {
    const shared = under >= 0 || lazy
    return shared ? null : `le cadre ne prend une fonction que différée (${target})`
  }
  if (floor >= 0) return `${here}/ ne connaît aucune fonction (${target})`
  if (under >= 0 || WEB_DOORS.test(target)) return null
  if (lazy && target === SAISIE_APERCU) return null
  return `${target} : les fonctions se rencontrent par paths.ts, le contrat, .queries.ts, .demande.ts et .dialogue.ts`
}

/** What only tests share is not shipped. */
const takesBench = (from: SourceFile, { target, inside }: Import): boolean =>
  inside && isTest(target) && !isTest(from.path) && /^(contract|server|web)\/src\//.test(from.path)

const TYPES = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration'])

/** Whether a statement leaves nothing once types are gone. */
function isOfTypes({ type, importKind, declaration }: Node): boolean {
  if (type === 'ImportDeclaration') return importKind === 'type'
  if (type === 'ExportNamedDeclaration') return isNode(declaration) && isOfTypes(declaration)
  return TYPES.has(type)
}

function faceFaults(file: SourceFile): Fault[] {
  if (file.path !== STORE_FACE) return []
  const { body } = syntaxOf(file).program
  const told = Array.isArray(body) ? body.filter(isNode).filter((node) => !isOfTypes(node)) : []
  const behind = importsOf(file).filter(({ target }) => target.startsWith(SAISIE))
  const fault =
    (message: string) =>
    ({ start }: { start: number }) => ({
      path: file.path,
      line: lineOf(file, start),
      message,
    })
  return [
    ...told.map(fault('la face du store ne dit que des types')),
    ...behind.map(fault('la face du store ne prend rien de ce qui est derrière elle')),
  ]
}

function faultOf(from: SourceFile, imported: Import): string | null {
  if (takesBench(from, imported)) return `${imported.target} est aux essais seuls`
  if (from.path.startsWith('contract/src/')) return contractFault(from, imported)
  if (from.path.startsWith('server/src/')) return serverFault(from, imported)
  if (from.path.startsWith('web/src/')) return webFault(from, imported)
  return null
}

/** Import directions: contract ← server, contract ← web, and the doors of features. */
export const imports: Rule = {
  name: 'sens des imports',
  check: (repo) =>
    codeFiles(repo).flatMap((file): Fault[] => [
      ...faceFaults(file),
      ...importsOf(file).flatMap((imported) => {
        const message = faultOf(file, imported)
        return message ? [{ path: file.path, line: lineOf(file, imported.start), message }] : []
      }),
    ]),
}
