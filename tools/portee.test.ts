import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { describe, expect, it } from 'vitest'
import { GARDES, LAISSES, VARIANTES } from './portee.ts'

const textOf = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../e2e', file), 'utf8')

/** Titles below a suite, each after those of the suites that hold it; a file's own is its name. */
const titlesOf = ({ title, specs, suites = [] }: JSONReportSuite): string[] => [
  ...specs.map((spec) => `${title} ${spec.title}`),
  ...suites.flatMap(titlesOf).map((below) => `${title} ${below}`),
]

/** Every test that the gate's run could play, as Playwright names them. */
function listTests(): Set<string> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const told = execFileSync(process.execPath, [cli, 'test', '--list', '--reporter=json'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    env: { ...process.env, PORTEE: 'porte', CHOIX: 'non' },
  })
  const { suites }: JSONReport = JSON.parse(told)
  return new Set(suites.flatMap(titlesOf))
}

describe('ce que seul le passage complet joue', () => {
  it.each(Object.entries(VARIANTES))('existe encore : %s', (file, words) => {
    const text = textOf(file)
    expect(words.filter((word) => !text.includes(word))).toEqual([])
  })

  const left = Object.entries(LAISSES).flatMap(([file, titles]) =>
    titles.map((title) => `${file} ${title}`),
  )

  it('existe encore, titre par titre', () => {
    const there = listTests()
    expect(there.size).toBeGreaterThan(300)
    expect(left.filter((test) => !there.has(test))).toEqual([])
  })

  it('n’est rien de ce qui est gardé d’office', () => {
    expect(left.filter((test) => GARDES.some((kept) => kept.test(test)))).toEqual([])
  })
})
