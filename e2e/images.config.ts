import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

const ROOT = join(import.meta.dirname, '..')
const [serveur] = [base.webServer].flat()

/** The pictures of the README and the guides, taken on the demonstration: `npm run captures`. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'images.ts',
  outputDir: join(ROOT, 'test-results/captures'),
  reporter: 'list',
  ...(serveur && { webServer: { ...serveur, cwd: ROOT } }),
})
