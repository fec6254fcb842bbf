import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import { ERREURS_SEULES } from '../server/test/causes.ts'
import { falsifierLigne } from '../server/test/falsifier.ts'
import { copierModele } from '../tools/modele-e2e.ts'
import { freePorts } from '../tools/ports.ts'
import { test as base } from './gens.ts'

const MAIN = join(import.meta.dirname, '../server/src/main.ts')

/** A platform that a test may stop: its base and its port outlive its process. */
type Plateforme = {
  adresse: string
  /** Ends the process at once, as a machine that stops would. */
  tuer(): Promise<void>
  /** Starts it again; resolves once it answers. */
  relancer(): Promise<void>
  /** Changes one row of its base behind its back, the guards of the base put off, and starts it again. */
  alterer(ordre: string): Promise<void>
}

/** Starts a process of the platform in this folder, and waits until it says that it is ready. */
async function lancer(
  dossier: string,
  port: number,
  reglages: Record<string, string>,
): Promise<ChildProcess> {
  const enfant = spawn(process.execPath, [MAIN, '--demonstration'], {
    // Away from the developer's own `.env`.
    cwd: dossier,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      API_PREFIX: '/api',
      DATABASE_URL: '',
      DATA_DIR: dossier,
      ...ERREURS_SEULES,
      ...reglages,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const ligne of createInterface(enfant.stdout)) {
    if (ligne.startsWith('Relevé est prêt')) break
  }
  // What it says later: why it answered 500.
  enfant.stdout.pipe(process.stderr, { end: false })
  return enfant
}

async function falsifier(dossier: string, ordre: string): Promise<void> {
  const ouverte = await openBase({ dataDir: dossier })
  try {
    await falsifierLigne(ouverte.db, ordre)
  } finally {
    await ouverte.close()
  }
}

/** A platform in this folder; `reglages`: what else its environment says, its address being known. */
export async function ouvrirPlateforme(
  dossier: string,
  reglages: (adresse: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<Plateforme> {
  await copierModele(dossier)
  // One that nothing takes while the platform is stopped.
  const [port = 0] = await freePorts(1)
  const adresse = `http://127.0.0.1:${port}`
  const donnes = await reglages(adresse)
  let enfant = await lancer(dossier, port, donnes)
  const tuer = async () => {
    if (enfant.exitCode !== null || enfant.signalCode !== null) return
    enfant.kill('SIGKILL')
    await once(enfant, 'exit')
  }
  const relancer = async () => {
    enfant = await lancer(dossier, port, donnes)
  }
  return {
    adresse,
    tuer,
    relancer,
    async alterer(ordre) {
      await tuer()
      await falsifier(dossier, ordre)
      await relancer()
    },
  }
}

/** The tests of a file that stops its platform: it has its own, and `as` goes there. */
export const test = base.extend<object, { plateforme: Plateforme }>({
  plateforme: [
    async ({ browserName }, jouer) => {
      const dossier = mkdtempSync(join(tmpdir(), `releve-e2e-${browserName}-`))
      const plateforme = await ouvrirPlateforme(dossier)
      await jouer(plateforme)
      await plateforme.tuer()
      rmSync(dossier, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ plateforme }, jouer) => jouer(plateforme.adresse),
})
