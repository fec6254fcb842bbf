import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startLoad } from './rejouer.charge.ts'
import { groupsOf, settleGroup } from './rejouer.groupe.ts'
import {
  appendLine,
  type Line,
  linesOf,
  listLeft,
  listPlays,
  readRecord,
  type Target,
  tableOf,
} from './rejouer.registre.ts'
import { playAll, type Session } from './rejouer.session.ts'

function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'releve-rejeu-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const CONDITIONS = { commit: 'abc', charge: 8 }
const saisie: Target = { runner: 'navigateur', project: 'parcours', file: 'e2e/saisie.test.ts' }
const droits: Target = { runner: 'vitest', project: 'serveur', file: 'server/test/droits.test.ts' }

const lineOf = (target: Target, time: number, change: Partial<Line> = {}): Line => ({
  ...target,
  ...CONDITIONS,
  time,
  when: '2026-11-26T20:00:00.000Z',
  average: 9.4,
  seconds: 12,
  passed: 3,
  failed: 0,
  skipped: 0,
  failures: [],
  ...change,
})

describe('le registre du rejeu', () => {
  const plays = listPlays([saisie, droits], 2)

  it('fait passer chaque fichier une fois avant d’en reprendre un', () => {
    expect(plays.map(({ file, time }) => [file, time])).toEqual([
      [saisie.file, 1],
      [droits.file, 1],
      [saisie.file, 2],
      [droits.file, 2],
    ])
  })

  it('ne rejoue pas ce qu’il a pour le même commit et la même charge, réussi ou non', () => {
    const lines = [lineOf(saisie, 1), lineOf(droits, 2, { failed: 1 })]
    expect(listLeft(plays, lines, CONDITIONS)).toEqual([
      { ...droits, time: 1 },
      { ...saisie, time: 2 },
    ])
  })

  it.each([
    ['un autre commit', { commit: 'def' }],
    ['une autre charge', { charge: 4 }],
    ['un autre projet', { project: 'embarquee' }],
  ])('rejoue ce qu’il n’a que pour %s', (_, change) => {
    expect(listLeft(plays, [lineOf(saisie, 1, change)], CONDITIONS)).toHaveLength(4)
  })

  it('se relit, sans la ligne qu’un arrêt a coupée', () => {
    const path = join(testFolder(), 'rejeu/registre.jsonl')
    expect(readRecord(path)).toEqual([])
    appendLine(path, lineOf(saisie, 1))
    appendFileSync(path, '{"runner":"navig')
    appendLine(path, lineOf(saisie, 2))
    expect(readRecord(path)).toEqual([lineOf(saisie, 1), lineOf(saisie, 2)])
  })

  it('ne montre que ce qui est demandé, et le dernier mot de ce qui a été recommencé', () => {
    const lines = [lineOf(saisie, 1, { failed: 1 }), lineOf(saisie, 1), lineOf(droits, 3)]
    expect(linesOf(plays, lines, CONDITIONS)).toEqual([lineOf(saisie, 1)])
  })

  it('se résume en une table, puis dit chaque échec', () => {
    const failures = ['a.ts:3 › deux\n    introuvable']
    const table = tableOf([
      lineOf(saisie, 1),
      lineOf(saisie, 2, { seconds: 14, average: 11, passed: 2, failed: 1, failures }),
    ])
    expect(table.split('\n').slice(2)).toEqual([
      '| e2e/saisie.test.ts | parcours | 2 | 13 | 9 à 11 | 1 |',
      '',
      '- [parcours, fois 2] a.ts:3 › deux',
      '    introuvable',
      '',
      '5 réussis, 1 en échec, 0 non joués',
    ])
  })
})

describe('les lancements du rejeu', () => {
  it('ne mêlent ni les projets ni les fois, et gardent l’ordre', () => {
    const many = Array.from({ length: 8 }, (_, rank) => ({ ...saisie, file: `${rank}` }))
    const groups = groupsOf(listPlays([...many, droits], 2))
    expect(groups.map(({ project, time, files }) => [project, time, files.join('')])).toEqual([
      ['parcours', 1, '012345'],
      ['parcours', 1, '67'],
      ['serveur', 1, droits.file],
      ['parcours', 2, '012345'],
      ['parcours', 2, '67'],
      ['serveur', 2, droits.file],
    ])
  })

  const passed = { passed: 2, failed: 0, skipped: 0, failures: [], seconds: 1 }

  it('comptent en échec un fichier dont rien n’est dit', () => {
    const settled = settleGroup(['a', 'b'], new Map([['a', passed]]), false, 'perdu\n')
    expect(settled.get('a')).toEqual(passed)
    expect(settled.get('b')).toMatchObject({ passed: 0, failed: 1 })
    expect(settled.get('b')?.failures.join('')).toContain('perdu')
  })

  it('comptent un échec quand le lanceur échoue sans test en échec', () => {
    const given = new Map([['a', passed]])
    expect(settleGroup(['a'], given, true, '').get('a')).toEqual(passed)
    expect(settleGroup(['a'], given, false, '').get('a')).toMatchObject({ passed: 2, failed: 1 })
  })
})

