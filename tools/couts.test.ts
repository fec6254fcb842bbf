import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { noteCost, readCosts } from './couts.ts'

const folder = mkdtempSync(join(tmpdir(), 'releve-couts-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('additionne ce que coûte chaque fichier, le plus cher d’abord', () => {
  const path = join(folder, 'couts.txt')
  vi.stubEnv('COUTS', path)
  noteCost('unite a.test.ts', 0.5)
  noteCost('suite b.test.ts', 2)
  noteCost('suite b.test.ts', 0.25)
  vi.unstubAllEnvs()
  expect(readCosts(path)).toEqual([
    ['suite b.test.ts', 2.25],
    ['unite a.test.ts', 0.5],
  ])
})

it('ne note rien quand nul ne le demande, et n’a rien à lire d’un passage sans note', () => {
  const path = join(folder, 'rien.txt')
  vi.stubEnv('COUTS', '')
  noteCost('unite a.test.ts', 1)
  vi.unstubAllEnvs()
  expect(readCosts(path)).toEqual([])
})
