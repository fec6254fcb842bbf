import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tests, or steps of the gate: how many passed, how many failed, how many were left out. */
export type Count = { passed: number; failed: number; skipped: number }

/** What a step gave; `failures`: which tests failed and how each begins to say why. */
export type Outcome = Count & { failures: string[] }

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const numberOf = (json: Json, key: string): number => Number(json[key] ?? 0)
const textOf = (json: Json, key: string): string => {
  const text = json[key]
  return typeof text === 'string' || typeof text === 'number' ? `${text}` : ''
}
const listOf = (json: Json, key: string): Json[] => {
  const list = json[key]
  return Array.isArray(list) ? list.filter(isJson) : []
}

/** A step that failed counts at least one failure, whatever its report says. */
function settled(outcome: Outcome, succeeded: boolean): Outcome {
  return succeeded || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 }
}

/** What a failure says first, without the colours of a terminal; enough to know it by. */
const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g')
function told(place: string, message: string): string {
  const lines = message
    .replaceAll(COLOURS, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [place, ...lines.slice(0, 14).map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}

/** A file whose tests could not even be listed counts as one failure. */
function readVitest(report: Json): Outcome {
  const broken = listOf(report, 'testResults').filter(
    (file) => file.status === 'failed' && listOf(file, 'assertionResults').length === 0,
  )
  return {
    passed: numberOf(report, 'numPassedTests'),
    failed: numberOf(report, 'numFailedTests') + broken.length,
    skipped: numberOf(report, 'numPendingTests') + numberOf(report, 'numTodoTests'),
    failures: listOf(report, 'testResults').flatMap(failuresOfFile),
  }
}

function failuresOfFile(file: Json): string[] {
  const name = textOf(file, 'name')
  const failed = listOf(file, 'assertionResults').filter(({ status }) => status === 'failed')
  if (file.status === 'failed' && failed.length === 0) return [told(name, textOf(file, 'message'))]
  return failed.map((test) => {
    const messages = Array.isArray(test.failureMessages) ? test.failureMessages : []
    return told(`${name} › ${textOf(test, 'fullName')}`, messages.map(String).join('\n'))
  })
}

/** A test that passes only when tried again has failed. */
function readPlaywright(report: Json): Outcome {
  const stats = isJson(report.stats) ? report.stats : {}
  return {
    passed: numberOf(stats, 'expected'),
    failed: numberOf(stats, 'unexpected') + numberOf(stats, 'flaky'),
    skipped: numberOf(stats, 'skipped'),
    failures: listOf(report, 'suites').flatMap(failuresOfSuite),
  }
}

/** Suites hold suites, and specs that hold the tests of each project, each tried once or more. */
function failuresOfSuite(suite: Json): string[] {
  const failed = listOf(suite, 'specs').flatMap((spec) =>
    listOf(spec, 'tests')
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map((test) => {
        const errors = listOf(test, 'results').flatMap((result) => listOf(result, 'errors'))
        const place = `${textOf(spec, 'file')}:${textOf(spec, 'line')} › ${textOf(spec, 'title')}`
        return told(place, errors.map((error) => textOf(error, 'message')).join('\n'))
      }),
  )
  return [...failed, ...listOf(suite, 'suites').flatMap(failuresOfSuite)]
}

/**
 * Counts a step. `report` is the file its runner wrote as JSON; null for a step that only succeeds
 * or fails. A report that is absent or unreadable counts as one failure.
 */
export function countStep(report: string | null, succeeded: boolean): Outcome {
  const none = { passed: 0, failed: 0, skipped: 0, failures: [] }
  if (report === null) return succeeded ? { ...none, passed: 1 } : { ...none, failed: 1 }
  if (!existsSync(report)) return { ...none, failed: 1 }
  try {
    const read: unknown = JSON.parse(readFileSync(report, 'utf8'))
    if (!isJson(read)) return { ...none, failed: 1 }
    return settled('stats' in read ? readPlaywright(read) : readVitest(read), succeeded)
  } catch {
    return { ...none, failed: 1 }
  }
}

export function sum(counts: Count[]): Count {
  return counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** What one file gave, and how long it took, in seconds. */
export type FileOutcome = Outcome & { seconds: number }

const howMany = (tests: Json[], wanted: string): number =>
  tests.filter(({ status }) => status === wanted).length

function readVitestFile(file: Json): FileOutcome {
  const tests = listOf(file, 'assertionResults')
  const numPassedTests = howMany(tests, 'passed')
  const numFailedTests = howMany(tests, 'failed')
  const numPendingTests = tests.length - numPassedTests - numFailedTests
  const counts = { numPassedTests, numFailedTests, numPendingTests }
  const seconds = (numberOf(file, 'endTime') - numberOf(file, 'startTime')) / 1000
  return { ...readVitest({ ...counts, testResults: [file] }), seconds }
}

/** The tests of a suite of Playwright's, at any depth. */
const testsOf = (suite: Json): Json[] => [
  ...listOf(suite, 'specs').flatMap((spec) => listOf(spec, 'tests')),
  ...listOf(suite, 'suites').flatMap(testsOf),
]

function readPlaywrightFile(suite: Json): FileOutcome {
  const tests = testsOf(suite)
  const count = (status: string) => howMany(tests, status)
  const [expected, unexpected] = [count('expected'), count('unexpected')]
  const stats = { expected, unexpected, flaky: count('flaky'), skipped: count('skipped') }
  const seconds = tests
    .flatMap((test) => listOf(test, 'results'))
    .reduce((before, result) => before + numberOf(result, 'duration') / 1000, 0)
  return { ...readPlaywright({ stats, suites: [suite] }), seconds }
}

/** What each file gave, by its path, as the report of either runner tells it. */
export function countFiles(report: string): Map<string, FileOutcome> {
  const read: unknown = JSON.parse(readFileSync(report, 'utf8'))
  if (!isJson(read)) return new Map()
  const rootDir = isJson(read.config) ? textOf(read.config, 'rootDir') : ''
  return new Map([
    ...listOf(read, 'testResults').map((file): [string, FileOutcome] => [
      textOf(file, 'name'),
      readVitestFile(file),
    ]),
    ...listOf(read, 'suites').map((suite): [string, FileOutcome] => [
      join(rootDir, textOf(suite, 'file')),
      readPlaywrightFile(suite),
    ]),
  ])
}
