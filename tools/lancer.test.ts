import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const LAUNCHER = join(ROOT, 'tools/lancer.mjs')
const WINDOWS = process.platform === 'win32'
const BINARY = `node_modules/node-${WINDOWS ? 'win' : process.platform}-${process.arch}/bin/node${WINDOWS ? '.exe' : ''}`
const PACKAGED = join(ROOT, BINARY)

const folder = mkdtempSync(join(tmpdir(), 'releve-lancer-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A Node that is not the packaged one, as a system's: the same binary, elsewhere. */
const other = join(folder, 'ailleurs', WINDOWS ? 'node.exe' : 'node')
/** As if it were Node 20. */
const OLD = `--import=data:text/javascript,${encodeURIComponent(
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } })',
)}`
/** As npm 9 and 10 leave it: nothing of the project is on the way. */
const env = { PATH: '/usr/bin:/bin' }

beforeAll(() => {
  mkdirSync(dirname(other))
  try {
    linkSync(realpathSync(process.execPath), other)
  } catch {
    copyFileSync(process.execPath, other)
  }
})

function write(path: string, content: string): string {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, content)
  return full
}

const run = (...words: string[]) => spawnSync(other, words, { env, encoding: 'utf8' })

/** A checkout without its packages; the launcher in it. */
function checkout(name: string): string {
  write(`${name}/package.json`, readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return write(`${name}/tools/lancer.mjs`, readFileSync(LAUNCHER, 'utf8'))
}

describe('le lanceur', () => {
  it('tient tous les scripts de package.json, et trouve ce que chacun lance', () => {
    const { scripts, devDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    )
    const tools = Object.keys(devDependencies).flatMap((name) => {
      const { bin = {} } = JSON.parse(
        readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'),
      )
      return Object.keys(bin)
    })
    for (const [name, script] of Object.entries(scripts)) {
      const target = /^node (?:--\S+ )*tools\/lancer\.mjs(?: (\S+)|$)/.exec(String(script))
      expect(target, name).not.toBeNull()
      const file = target?.[1] ?? 'tools/lancer.mjs'
      expect(tools.includes(file) || existsSync(join(ROOT, file)), `${name} : ${file}`).toBe(true)
    }
  })

  it.runIf(existsSync(PACKAGED))(
    'lance sur le Node des paquets, avec ses options, ce que le système a lancé sur le sien',
    () => {
      const script = write(
        'dire.mjs',
        `import { execSync } from 'node:child_process'
         const nested = execSync('node -p process.execPath', { encoding: 'utf8' }).trim()
         const [, , ...words] = process.argv
         console.log(JSON.stringify([process.execPath, nested, process.execArgv, words]))
         process.exitCode = 7`,
      )
      const { status, stdout } = run('--max-semi-space-size=8', LAUNCHER, script, '--un', 'deux')
      const [node, nested, ...rest] = JSON.parse(stdout)
      expect([node, nested].map((path) => realpathSync(path))).toEqual(
        Array(2).fill(realpathSync(PACKAGED)),
      )
      expect(rest).toEqual([['--max-semi-space-size=8'], ['--un', 'deux']])
      expect(status).toBe(7)
    },
  )

  it('lance un outil par son nom, et dit celui qui manque', () => {
    const { status, stdout } = run(LAUNCHER, 'tsc', '--version')
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Version \d/)])
    const missing = run(LAUNCHER, 'introuvable')
    expect([missing.status, missing.stderr]).toEqual([
      1,
      '«\u00a0introuvable\u00a0» n’est pas installé\u00a0: lancez d’abord «\u00a0npm ci\u00a0».\n',
    ])
  })

  it.skipIf(WINDOWS)('transmet les signaux, et finit comme ce qu’il a lancé', async () => {
    const script = write(
      'attendre.mjs',
      `process.once('SIGTERM', () => console.log('entendu'))
       setInterval(() => undefined, 1e6)
       console.log('prêt')`,
    )
    const child = spawn(other, [LAUNCHER, script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    child.stdout.setEncoding('utf8')
    expect((await once(child.stdout, 'data'))[0]).toBe('prêt\n')
    child.kill('SIGTERM')
    expect((await once(child.stdout, 'data'))[0]).toBe('entendu\n')
    child.kill('SIGTERM')
    expect(await ended).toEqual([null, 'SIGTERM'])
  })

  it('dit en une phrase qu’aucun Node ne convient', () => {
    const launcher = checkout('vide')
    const script = write('vide/tools/rien.mjs', '')
    const { status, stderr } = run(OLD, launcher, script)
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^Relevé demande Node 24 ou plus récent, et celui-ci est v\S+\u00a0: (lancez «\u00a0npm ci\u00a0», qui l’apporte|installez Node 24)\.\n$/,
    )
  })

  it.skipIf(WINDOWS)(
    'se rabat sur le Node du système quand celui des paquets ne s’exécute pas',
    () => {
      const launcher = checkout('autre')
      write(`autre/${BINARY}`, 'pas un programme')
      const script = write('autre/tools/dire.mjs', 'console.log(process.execPath)')
      const { status, stdout } = run(launcher, script)
      expect([status, stdout]).toEqual([0, `${realpathSync(other)}\n`])
    },
  )
})