/** Ticks of processor that a process has used, where the system tells. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

const CHARGE = pathToFileURL(join(import.meta.dirname, 'rejouer.charge.ts')).href

describe('la charge', () => {
  it.runIf(existsSync('/proc/self/stat'))(
    'occupe le processeur, jusqu’à ce qu’on l’arrête',
    async () => {
      const load = startLoad(2)
      onTestFinished(() => load.stop())
      // Starting takes some ten: more are spent spinning.
      await expect.poll(() => Math.min(...load.pids.map(ticksOf))).toBeGreaterThan(50)
      expect(load.isWhole()).toBe(true)
      await load.stop()
      expect(load.isWhole()).toBe(false)
    },
  )

  it.each(['SIGKILL', 'SIGINT'] as const)(
    's’en va avec qui l’a lancée, tué par %s',
    async (signal) => {
      const script = `const { startLoad } = await import('${CHARGE}')
      console.log(startLoad(3).pids.length)`
      const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      onTestFinished(() => void parent.kill('SIGKILL'))
      await once(parent.stdout.setEncoding('utf8'), 'data')
      parent.kill(signal)
      // They have its standard error: it closes when the last of them is gone.
      const [code, by] = await once(parent, 'close')
      expect([code, by]).toEqual([null, signal])
    },
  )
})

/** A repository of a few tests, with one project. */
function writeFixture(tests: Record<string, string>): Session {
  const root = testFolder()
  const config = {
    test: { projects: [{ test: { name: 'essai', globals: true, include: ['*.mjs'] } }] },
  }
  writeFileSync(join(root, 'vitest.config.js'), `export default ${JSON.stringify(config)}`)
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  for (const [file, text] of Object.entries(tests)) writeFileSync(join(root, file), text)
  const record = join(root, 'rejeu/registre.jsonl')
  return { root, record, conditions: { commit: 'abc', charge: 1 }, stop: new AbortController() }
}

const groupOf = (...files: string[]) => [
  { runner: 'vitest' as const, project: 'essai', time: 1, files },
]

describe('un rejeu', () => {
  it('note ce qui passe et ce qui échoue, fichier par fichier, et garde ce qu’a dit l’échec', async () => {
    const told = vi.spyOn(console, 'log').mockReturnValue()
    onTestFinished(() => told.mockRestore())
    const session = writeFixture({
      'juste.mjs': `test('va bien', () => {})`,
      'faux.mjs': `test('va bien', () => {}); test('va mal', () => expect(1).toBe(2))`,
      'casse.mjs': `throw new Error('illisible')`,
    })
    await playAll(groupOf('juste.mjs', 'faux.mjs', 'casse.mjs'), 2, session)
    const lines = readRecord(session.record)
    expect(lines).toMatchObject([
      { file: 'juste.mjs', passed: 1, failed: 0, failures: [] },
      { file: 'faux.mjs', passed: 1, failed: 1 },
      { file: 'casse.mjs', passed: 0, failed: 1 },
    ])
    expect(lines[1]?.failures.join('')).toMatch(/va mal\n.*expected 1 to be 2/)
    expect(lines[2]?.failures.join('')).toContain('illisible')
    const output = join(session.root, 'rejeu/echecs/abc-essai-1-juste.mjs/sortie.txt')
    expect(readFileSync(output, 'utf8')).toContain('va mal')
  })

  it('arrêté, ne note rien de ce qui n’était pas fini', async () => {
    const session = writeFixture({
      'long.mjs': `import { writeFileSync } from 'node:fs'
        test('ne finit pas', () => {
          writeFileSync('commence', '')
          return new Promise(() => setInterval(() => {}, 1000))
        }, 1e9)`,
    })
    const ended = playAll(groupOf('long.mjs'), 1, session)
    await expect.poll(() => existsSync(join(session.root, 'commence'))).toBe(true)
    session.stop.abort()
    await ended
    expect(readRecord(session.record)).toEqual([])
    expect(existsSync(join(session.root, 'rejeu/echecs/abc-essai-1-long.mjs'))).toBe(false)
  })
})
