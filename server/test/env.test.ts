import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dossierDeTest, ENVIRONNEMENT } from './processus.ts'

const RACINE = join(import.meta.dirname, '../..')

/** A checkout of its own, whose `.env` is not the developer's. */
function copie(): string {
  const dossier = dossierDeTest()
  for (const piece of ['server/src', 'server/seed']) {
    cpSync(join(RACINE, piece), join(dossier, piece), { recursive: true })
  }
  copyFileSync(join(RACINE, 'package.json'), join(dossier, 'package.json'))
  symlinkSync(join(RACINE, 'node_modules'), join(dossier, 'node_modules'), 'junction')
  writeFileSync(join(dossier, '.env'), 'PORT=port\n')
  return dossier
}

/** Starts it in a folder, with another fault in its environment: what it says before it stops. */
function dit(entree: string, cwd: string): string {
  const mots = entree.endsWith('releve.ts') ? ['verifier'] : []
  const env = { ...ENVIRONNEMENT, LOG_LEVEL: 'bavard' }
  const { status, stderr } = spawnSync(process.execPath, [entree, ...mots], {
    cwd,
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  return stderr
}

describe('le fichier .env', () => {
  it.each(['main.ts', 'releve.ts', 'generer.ts'])(
    'est lu par %s dans le dossier de Relevé, et là seulement',
    (fichier) => {
      const dossier = copie()
      const entree = join(dossier, 'server/src', fichier)
      const faute = (nom: string) => `La variable d’environnement ${nom} est incorrecte`
      expect(dit(entree, dossier)).toContain(faute('PORT'))
      const ailleurs = dossierDeTest()
      writeFileSync(join(ailleurs, '.env'), 'PORT=port\n')
      expect(dit(entree, ailleurs)).toContain(faute('LOG_LEVEL'))
    },
  )
})
