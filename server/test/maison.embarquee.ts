// Global set-up of the tests on the embedded base: one prepared folder, archived to be copied.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { openBase } from '../src/platform/base/ouvrir.ts'
import { preparer } from './preparation.ts'

async function archiver(dossier: string, archive: string): Promise<void> {
  const db = await PGlite.create({ dataDir: join(dossier, 'base') })
  const tar = await db.dumpDataDir('none')
  await db.close()
  writeFileSync(archive, Buffer.from(await tar.arrayBuffer()))
}

export default async function setup(projet: TestProject): Promise<() => void> {
  const dossier = mkdtempSync(join(tmpdir(), 'releve-modele-'))
  const nettoyer = () => rmSync(dossier, { recursive: true, force: true })
  try {
    const base = await openBase({ dataDir: dossier })
    await preparer(base)
    await base.close()
    await archiver(dossier, join(dossier, 'modele.tar'))
  } catch (error) {
    nettoyer()
    throw error
  }
  projet.provide('maison', 'embarquee')
  projet.provide('modele', join(dossier, 'modele.tar'))
  return nettoyer
}
