// The floor of the screens: an empty React page, built as our web is built and sent as it is sent
// (precompressed, with our headers). Started by the bench: PORT, and DATA_DIR for what it builds.
import { join } from 'node:path'
import { build } from 'vite'
import { readConfig } from '../server/src/platform/config.ts'
import { createHttp } from '../server/src/platform/http.ts'
import { mountStatique } from '../server/src/platform/statique.ts'
import web from '../web/vite.config.ts'

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' }, false)
const dossier = join(config.dataDir, 'vide')

/** Names our own two pages as what to build. */
const PAGES = 'releve-accueil-seul'

await build({
  ...web,
  configFile: false,
  root: join(import.meta.dirname, 'vide'),
  plugins: web.plugins?.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === PAGES)),
  build: { ...web.build, outDir: dossier, emptyOutDir: true },
  logLevel: 'error',
})
const app = await createHttp(config)
await mountStatique(app, dossier, config, () => new Date())
await app.listen({ port: config.port, host: config.hote })
