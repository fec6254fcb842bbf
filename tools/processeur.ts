// Processor seconds of the parts of a run, each with every process below it: on a machine that is
// shared, they are what can be compared from day to day. Linux only (it reads /proc); elsewhere
// nothing is measured, and nothing is said.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The unit of /proc, whatever the machine: a hundredth of a second. */
const TICKS = 100
const PERIOD_MS = 1000

/** `own`: ticks of the process itself; `kids`: those of the ended ones that it waited for. */
type Process = { pid: number; key: string; parent: number; own: number; kids: number }
type Known = Process & { part: string }

/** Whose time no part counts: the one that measures. */
const NOBODY = ''

export const isMeasured = existsSync('/proc/self/stat')

/** A process; null once it is gone. Its program's name may hold spaces and brackets. */
function readProcess(name: string): Process | null {
  try {
    const line = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const at = (rank: number) => Number(fields[rank])
    const pid = Number.parseInt(line, 10)
    // A number may serve again: when it started tells whose it is.
    const key = `${pid}:${fields[19]}`
    return { pid, key, parent: at(1), own: at(11) + at(12), kids: at(13) + at(14) }
  } catch {
    return null
  }
}

function readAll(): Process[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return names.map(readProcess).filter((read) => read !== null)
}

const ticksOf = ({ own, kids }: Process): number => own + kids
const sumOf = (processes: Process[]): number =>
  processes.reduce((sum, process) => sum + ticksOf(process), 0)

/** Processor seconds of this process so far, and of those below it that have ended. */
export function ownSeconds(): number {
  const read = readProcess('self')
  if (read) return ticksOf(read) / TICKS
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Processor seconds so far of these processes and of all that live below them. */
export function secondsBelow(roots: number[]): number {
  if (!isMeasured) return 0
  const all = new Map(readAll().map((read) => [read.pid, read]))
  const isBelow = ({ pid, parent }: Process): boolean => {
    const above = all.get(parent)
    return roots.includes(pid) || (above !== undefined && isBelow(above))
  }
  return sumOf([...all.values()].filter(isBelow)) / TICKS
}

type Meter = {
  /** This process, and all that it starts, count for this part. */
  follow(part: string, pid: number | undefined): void
  /** Seconds of each part, to now. */
  read(): Map<string, number>
  stop(): void
}

/**
 * Looks at every process each second. What ended is in the sum of who waited for it; what
 * nobody waited for (it outlived who started it) counts for what it was last seen to have used.
 */
export function openMeter(): Meter {
  const known = new Map<string, Known>()
  const ended = new Map<string, number>()
  const roots = new Map<number, string>([[process.pid, NOBODY]])
  const add = (part: string, ticks: number) => ended.set(part, (ended.get(part) ?? 0) + ticks)

  const byPid = (pid: number) => [...known.values()].find((process) => process.pid === pid)

  /** The nearest process above that still lives. */
  function findLiving({ parent }: Known, alive: Map<string, Process>): Known | undefined {
    const above = byPid(parent)
    return above === undefined || alive.has(above.key) ? above : findLiving(above, alive)
  }

  function countGone(alive: Map<string, Process>): void {
    const gone = [...known.values()].filter(({ key }) => !alive.has(key))
    const groups = Map.groupBy(gone, (process) => findLiving(process, alive))
    for (const [above, processes] of groups) {
      const [first] = processes
      if (first === undefined) continue
      const seen = sumOf(processes)
      const waited = above ? (alive.get(above.key)?.kids ?? 0) - above.kids : 0
      if (above?.part !== NOBODY) add(first.part, Math.max(0, seen - waited))
      // Below us: what one used since it was last seen is in our sum, most often alone.
      else
        for (const process of processes) {
          const missed = Math.max(0, waited - seen)
          const share = seen > 0 ? ticksOf(process) / seen : 1 / processes.length
          add(process.part, ticksOf(process) + missed * share)
        }
    }
    for (const { key } of gone) known.delete(key)
  }

  function partOf({ pid, parent }: Process): string | undefined {
    const part = byPid(parent)?.part
    return roots.get(pid) ?? (part === NOBODY ? undefined : part)
  }

  function look(): void {
    if (!isMeasured) return
    const all = readAll()
    countGone(new Map(all.map((read) => [read.key, read])))
    // From the oldest: what is above comes first.
    for (const read of all.toSorted(
      (a, b) => Number(a.key.split(':')[1]) - Number(b.key.split(':')[1]),
    )) {
      const part = known.get(read.key)?.part ?? partOf(read)
      if (part !== undefined) known.set(read.key, { ...read, part })
    }
  }

  const timer = setInterval(look, PERIOD_MS)
  timer.unref()
  return {
    follow(part, pid) {
      if (pid !== undefined) roots.set(pid, part)
      look()
    },
    read() {
      look()
      const sums = new Map([...ended].map(([part, ticks]) => [part, ticks / TICKS]))
      for (const { part, own, kids } of known.values()) {
        if (part !== NOBODY) sums.set(part, (sums.get(part) ?? 0) + (own + kids) / TICKS)
      }
      return sums
    },
    stop: () => clearInterval(timer),
  }
}
