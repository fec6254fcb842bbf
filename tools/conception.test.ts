import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TRANSITIONS } from '../contract/src/formulaire/formulaire.rules.ts'
import { ETATS } from '../contract/src/formulaire/formulaire.schema.ts'
import { USAGES_JETON } from '../contract/src/jeton/jeton.rules.ts'
import { DROITS, ROLES, type Role } from '../contract/src/utilisateur/droits.ts'
import { listOperations } from './operations.ts'

const ROOT = join(import.meta.dirname, '..')
const TEXT = readFileSync(join(ROOT, 'docs/conception.md'), 'utf8')

/** The rows of the table whose first heading is this one, without their back-quotes. */
function rowsOf(heading: string): string[][] {
  const lines = TEXT.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  expect(start, `le tableau « ${heading} »`).toBeGreaterThan(-1)
  const end = lines.findIndex((line, rank) => rank > start && !line.startsWith('|'))
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replaceAll('`', '')),
  )
}

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

describe('docs/conception.md', () => {
  it('dit chaque appel du contrat, son droit et ce qu’il fait', async () => {
    const said = rowsOf('Appel').map((row) => row.join(' | '))
    const operations = (await listOperations()).map(
      ({ operation: { method, path, right, resume } }) =>
        `${method} ${path} | ${right} | ${plain(resume).replaceAll('`', '')}`,
    )
    expect(operations.length).toBeGreaterThan(70)
    expect(said.toSorted()).toEqual(operations.toSorted())
  })

  it('dit la portée de chaque droit, par rôle', () => {
    const [, ...roles] = TEXT.match(/^\| Droit \| (\w+) \| (\w+) \| (\w+) \|$/m) ?? []
    expect(roles.toSorted()).toEqual(ROLES.toSorted())
    const said = rowsOf('Droit').map(([droit, ...scopes]) => [
      droit,
      Object.fromEntries(roles.map((role, rank) => [role, scopes[rank]])),
    ])
    const rights = Object.entries(DROITS).map(([droit, scopes]) => {
      const byRole: Partial<Record<Role, string>> = scopes
      return [droit, Object.fromEntries(ROLES.map((role) => [role, byRole[role] ?? '–']))]
    })
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(rights))
  })

  it('dit ce que chaque usage d’un jeton de programme ouvre', async () => {
    const operations = await listOperations()
    const opened = USAGES_JETON.map((usage) => [
      usage,
      operations
        .filter(({ operation: { jeton } }) => jeton?.includes(usage))
        .map(({ operation: { method, path } }) => `${method} ${path}`)
        .toSorted(),
    ])
    const said = rowsOf('Usage').map(([usage, calls = '']) => [usage, calls.split(', ').toSorted()])
    expect(said).toEqual(opened)
  })

  it('dit chaque état, et chaque transition', () => {
    const states = /^Sept états[^]*?ne s’enregistrent pas\.$/m.exec(TEXT)?.[0] ?? ''
    const named = [...states.matchAll(/`([A-Z_]+)`/g)].map(([, state]) => state)
    expect(new Set(named)).toEqual(new Set([...ETATS, 'NON_COMMENCE']))
    const transitions = Object.entries(TRANSITIONS).map(([act, { de, vers, droit }]) => [
      act,
      de.join(', '),
      vers,
      droit,
    ])
    expect(rowsOf('Acte')).toEqual(transitions)
  })
})
