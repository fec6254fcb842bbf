import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { VARIANTES } from './portee.ts'

const textOf = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../e2e', file), 'utf8')

describe('ce que seul le passage complet joue', () => {
  it.each(Object.entries(VARIANTES))('existe encore : %s', (file, words) => {
    const text = textOf(file)
    expect(words.filter((word) => !text.includes(word))).toEqual([])
  })
})
