// Plays, records and tells.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Load, startLoad } from './rejouer.charge.ts'
import { type Group, playGroup } from './rejouer.groupe.ts'
import { appendLine, type Conditions, type Line } from './rejouer.registre.ts'

/** One load average as French writes it. */
const shown = (average: number): string => average.toFixed(1).replace('.', ',')

function say({ failed, passed, file, project, time, seconds, average, failures }: Line): void {
  const mark = failed === 0 ? '✓' : '✗'
  const counts = `${passed} réussis, ${failed} en échec`
  const how = `${Math.round(seconds)} s, charge ${shown(average)}`
  console.log(`${mark} ${file} [${project}] fois ${time}\u00a0: ${counts} (${how})`)
  for (const failure of failures) console.log(`  ${failure}`)
}

/** `record`: where its lines go; `stop`: ends what is being played, which is not recorded. */
export type Session = {
  root: string
  conditions: Conditions
  record: string
  stop: AbortController
}

const WEAK = 'Un des processus qui tournent à vide s’est arrêté.'

async function playAndRecord(group: Group, load: Load, session: Session): Promise<void> {
  const { root, conditions, record, stop } = session
  const { files, ...rest } = group
  const first = files[0]?.replaceAll('/', '.')
  const name = `${conditions.commit}-${rest.project}-${rest.time}-${first}`
  const place = { root, folder: join(record, '../echecs', name) }
  const given = await playGroup(group, place, stop.signal)
  if (given === null) return
  if (!load.isWhole()) throw new Error(WEAK)
  const when = new Date().toISOString()
  const [average = 0] = loadavg()
  for (const [file, outcome] of given) {
    const line = { when, ...conditions, average, ...rest, file, ...outcome }
    appendLine(record, line)
    say(line)
  }
}

/** Plays the groups under load, `together` of them side by side, each lane taking the next. */
export async function playAll(groups: Group[], together: number, session: Session): Promise<void> {
  const { stop, conditions } = session
  const load = startLoad(conditions.charge)
  const waiting = groups.values()
  async function lane(): Promise<void> {
    for (const group of waiting) {
      if (stop.signal.aborted) return
      await playAndRecord(group, load, session)
    }
  }
  const lanes = Array.from({ length: together }, lane)
  try {
    await Promise.all(lanes)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(lanes)
    throw error
  } finally {
    await load.stop()
  }
}
