import { existsSync, readFileSync } from 'node:fs'

/** Tests, or steps of the gate: how many passed, how many failed, how many were left out. */
export type Count = { passed: number; failed: number; skipped: number }

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const numberOf = (json: Json, key: string): number => Number(json[key] ?? 0)
const listOf = (json: Json, key: string): Json[] => {
  const list = json[key]
  return Array.isArray(list) ? list.filter(isJson) : []
}

/** A step that failed counts at least one failure, whatever its report says. */
function settled(count: Count, succeeded: boolean): Count {
  return succeeded || count.failed > 0 ? count : { ...count, failed: 1 }
}

/** A file whose tests could not even be listed counts as one failure. */
function readVitest(report: Json): Count {
  const broken = listOf(report, 'testResults').filter(
    (file) => file.status === 'failed' && listOf(file, 'assertionResults').length === 0,
  )
  return {
    passed: numberOf(report, 'numPassedTests'),
    failed: numberOf(report, 'numFailedTests') + broken.length,
    skipped: numberOf(report, 'numPendingTests') + numberOf(report, 'numTodoTests'),
  }
}

/** A test that passes only when tried again has failed. */
function readPlaywright(report: Json): Count {
  const stats = isJson(report.stats) ? report.stats : {}
  return {
    passed: numberOf(stats, 'expected'),
    failed: numberOf(stats, 'unexpected') + numberOf(stats, 'flaky'),
    skipped: numberOf(stats, 'skipped'),
  }
}

/**
 * Counts a step. `report` is the file its runner wrote as JSON; null for a step that only succeeds
 * or fails. A report that is absent or unreadable counts as one failure.
 */
export function countStep(report: string | null, succeeded: boolean): Count {
  const none = { passed: 0, failed: 0, skipped: 0 }
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
