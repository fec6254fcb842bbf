import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

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

/** Path of a Chromium that runs: `CHROMIUM`, the system's, Playwright's own; else null. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM
  if (given) return runs(given) ? given : null
  const system = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)))
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

function install(): void {
  if (hasApt()) {
    // Lists may be old or absent; where they cannot be refreshed, those at hand may still serve.
    attempt('apt-get', ['update', '-q'])
    if (attempt('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'])) return
  }
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  attempt(process.execPath, [cli, 'install', 'chromium'])
}

/**
 * Finds Chromium, or installs it: Debian's package where we may, else Playwright's own.
 * @throws Error with a French sentence when there is none in the end.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (!process.env.CHROMIUM) install()
  const installed = findChromium()
  if (!installed) throw new Error(NOT_FOUND)
  return installed
}
