// What has been replayed: a line of JSON for each file, project and time, which is never rewritten.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Runner = 'navigateur' | 'vitest'

/** A file, in one of the projects of its runner. */
export type Target = { runner: Runner; project: string; file: string }

/** `time`: from 1 to how many are asked. */
export type Play = Target & { time: number }

/** What was played of which state of the sources, under how many processes that spin. */
export type Conditions = { commit: string; charge: number }

export type Line = Play &
  Conditions & {
    when: string
    /** Load average of the last minute at the end. */
    average: number
    seconds: number
    passed: number
    failed: number
    skipped: number
    failures: string[]
  }

const keyOf = ({ project, file, time, commit, charge }: Play & Conditions): string =>
  JSON.stringify([project, file, time, commit, charge])

function readLine(text: string): Line[] {
  try {
    // Written by `appendLine` alone.
    return [JSON.parse(text) as Line]
  } catch {
    // The machine stopped while it was written: that file is played again.
    return []
  }
}

/** The lines of a record; none when there is no record yet. */
export function readRecord(path: string): Line[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8').split('\n').flatMap(readLine)
}

export function appendLine(path: string, line: Line): void {
  mkdirSync(dirname(path), { recursive: true })
  // First, the end of a line that was cut.
  const cut = existsSync(path) && !/(^|\n)$/.test(readFileSync(path, 'utf8'))
  appendFileSync(path, `${cut ? '\n' : ''}${JSON.stringify(line)}\n`)
}

/** All the files once, then all of them again: a replay that is stopped has seen each. */
export function listPlays(targets: Target[], times: number): Play[] {
  return Array.from({ length: times }, (_, rank) =>
    targets.map((target) => ({ ...target, time: rank + 1 })),
  ).flat()
}

/** What the record has not, for this commit and this load. */
export function listLeft(plays: Play[], lines: Line[], conditions: Conditions): Play[] {
  const played = new Set(lines.map(keyOf))
  return plays.filter((play) => !played.has(keyOf({ ...play, ...conditions })))
}

/** What the record says of these plays, the last word where it has several. */
export function linesOf(plays: Play[], lines: Line[], conditions: Conditions): Line[] {
  const last = new Map(lines.map((line) => [keyOf(line), line]))
  return plays.flatMap((play) => last.get(keyOf({ ...play, ...conditions })) ?? [])
}

const sumOf = (lines: Line[], key: 'failed' | 'passed' | 'skipped' | 'seconds'): number =>
  lines.reduce((sum, line) => sum + line[key], 0)

/** A table in Markdown, a row for each file, then each failure with what it says first. */
export function tableOf(lines: Line[]): string {
  const files = Map.groupBy(lines, ({ project, file }) => `${file} | ${project}`)
  const rows = [...files].map(([name, ofFile]) => {
    const seconds = Math.round(sumOf(ofFile, 'seconds') / ofFile.length)
    const averages = ofFile.map(({ average }) => Math.round(average))
    const loads = [...new Set([Math.min(...averages), Math.max(...averages)])].join(' à ')
    return `| ${name} | ${ofFile.length} | ${seconds} | ${loads} | ${sumOf(ofFile, 'failed')} |`
  })
  const failures = lines.flatMap(({ failures: told, project, time }) =>
    told.map((failure) => `- [${project}, fois ${time}] ${failure}`),
  )
  const total = (['passed', 'failed', 'skipped'] as const).map((key) => sumOf(lines, key))
  return [
    '| fichier | projet | fois | secondes (moyenne) | charge moyenne vue | échecs |',
    '|---|---|--:|--:|--:|--:|',
    ...rows,
    ...(failures.length > 0 ? ['', ...failures] : []),
    '',
    `${total[0]} réussis, ${total[1]} en échec, ${total[2]} non joués`,
  ].join('\n')
}
