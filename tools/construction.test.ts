import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isStale } from './construction.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'releve-construction-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Writes a file and dates it, with its folder, `minute` minutes after the start of 2026. */
function write(path: string, minute: number): void {
  const full = join(root, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, '')
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute))
  utimesSync(full, at, at)
  utimesSync(dirname(full), at, at)
}

describe('construction du site', () => {
  it('a lieu quand le site n’a jamais été construit', () => {
    write('web/src/main.tsx', 1)
    expect(isStale(root)).toBe(true)
  })

  it('n’a pas lieu quand rien n’a changé depuis', () => {
    write('web/src/main.tsx', 1)
    write('web/dist/index.html', 2)
    expect(isStale(root)).toBe(false)
  })

  it.each(['web/src/ui/Page.tsx', 'web/index.html', 'contract/src/mois.ts'])(
    'a lieu quand %s a changé depuis',
    (path) => {
      write('web/dist/index.html', 2)
      write(path, 3)
      expect(isStale(root)).toBe(true)
    },
  )

  it('a lieu quand un fichier a été retiré depuis', () => {
    write('web/src/ui/Page.tsx', 1)
    write('web/dist/index.html', 2)
    rmSync(join(root, 'web/src/ui/Page.tsx'))
    expect(isStale(root)).toBe(true)
  })
})
