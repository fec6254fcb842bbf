import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countFiles, countStep, sum } from './bilan.ts'

const folder = mkdtempSync(join(tmpdir(), 'releve-bilan-'))
afterAll(() => rmSync(folder, { recursive: true }))

function reported(text: string, succeeded: boolean): object {
  const path = join(folder, 'rapport.json')
  writeFileSync(path, text)
  return countStep(path, succeeded)
}
const vitest = (passed: number, failed: number, testResults: object[] = []): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 2,
    testResults,
  })

describe('bilan', () => {
  it('compte une étape sans détail pour un', () => {
    expect(countStep(null, true)).toMatchObject({ passed: 1, failed: 0, skipped: 0 })
    expect(countStep(null, false)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  })

  it('lit les tests de Vitest, et ceux qu’il n’a pas joués', () => {
    expect(reported(vitest(5, 1), false)).toMatchObject({ passed: 5, failed: 1, skipped: 2 })
  })

  it('compte en échec un fichier qui ne se charge pas', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(reported(vitest(5, 0, [broken]), false)).toMatchObject({ failed: 1 })
  })

  it('lit les tests de Playwright, et tient pour échoué celui qui ne passe qu’au second essai', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 3 }
    const count = { passed: 4, failed: 2, skipped: 3 }
    expect(reported(JSON.stringify({ stats }), false)).toMatchObject(count)
  })

  it('nomme les tests de Vitest en échec, et ce qu’ils en disent, sans couleur', () => {
    const red = String.fromCodePoint(27)
    const assertionResults = [
      { status: 'passed', fullName: 'va bien' },
      {
        status: 'failed',
        fullName: 'va mal',
        failureMessages: [`${red}[31mattendu 1${red}[39m\n\nvu 2`],
      },
    ]
    const results = [
      { name: 'a.test.ts', status: 'failed', assertionResults },
      { name: 'b.test.ts', status: 'failed', assertionResults: [], message: 'illisible' },
      { name: 'c.test.ts', status: 'passed', assertionResults: [] },
    ]
    expect(reported(vitest(1, 1, results), false)).toMatchObject({
      failed: 2,
      failures: ['a.test.ts › va mal\n    attendu 1\n    vu 2', 'b.test.ts\n    illisible'],
    })
  })

  it('nomme les tests de Playwright en échec, à toute profondeur', () => {
    const errors = [{ message: 'introuvable' }]
    const echoue = { status: 'unexpected', results: [{ errors }] }
    const reussi = { status: 'expected', results: [{ errors: [] }] }
    const spec = (title: string, test: object) => ({ file: 'a.ts', line: 3, title, tests: [test] })
    const suites = [{ specs: [spec('un', reussi)], suites: [{ specs: [spec('deux', echoue)] }] }]
    const stats = { expected: 1, unexpected: 1 }
    expect(reported(JSON.stringify({ stats, suites }), false)).toMatchObject({
      failures: ['a.ts:3 › deux\n    introuvable'],
    })
  })

  it.each([
    ['le programme échoue sans test en échec', vitest(5, 0)],
    ['le compte rendu est illisible', '{'],
    ['le compte rendu est vide', 'null'],
  ])('n’oublie pas un échec quand %s', (_, text) => {
    expect(reported(text, false)).toMatchObject({ failed: 1 })
  })

  it('compte un échec quand le compte rendu manque', () => {
    expect(countStep(join(folder, 'absent.json'), true)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('additionne les étapes', () => {
    const one = { passed: 1, failed: 2, skipped: 3 }
    expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 })
    expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })

  it('compte les tests de chaque fichier de Vitest, et ses secondes', () => {
    const test = (status: string) => ({ status, fullName: 'un', failureMessages: ['vu 2'] })
    const timed = { startTime: 1000, endTime: 3500 }
    const assertionResults = ['passed', 'failed', 'pending', 'passed'].map(test)
    const results = [
      { name: '/a.test.ts', status: 'failed', assertionResults, ...timed },
      { name: '/b.test.ts', status: 'failed', assertionResults: [], message: 'illisible' },
    ]
    reported(vitest(0, 0, results), false)
    const files = countFiles(join(folder, 'rapport.json'))
    const failures = ['/a.test.ts › un\n    vu 2']
    const first = { passed: 2, failed: 1, skipped: 1, failures, seconds: 2.5 }
    expect(files.get('/a.test.ts')).toEqual(first)
    expect(files.get('/b.test.ts')).toMatchObject({ passed: 0, failed: 1 })
  })

  it('compte les tests de chaque fichier de Playwright, à toute profondeur', () => {
    const spec = (status: string) => ({
      tests: [{ status, results: [{ duration: 1500, errors: [{ message: 'vu' }] }] }],
    })
    const inside = { specs: [spec('flaky'), spec('skipped')] }
    const suites = [{ file: 'a.test.ts', specs: [spec('expected')], suites: [inside] }]
    reported(JSON.stringify({ config: { rootDir: '/e2e' }, stats: {}, suites }), false)
    const files = countFiles(join(folder, 'rapport.json'))
    const counts = { passed: 1, failed: 1, skipped: 1, seconds: 4.5 }
    expect([...files]).toMatchObject([['/e2e/a.test.ts', counts]])
  })
})
