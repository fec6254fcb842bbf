// The browser's tests, for tools/rejouer.ts: one project (PROJET_E2E), and its platform alone.
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

const ROOT = join(import.meta.dirname, '..')
const projects = (base.projects ?? []).filter(({ name }) => name === process.env['PROJET_E2E'])
const adresses = projects.map(({ use }) => use?.baseURL)

export default defineConfig({
  ...base,
  projects,
  testDir: join(ROOT, 'e2e'),
  webServer: [base.webServer ?? []]
    .flat()
    .filter(({ url = '' }) => adresses.includes(new URL(url).origin))
    .map((server) => ({ ...server, cwd: ROOT })),
})
