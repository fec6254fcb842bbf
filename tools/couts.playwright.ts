// What each file of the browser's costs: its worker, with the browser that it started, and the
// platform that it visits.
import { readdirSync, readFileSync } from 'node:fs'
import type { FullProject, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { noteCost } from './couts.ts'
import { isMeasured, secondsBelow } from './processeur.ts'

/** The processes whose environment holds this word: we, or Playwright, put it there. */
function findProcesses(word: string): number[] {
  if (!isMeasured) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(word)
      } catch {
        return false
      }
    })
}

/** Found once: looking at the environment of every process costs more than the rest of the sum. */
const found = new Map<string, number[]>()
function remember(word: string): number[] {
  const pids = found.get(word) ?? findProcesses(word)
  if (pids.length > 0) found.set(word, pids)
  return pids
}

/** A browser is below its worker, as is a platform that a test has for itself. */
const costOf = (project: FullProject | undefined, { workerIndex }: TestResult): number => {
  const { port } = new URL(project?.use.baseURL ?? 'http://localhost')
  const words = [`TEST_WORKER_INDEX=${workerIndex}`, `PORT=${port}`]
  return secondsBelow(words.flatMap(remember))
}

export default class CostReporter implements Reporter {
  private readonly before = new Map<string, number>()

  onTestBegin(test: TestCase, result: TestResult): void {
    this.before.set(test.id, costOf(test.parent.project(), result))
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const seconds = costOf(test.parent.project(), result) - (this.before.get(test.id) ?? 0)
    const file = test.location.file.split('/').at(-1)
    // Whoever chooses among tests wants the cost of each, under the name that Playwright gives it.
    const named = process.env['ATTEINTE'] ? test.titlePath().slice(2).join(' ') : file
    // What a browser that has ended had used is in no sum any more: less than before is not known.
    noteCost(`${test.parent.project()?.name} ${named}`, Math.max(0, seconds))
  }
}
