import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A process under test and what it has said so far, line by line. */
export interface Processus {
  enfant: ChildProcess
  lignes: string[]
  /** Resolves once it has said at least `nombre` lines, or has ended. */
  attendre(nombre: number): Promise<void>
  /** Kills it as a power cut would, and waits until it is gone. */
  tuer(): Promise<void>
}

/** What a process started here has of our environment: where programs stand and what is compiled, and the tests' clock. */
export const ENVIRONNEMENT = {
  PATH: process.env.PATH,
  NODE_OPTIONS: process.env.NODE_OPTIONS,
  HORLOGE: process.env.HORLOGE,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

/** As `npm start` and `npm run demo` have Node run it. */
const OPTIONS = ['--max-semi-space-size=8']

/**
 * Starts a script of this folder in a process of its own; killed with the test, or when `finir`
 * says. Its current folder is this one, where no developer has a `.env`. `canal`: it is spoken to by
 * messages (`enfant.send`).
 */
export function lancer(
  script: string,
  env: Record<string, string>,
  mots: string[] = [],
  finir: (tuer: () => Promise<void>) => void = onTestFinished,
  ...canal: 'ipc'[]
): Processus {
  const chemin = fileURLToPath(new URL(script, import.meta.url))
  const enfant = spawn(process.execPath, [...OPTIONS, chemin, ...mots], {
    cwd: import.meta.dirname,
    env: { ...ENVIRONNEMENT, ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...canal],
  })
  const lignes: string[] = []
  if (!enfant.stdout) throw new Error('no output')
  const sortie = createInterface({ input: enfant.stdout })
  sortie.on('line', (ligne) => lignes.push(ligne))
  const fini = once(sortie, 'close')
  // Its outputs close before the system has forgotten it: until then, its number is a live one's.
  const oublie = once(enfant, 'exit')
  const processus: Processus = {
    enfant,
    lignes,
    async attendre(nombre) {
      while (lignes.length < nombre) {
        const mort = await Promise.race([
          once(sortie, 'line').then(() => false),
          fini.then(() => true),
        ])
        if (mort) return
      }
    },
    async tuer() {
      enfant.kill('SIGKILL')
      await Promise.all([fini, oublie])
    },
  }
  finir(() => processus.tuer())
  return processus
}

/** Starts the platform itself, silent, on a free port. */
export function demarrer(env: Record<string, string>, ...mots: string[]): Processus {
  return lancer('../src/main.ts', { PORT: '0', LOG_LEVEL: 'silent', ...env }, mots)
}

/** The address at which it says that it is ready. */
export async function pret(processus: Processus): Promise<string> {
  const { lignes } = processus
  for (;;) {
    const adresse = /est prêt\u00a0: (http\S+)/.exec(lignes.join('\n'))?.[1]
    if (adresse) return adresse
    const vues = lignes.length
    await processus.attendre(vues + 1)
    if (lignes.length === vues) throw new Error(`mort avant d’être prêt : ${lignes.join('\n')}`)
  }
}

/** An empty folder that goes with the test. */
export function dossierDeTest(): string {
  const dossier = mkdtempSync(join(tmpdir(), 'releve-essai-'))
  onTestFinished(() => rmSync(dossier, { recursive: true, force: true }))
  return dossier
}
