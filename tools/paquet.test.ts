import { execFile, execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../server/src/platform/config.ts'
import { readSettings } from './arbre.ts'

const ROOT = join(import.meta.dirname, '..')
const exec = promisify(execFile)
const linux = process.platform === 'linux'
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'releve-paquet-essai-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'path')
const work = join(folder, 'travail')
let tree = ''

/** The package's command, where neither Node nor npm can be found. */
const run = (...words: string[]) =>
  [join(tree, 'bin/releve'), words, { cwd: work, env: environment() }] as const
const environment = () => ({
  PATH: path,
  RELEVE_ENV: '/dev/null',
  PORT: '0',
  LOG_LEVEL: 'silent',
})
const archiveName = () => readdirSync(folder).find((name) => name.endsWith('.tar.gz')) ?? ''
const told = ({ stdout, stderr }: SpawnSyncReturns<Buffer>) => String(stdout) + String(stderr)

/** Starts the platform; resolves with its address once it says that it is ready. */
async function start() {
  const child = spawn(...run('demarrer'))
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const hear = (piece: Buffer) => {
    said += String(piece)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const end = once(child, 'exit')
  await expect.poll(() => said).toMatch(/usage unique\s: \S+/)
  const address = /est prêt\s: (http\S+)/.exec(said)?.[1] ?? ''
  return { child, address, end }
}

describe.runIf(linux)('le paquet', () => {
  beforeAll(async () => {
    await exec(process.execPath, ['tools/paquet.ts', '--rapide', '--vers', folder], { cwd: ROOT })
    const archive = archiveName()
    await exec('tar', ['--extract', `--file=${archive}`], { cwd: folder })
    tree = join(folder, archive.replace(/-linux-.*/, ''))
    for (const made of [path, work]) mkdirSync(made)
    for (const tool of ['readlink', 'dirname']) symlinkSync(`/usr/bin/${tool}`, join(path, tool))
  })

  it('ne porte que ce que le service emploie, sous une empreinte juste', () => {
    const sums = readdirSync(folder).filter((name) => name.endsWith('.sha256'))
    for (const name of sums) execFileSync('sha256sum', ['--check', name], { cwd: folder })
    const modules = readdirSync(join(tree, 'node_modules'))
    expect(modules).toEqual(expect.arrayContaining(['fastify', 'kysely', 'zod']))
    for (const tool of ['vite', 'vitest', 'typescript', 'react', 'playwright', '.bin']) {
      expect(modules).not.toContain(tool)
    }
    const all = readdirSync(tree, { recursive: true, encoding: 'utf8' })
    expect(all.filter((name) => /\.(test|banc)\.\w+$|\.map$/.test(name))).toEqual([])
    expect(all).toEqual(
      expect.arrayContaining(['LICENSE', 'NOTICE', 'nomenclature.cdx.json', 'docs/mise-a-jour.md']),
    )
    // What proves the secrecy of a yearbook is no script: it is carried all the same.
    expect(all).toContain('node_modules/highs/build/highs.wasm')
  })

  it('démarre sans Node ni npm, sert la page et l’API, et s’arrête proprement', async () => {
    const { child, address, end } = await start()
    expect(realpathSync(`/proc/${child.pid}/exe`)).toBe(realpathSync(join(tree, 'bin/node')))
    expect(await (await fetch(`${address}/api/sante`)).json()).toMatchObject({ etat: 'OK' })
    const page = await (await fetch(`${address}/`)).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
    expect(script).toBeDefined()
    expect((await fetch(`${address}${script}`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await end).toEqual([0, null])
    const checked = spawnSync(...run('verifier'))
    expect([checked.status, told(checked)]).toEqual([0, expect.stringContaining('va bien')])
  })

  it('dit ses commandes sous leur nom', () => {
    expect(told(spawnSync(...run('aide')))).toMatch(/^Usage\s: releve COMMANDE/)
    const wrong = spawnSync(...run('danser'))
    expect([wrong.status, told(wrong)]).toEqual([2, expect.stringMatching(/ releve aide\n$/)])
  })

  it.runIf(has('dpkg-deb'))('a le même contenu sous Debian', () => {
    const deb = join(folder, readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '')
    const list = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' })
    const held = [...list.matchAll(/ \.\/opt\/releve\/(\S+)/g)].map(([, name = '']) => name)
    const archive = execFileSync('tar', ['--list', '--file', join(folder, archiveName())])
    const packed = [...String(archive).matchAll(/^[^/\n]+\/(.+)$/gm)].map(([, name = '']) => name)
    expect(new Set(held)).toEqual(new Set(packed))
    expect(list).toMatch(
      /^-rw-r--r-- root\/root .* \.\/usr\/lib\/systemd\/system\/releve\.service$/m,
    )
    expect(list).toMatch(/^-rwxr-xr-x root\/root .* \.\/opt\/releve\/bin\/node$/m)
    const { version } = JSON.parse(read('package.json')) as { version: string }
    const said = execFileSync('dpkg-deb', ['--field', deb, 'Version'], { encoding: 'utf8' })
    expect(said.trim()).toBe(version)
  })

  /** What systemd says of a unit, where the program stands. */
  const verify = (name: string, text: string) => {
    const unit = join(folder, name)
    writeFileSync(unit, text.replaceAll('/opt/releve', tree))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit])
    return told(verified)
      .split('\n')
      .filter((line) => line.includes('releve'))
  }

  it.runIf(has('systemd-analyze'))('porte une unité que systemd accepte', () => {
    expect(verify('releve.service', read('installation/releve.service'))).toEqual([])
  })

  describe('les instances', () => {
    const machine = join(folder, 'machine')
    const held = (name: string) => readFileSync(join(machine, name), 'utf8')
    const prepare = (...words: string[]) =>
      spawnSync('/bin/sh', [join(tree, 'installation/preparer'), ...words], {
        env: { ...process.env, DESTDIR: machine },
      })

    it('ont chacune leurs données, leur port, leurs réglages et leur compte', () => {
      for (const words of [[], ['--instance', 'sante'], ['--instance', 'justice']]) {
        expect(prepare(...words).status).toBe(0)
      }
      const settings = ['releve', 'sante', 'justice'].map((name) =>
        parseEnv(held(`etc/releve/${name}.env`)),
      )
      expect(settings).toEqual([
        { DATA_DIR: '/var/lib/releve/donnees' },
        { PORT: '3001', DATA_DIR: '/var/lib/releve-sante/donnees' },
        { PORT: '3002', DATA_DIR: '/var/lib/releve-justice/donnees' },
      ])
      const lines = held('etc/systemd/system/releve@.service').split('\n')
      expect(lines).toEqual(
        expect.arrayContaining([
          'User=releve-%i',
          'Group=releve-%i',
          'StateDirectory=releve-%i',
          'WorkingDirectory=/var/lib/releve-%i',
          'EnvironmentFile=/etc/releve/%i.env',
          'ExecStart=/opt/releve/bin/releve @%i demarrer',
          'NoNewPrivileges=yes',
        ]),
      )
      if (has('systemd-analyze')) {
        const unit = held('etc/systemd/system/releve@.service')
        expect(verify('releve@.service', unit)).toEqual([])
      }
    })

    it('se préparent de nouveau sans perdre leurs réglages', () => {
      const settings = join(machine, 'etc/releve/sante.env')
      writeFileSync(settings, 'PORT=4000\n')
      expect(prepare('--instance', 'sante').status).toBe(0)
      expect(readFileSync(settings, 'utf8')).toBe('PORT=4000\n')
    })

    it.each([['Santé'], ['releve'], ['-x'], ['../x'], [''], ['a'.repeat(21)]])(
      'refusent le nom « %s »',
      (name) => {
        const refused = prepare('--instance', name)
        expect([refused.status, told(refused)]).toEqual([1, expect.stringMatching(/^--instance /)])
      },
    )

    it('se commandent par leur nom', () => {
      expect(told(spawnSync(...run('@sante', 'aide')))).toMatch(/^Usage\s: releve @sante COMMANDE/)
    })
  })
})

describe('l’unité systemd', () => {
  const lines = read('installation/releve.service').split('\n')

  it.each([
    'Type=exec',
    'User=releve',
    'StateDirectory=releve',
    'EnvironmentFile=/etc/releve/releve.env',
    'ExecStart=/opt/releve/bin/releve demarrer',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'CapabilityBoundingSet=',
    'SystemCallFilter=@system-service',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  ])('dit %s', (line) => {
    expect(lines).toContain(line)
  })

  it('n’interdit pas la mémoire que V8 et WebAssembly exécutent', () => {
    expect(lines.some((line) => line.startsWith('MemoryDenyWriteExecute='))).toBe(false)
  })
})

describe('les scripts de l’installation', () => {
  const scripts = ['releve', 'preparer', 'deb/postinst', 'deb/prerm', 'deb/postrm']

  it.runIf(existsSync('/bin/sh'))('sont du shell que tout système lit', () => {
    for (const script of scripts) {
      expect(spawnSync('/bin/sh', ['-n', join(ROOT, 'installation', script)]).status).toBe(0)
    }
  })

  it('proposent les réglages de tous, et mettent les données à leur place', () => {
    expect(readSettings()).not.toContain('.env')
    expect(parseEnv(readSettings())).toEqual({ DATA_DIR: '/var/lib/releve/donnees' })
    const { OIDC_FILE, ...all } = parseEnv(readSettings().replace(/^#(?=[A-Z_]+=)/gm, ''))
    // A file that whoever installs writes.
    expect(OIDC_FILE).toMatch(/^\/etc\/releve\/.+\.json$/)
    expect(readConfig(all)).toMatchObject({ dataDir: '/var/lib/releve/donnees', port: 3000 })
  })
})
