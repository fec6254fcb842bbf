// Keeps the machine busy: processes that spin until they are stopped, or until whoever started
// them is gone. Started as a program, this file is one of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Between two of them a process looks whether its parent still lives, and never sleeps. */
const SLICE_MS = 20

export type Load = {
  pids: number[]
  /** Whether all of them still spin: what is played under less is no proof. */
  isWhole(): boolean
  stop(): Promise<void>
}

const lives = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

/**
 * Starts processes that spin, each in a session of its own: where Linux shares the processor among
 * sessions first (sched_autogroup), as a platform and a browser have theirs, all of them in ours
 * would weigh as one.
 */
export function startLoad(count: number): Load {
  const spinners = Array.from({ length: count }, () =>
    spawn(process.execPath, [import.meta.filename], {
      // Their input closes however we die.
      stdio: ['pipe', 'ignore', 'inherit'],
      detached: true,
    }),
  )
  return {
    pids: spinners.flatMap(({ pid }) => pid ?? []),
    isWhole: () => spinners.every(lives),
    async stop() {
      const left = spinners.filter(lives)
      const ended = left.map((spinner) => once(spinner, 'exit'))
      for (const spinner of left) spinner.kill('SIGKILL')
      await Promise.all(ended)
    },
  }
}

function spin(): void {
  const end = performance.now() + SLICE_MS
  while (performance.now() < end);
  setImmediate(spin)
}

if (import.meta.main) {
  process.stdin.once('close', () => process.exit()).resume()
  spin()
}
