import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

const ROOT = join(import.meta.dirname, '..')
const [serveur] = [base.webServer].flat()
const [projet] = base.projects ?? []

/** Every screen, into captures/, and the pictures of the README and the guides: `npm run captures`. */
export default defineConfig({
  ...base,
  workers: 1,
  projects: [{ name: 'captures', ...(projet?.use && { use: projet.use }) }],
  testDir: '.',
  testMatch: ['images.ts', 'captures.ts'],
  outputDir: join(ROOT, 'test-results/captures'),
  reporter: 'list',
  ...(serveur && { webServer: { ...serveur, cwd: ROOT } }),
})
