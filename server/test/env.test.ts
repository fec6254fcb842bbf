import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dossierDeTest } from './processus.ts'

describe('le fichier .env du dossier courant', () => {
  it.each(['main.ts', 'releve.ts', 'generer.ts'])('est lu par %s', (entree) => {
    const cwd = dossierDeTest()
    writeFileSync(join(cwd, '.env'), 'LOG_LEVEL=bavard\n')
    const mots = entree === 'releve.ts' ? ['verifier'] : []
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../src', entree), ...mots],
      { cwd, env: { PATH: process.env.PATH }, encoding: 'utf8' },
    )
    expect(stderr).toMatch(
      /^La variable d’environnement LOG_LEVEL est incorrecte : doit être .*\n$/,
    )
    expect(status).toBe(1)
  })
})
