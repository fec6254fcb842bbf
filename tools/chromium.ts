import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Chromium without a window, nor what draws one: its pages cost a third (docs/decisions/0020). */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin']
const MACOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const NOT_FOUND =
  'Chromium est introuvable, et n’a pas pu être installé\u00a0: installez-le, ou indiquez son ' +
  'chemin dans la variable CHROMIUM.'

/** A wrapper without its browser is no browser (Ubuntu's stands for a snap): ask its version. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** Playwright's own, when it is installed. */
function ownChromium(): string | null {
  try {
    return chromium.executablePath()
  } catch {
    return null
  }
}

const inFolders = (names: string[]) =>
  FOLDERS.flatMap((folder) => names.map((name) => join(folder, name)))

/** Path of a Chromium that runs: `CHROMIUM`, the system's, Playwright's own; else null. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM
  if (given) return runs(given) ? given : null
  const system = inFolders(NAMES)
  return [...system, MACOS, ownChromium()].find((path) => path !== null && runs(path)) ?? null
}

function attempt(command: string, parameters: string[]): boolean {
  console.log(`> ${command} ${parameters.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, parameters, { stdio: 'inherit', env }).status === 0
}

function hasApt(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Whether Debian's package of one of these names could be installed. */
function installPackage(...names: string[]): boolean {
  if (!hasApt()) return false
  // Lists may be old or absent; where they cannot be refreshed, those at hand may still serve.
  attempt('apt-get', ['update', '-q'])
  const options = ['install', '-q', '-y', '--no-install-recommends']
  return names.some((name) => attempt('apt-get', [...options, name]))
}

/** Whether a program of the system is there; whoever runs everything (CI) gets it from its package. */
export function ensureProgram(program: string, name: string): boolean {
  const stands = () => FOLDERS.some((folder) => existsSync(join(folder, program)))
  return stands() || (Boolean(process.env.CI) && installPackage(name) && stands())
}

function install(): void {
  if (installPackage(SHELL, 'chromium')) return
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  attempt(process.execPath, [cli, 'install', 'chromium'])
}

/** The light one of the system, which whoever runs everything (CI) gets; else null. */
function ensureShell(): string | null {
  const find = () => inFolders([SHELL]).find(runs) ?? null
  const found = find()
  if (found || !process.env.CI) return found
  return installPackage(SHELL) ? find() : null
}

/**
 * Finds Chromium, or installs it: the light one first, Debian's package where we may, else
 * Playwright's own.
 * @throws Error with a French sentence when there is none in the end.
 */
export function ensureChromium(): string {
  if (process.env.CHROMIUM) return findChromium() ?? fail()
  const found = ensureShell() ?? findChromium()
  if (found) return found
  install()
  return ensureShell() ?? findChromium() ?? fail()
}

function fail(): never {
  throw new Error(NOT_FOUND)
}
