import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listModules } from './arbre.ts'
import { composeNomenclature } from './nomenclature.ts'
import type { Lock } from './rules/lockfile.ts'

// Its shape is npm's.
const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'),
) as Lock
const texte = composeNomenclature(lock, '0.1.0', '1764200000')
const { components, metadata } = JSON.parse(texte) as {
  components: { name: string; version: string; purl: string; hashes: unknown[] }[]
  metadata: { timestamp: string }
}

it('la nomenclature nomme tout ce que porte le paquet, et aucun outil', () => {
  const purls = components.map(({ purl }) => purl)
  const portes = listModules(lock).flatMap((path) => {
    const { version, link } = lock.packages[path] ?? {}
    const nom = path.split('node_modules/').at(-1)?.replace('@', '%40')
    return link ? [] : [`pkg:npm/${nom}@${version}`]
  })
  expect(portes.length).toBeGreaterThan(100)
  expect(portes.filter((un) => !purls.includes(un))).toEqual([])
  const noms = components.map(({ name }) => name)
  // What the server runs, what the site is made of, and Node.
  expect(noms).toEqual(expect.arrayContaining(['fastify', 'postgres', '@node-rs/argon2', 'react']))
  expect(noms.some((nom) => /^node-\w+-\w+$/.test(nom))).toBe(true)
  for (const outil of ['vitest', 'vite', '@playwright/test', '@biomejs/biome']) {
    expect(noms).not.toContain(outil)
  }
  expect(new Set(purls).size).toBe(purls.length)
})

it('elle donne de chacun sa version et son empreinte, et les mêmes sources la même nomenclature', () => {
  expect(components.filter(({ version, hashes }) => !version || hashes.length !== 1)).toEqual([])
  expect(metadata.timestamp).toBe('2025-11-26T23:33:20.000Z')
  expect(composeNomenclature(lock, '0.1.0', '1764200000')).toBe(texte)
})
