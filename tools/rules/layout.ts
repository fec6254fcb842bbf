import { codeFiles, type Fault, type Repo, type Rule, type SourceFile } from './repo.ts'
import { lineOf, nodesOf } from './source.ts'

const ROOMS_REFUSED = new Set(['services', 'utils', 'helpers', 'types', 'hooks'])

function rooms(repo: Repo): Fault[] {
  return repo.files.flatMap(({ path }) => {
    const refused = path
      .split('/')
      .slice(0, -1)
      .find((folder) => ROOMS_REFUSED.has(folder))
    return refused ? [{ path, line: 0, message: `pas de dossier « ${refused} »` }] : []
  })
}

function barrels(file: SourceFile): Fault[] {
  const stars = nodesOf(file)
    .filter(({ type }) => type === 'ExportAllDeclaration')
    .map(({ start }) => ({
      path: file.path,
      line: lineOf(file, start),
      message: 'pas de « export * » : importez du fichier qui définit',
    }))
  const index = /(^|\/)index\.tsx?$/.test(file.path)
  return index ? [...stars, { path: file.path, line: 0, message: 'pas de fichier index' }] : stars
}

const PIECES = 'web/src/ui/'
const INVISIBLE = `${PIECES}Invisible.css`

/** Lines of the text where the pattern stands, from 1. */
const linesOf = (text: string, pattern: RegExp): number[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))

/** A variant is a property of the piece: a screen names its own classes, and hides the one way. */
function styles({ path, text }: SourceFile): Fault[] {
  if (!path.startsWith('web/src/') || !path.endsWith('.css')) return []
  const restyled = path.startsWith(PIECES) ? [] : linesOf(text, /\.ui-/)
  const hidden = path === INVISIBLE ? [] : linesOf(text, /clip-path:\s*inset\(50%\)/)
  const fault = (message: string) => (line: number) => ({ path, line, message })
  return [
    ...restyled.map(fault('une classe « ui- » ne se règle que dans ui/ : une propriété la varie')),
    ...hidden.map(fault(`ce qui se cache à la vue le fait par ${INVISIBLE}`)),
  ]
}

/** Two decisions of the same day may each take the next number: the second to land takes another. */
function decisions(repo: Repo): Fault[] {
  const numbers = new Set<string>()
  return repo.files.flatMap(({ path }) => {
    const number = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]
    if (number === undefined) return []
    const taken = numbers.has(number)
    numbers.add(number)
    return taken ? [{ path, line: 0, message: `une autre décision porte le numéro ${number}` }] : []
  })
}

/** A room is a file, not a folder; no barrel; no screen restyles a piece; one number each. */
export const layout: Rule = {
  name: 'pièces de la maison',
  check: (repo) => [
    ...rooms(repo),
    ...decisions(repo),
    ...codeFiles(repo).flatMap(barrels),
    ...repo.files.flatMap(styles),
  ],
}
