import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { composeNotice, listWorks } from './avis.ts'
import type { Lock } from './rules/lockfile.ts'

// Its shape is npm's.
const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'),
) as Lock
const works = listWorks(lock)
const notice = composeNotice(lock)

/** What may be carried, given its text: none asks for our own sources. */
const PERMISSIVE =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|PostgreSQL|OFL-1\.1|Zlib)( (OR|AND) .*)?\)?$/

it('ce que porte le paquet est sous une licence permissive', () => {
  expect(works.length).toBeGreaterThan(100)
  const licences = works.map(({ name }) => [name, / \((.*)\)$/.exec(name)?.[1] ?? ''] as const)
  expect(licences.filter(([, licence]) => !PERMISSIVE.test(licence))).toEqual([])
})

it('chacun y est nommé, avec ses textes', () => {
  const lines = new Set(notice.split('\n'))
  expect(works.filter(({ name }) => !lines.has(name))).toEqual([])
  const texts = works.flatMap((work) => work.texts)
  expect(texts.filter((text) => !notice.includes(text))).toEqual([])
  expect(texts.length).toBeGreaterThan(100)
})

it('un même texte n’est donné qu’une fois', () => {
  const [text = ''] = works.flatMap((work) => work.texts)
  expect(notice.split(text)).toHaveLength(2)
})
