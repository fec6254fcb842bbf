// The dearest files of a run: each runner notes what a file costs in one place, read at the end.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Where the costs of this run are noted; not said when nobody asks. */
const PLACE = 'COUTS'

/** Notes what a file, or a part of it, has cost in processor seconds. */
export function noteCost(file: string, seconds: number): void {
  const path = process.env[PLACE]
  if (path) appendFileSync(path, `${seconds.toFixed(2)} ${file}\n`)
}

/** The costs noted at this place by file, the dearest first. */
export function readCosts(path: string): [file: string, seconds: number][] {
  if (!existsSync(path)) return []
  const sums = new Map<string, number>()
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const [seconds = '', ...words] = line.split(' ')
    const file = words.join(' ')
    sums.set(file, (sums.get(file) ?? 0) + Number(seconds))
  }
  return [...sums].toSorted(([, a], [, b]) => b - a)
}
