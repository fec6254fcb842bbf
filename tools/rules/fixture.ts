import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Rule, readRepo } from './repo.ts'

/** A checkout in miniature: path → text. */
export type Files = Record<string, string>

/** What a rule says of a checkout that holds these files only. */
export function faults(rule: Rule, files: Files): string[] {
  const root = mkdtempSync(join(tmpdir(), 'releve-habitudes-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return rule.check(readRepo(root)).map(({ path, line, message }) => `${path}:${line} ${message}`)
  } finally {
    rmSync(root, { recursive: true })
  }
}
