import { createHash } from 'node:crypto'
import type { Fault, Repo, Rule, SourceFile } from './repo.ts'

const FOLDER = 'server/migrations/'
export const SEALS = `${FOLDER}empreintes.json`

/** Migration name → SHA-256 of its text, as sealed. */
export type Seals = Record<string, string>

export function migrationsOf(repo: Repo): SourceFile[] {
  return repo.files.filter(({ path }) => path.startsWith(FOLDER) && path.endsWith('.sql'))
}

export const nameOf = ({ path }: SourceFile): string => path.slice(FOLDER.length)

export function sealOf({ text }: SourceFile): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The sealed list; empty when there is none. Throws when it is not a flat map of texts. */
export function readSeals(repo: Repo): Seals {
  const file = repo.files.find(({ path }) => path === SEALS)
  if (!file) return {}
  const read: unknown = JSON.parse(file.text)
  if (typeof read !== 'object' || read === null) throw new Error(`${SEALS} : liste attendue`)
  return Object.fromEntries(Object.entries(read).map(([name, seal]) => [name, String(seal)]))
}

function faultOf(file: SourceFile, seals: Seals): string | null {
  const seal = seals[nameOf(file)]
  if (seal === undefined) return 'migration non scellée : lancez « npm run sceller »'
  if (seal === sealOf(file)) return null
  return 'migration scellée puis modifiée : écrivez-en une nouvelle'
}

function misnumbered(files: SourceFile[]): Fault[] {
  return files.flatMap((file, index) => {
    const wanted = `${String(index + 1).padStart(4, '0')}-`
    const good = nameOf(file).startsWith(wanted) && /^\d{4}-[a-z0-9-]+\.sql$/.test(nameOf(file))
    return good ? [] : [{ path: file.path, line: 0, message: `nom attendu : ${wanted}….sql` }]
  })
}

/** Migrations go forward only: never edited, renamed or removed once sealed. */
export const migrations: Rule = {
  name: 'migrations scellées',
  check: (repo) => {
    const files = migrationsOf(repo)
    const seals = readSeals(repo)
    const names = new Set(files.map(nameOf))
    const missing = Object.keys(seals).filter((name) => !names.has(name))
    return [
      ...misnumbered(files),
      ...files.flatMap((file) => {
        const message = faultOf(file, seals)
        return message ? [{ path: file.path, line: 0, message }] : []
      }),
      ...missing.map((name) => ({
        path: FOLDER + name,
        line: 0,
        message: 'migration scellée, puis retirée ou renommée',
      })),
    ]
  },
}
