import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { touchedBy } from './change.ts'

const ECRANS = `
const structures = async () => {
  const { createStructuresPage } = await import('./structure/StructuresPage.tsx')
}
export const ECRANS = [
  { path: '', charger: () => import('./structure/AccueilPage.tsx') },
  { path: 'structures', charger: structures },
  { path: 'utilisateurs/:id', charger: () => import('./utilisateur/UtilisateurPage.tsx') },
]`
const TESTS = [
  { path: 'e2e/a.test.ts', text: "await page.goto('/dashboard/structures?page=2')" },
  {
    path: 'e2e/b.test.ts',
    text: "import { f } from './gestes.ts'\ngoto('/dashboard/utilisateurs')",
  },
  { path: 'e2e/c.test.ts', text: "await page.goto('/auth/login')" },
]

it.each([
  [['web/src/structure/StructureForm.tsx'], ['e2e/a.test.ts']],
  [['contract/src/utilisateur/droits.ts'], ['e2e/b.test.ts']],
  [
    ['server/src/structure/structure.sql.ts', 'e2e/c.test.ts'],
    ['e2e/a.test.ts', 'e2e/c.test.ts'],
  ],
  [['e2e/gestes.ts'], ['e2e/b.test.ts']],
  [['docs/conception.md'], []],
])('%j fait jouer %j', (changed, expected) => {
  expect(touchedBy(changed, ECRANS, TESTS)).toEqual(expected)
})

it('lit la table des écrans telle qu’elle est', () => {
  const screens = readFileSync(join(import.meta.dirname, '../web/src/ecrans.ts'), 'utf8')
  const visit = (path: string) => ({ path, text: `goto('/dashboard/${path}')` })
  const tests = ['saisies/RMA', 'structures', 'journal', 'app'].map(visit)
  expect(touchedBy(['web/src/journal/JournalPage.tsx'], screens, tests)).toEqual(['journal'])
  expect(touchedBy(['web/src/structure/StructuresPage.tsx'], screens, tests)).toEqual([
    'structures',
  ])
  const entry = touchedBy(['web/src/formulaire/saisie/Onglets.tsx'], screens, tests)
  expect(entry).toEqual(['saisies/RMA', 'app'])
})
