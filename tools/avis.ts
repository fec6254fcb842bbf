// Whose work the package carries, under which licence, and the texts that each asks to keep.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listModules, NODE } from './arbre.ts'
import type { Lock } from './rules/lockfile.ts'

const ROOT = join(import.meta.dirname, '..')
/** What a library calls the texts that go with it. */
const TEXTS = /^(licen[cs]e|copying|notice)\b/i
const LINE = '-'.repeat(80)

const HEAD = `Ce paquet de Relevé (licence MIT, fichier LICENSE) porte le travail d’autres personnes, nommé ici avec sa
licence et les textes qu’elle demande de garder. Les mêmes textes ne sont donnés qu’une fois. Les
licences de ce que Node lui-même contient sont dans bin/node.LICENSE.`

type Work = { name: string; texts: string[] }

/** The texts of one folder, without what differs only by ends of lines. */
function readTexts(path: string): string[] {
  const folder = join(ROOT, path)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
}

/** The server's packages and those that the built web is made of, by name and version. */
export function listWorks(lock: Lock): Work[] {
  const paths = new Set([...listModules(lock), ...listModules(lock, 'web')])
  const works = new Map<string, Work>()
  for (const path of [...paths].toSorted()) {
    const locked = lock.packages[path]
    if (!locked || locked.link || path === NODE) continue
    const name = `${path.split('node_modules/').at(-1)} ${locked.version} (${locked.license})`
    works.set(name, { name, texts: readTexts(path) })
  }
  return [...works.values()]
}

/** The file NOTICE: each text once, under the names of the works that carry it. */
export function composeNotice(lock: Lock): string {
  const sharers = new Map<string, string[]>()
  const without: string[] = []
  for (const { name, texts } of listWorks(lock)) {
    if (texts.length === 0) without.push(name)
    for (const text of texts) sharers.set(text, [...(sharers.get(text) ?? []), name])
  }
  const parts = [...sharers].map(([text, names]) => `${names.join('\n')}\n\n${text}`)
  if (without.length > 0) {
    parts.push(
      `Sans texte joint, sous la licence dite entre parenthèses :\n\n${without.join('\n')}`,
    )
  }
  return `${[HEAD, ...parts].join(`\n\n${LINE}\n\n`)}\n`
}
