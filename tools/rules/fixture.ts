import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Fault, type Repo, type Rule, readRepo } from './repo.ts'

/** A checkout in miniature: path → text. */
export type Files = Record<string, string>

type Check = (repo: Repo) => Fault[]

function say(check: Check, files: Files): string[] {
  const root = mkdtempSync(join(tmpdir(), 'releve-habitudes-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return check(readRepo(root)).map(({ path, line, message }) => `${path}:${line} ${message}`)
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** What a rule refuses of a checkout that holds these files only. */
export const faults = (rule: Rule, files: Files) => say(rule.check, files)

/** What it notes there. */
export const notes = (rule: Rule, files: Files) => say(rule.notes ?? (() => []), files)
