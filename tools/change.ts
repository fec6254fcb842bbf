// What a change touches. Which tests read a module, Vitest knows; of the browser's, those are played
// that were changed, that read a changed file of e2e, or that visit a screen of a changed room.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const git = (root: string, ...words: string[]): string[] =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Files that differ from the last commit, new ones too. */
export const listChanged = (root: string): string[] => [
  ...git(root, 'diff', '--name-only', 'HEAD'),
  ...git(root, 'ls-files', '--others', '--exclude-standard'),
]

/** The addresses of a room's screens, as `web/src/ecrans.ts` says them in order: path, then file. */
function addressesOf(room: string, screens: string): string[] {
  const parts = screens.split(/\bpath: '/).slice(1)
  const loaders = new Map(
    [...screens.matchAll(/const (\w+) = (?:async )?\([^)]*\) =>[^]*?import\('\.\/([\w-]+)\//g)].map(
      ([, name = '', folder = '']) => [name, folder],
    ),
  )
  const roomsOf = (part: string) => [
    ...[...part.matchAll(/import\('\.\/([\w-]+)\//g)].map(([, folder]) => folder),
    ...[...part.matchAll(/charger: (\w+)/g)].map(([, name = '']) => loaders.get(name)),
  ]
  return (
    parts
      .filter((part) => roomsOf(part).includes(room))
      .map((part) => part.slice(0, part.search(/[/':]/)))
      // The home has a name besides: every address begins as its other one.
      .filter((path) => path !== '')
      .map((path) => `/dashboard/${path}`)
  )
}

type Text = { path: string; text: string }

/** Of the browser's test files, those that these changes touch. `screens`: text of web/src/ecrans.ts. */
export function touchedBy(changed: string[], screens: string, tests: Text[]): string[] {
  const rooms = changed.flatMap(
    (path) => /^(?:web|server|contract)\/src\/([\w-]+)\//.exec(path)?.[1] ?? [],
  )
  const addresses = [...new Set(rooms)].flatMap((room) => addressesOf(room, screens))
  const helpers = changed.flatMap((path) => /^e2e\/([\w.-]+\.ts)$/.exec(path)?.[1] ?? [])
  const isTouched = ({ path, text }: Text) =>
    changed.includes(path) ||
    helpers.some((name) => text.includes(`'./${name}'`)) ||
    addresses.some((address) => text.includes(address))
  return tests.filter(isTouched).map(({ path }) => path)
}

/** The browser's test files that what differs from the last commit touches. */
export function browserFilesOf(root: string, tests: string[]): string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const texts = tests.map((path) => ({ path, text: read(path) }))
  return touchedBy(listChanged(root), read('web/src/ecrans.ts'), texts)
}
