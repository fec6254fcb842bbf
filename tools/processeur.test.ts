import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isMeasured, openMeter } from './processeur.ts'

/** A process that uses so many processor seconds, then may do something else. */
const burn = (seconds: number): string =>
  `for (let spent = 0; spent < ${seconds}e6; ) {
     for (let n = 0; n < 1e6; n += 1);
     const { user, system } = process.cpuUsage()
     spent = user + system
   }`
const start = (script: string) => spawn(process.execPath, ['-e', script], { stdio: 'pipe' })

describe.runIf(isMeasured)('le processeur', () => {
  it('de chaque partie se compte à part, celui des processus qu’elle lance avec', async () => {
    const meter = openMeter()
    const alone = start(burn(0.6))
    meter.follow('seule', alone.pid)
    const below = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn(1))}])`
    const parent = start(below)
    meter.follow('mère', parent.pid)
    await Promise.all([once(alone, 'exit'), once(parent, 'exit')])
    const spent = meter.read()
    meter.stop()
    expect(spent.get('seule')).toBeGreaterThan(0.5)
    expect(spent.get('seule')).toBeLessThan(1.2)
    expect(spent.get('mère')).toBeGreaterThan(0.9)
    expect(spent.get('mère')).toBeLessThan(2)
  })

  it('compte ce que nul n’attend, et qui survit à qui l’a lancé', async () => {
    const meter = openMeter()
    const orphan = `const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(burn(1))}], { detached: true, stdio: ['ignore', process.stdout, 'ignore'] })
      child.unref(); ${burn(0.4)}`
    const parent = start(orphan)
    meter.follow('mère', parent.pid)
    // Its output is the orphan's too: it closes when both have ended.
    parent.stdout.resume()
    await once(parent.stdout, 'close')
    const spent = meter.read()
    meter.stop()
    expect(spent.get('mère')).toBeGreaterThan(1.1)
    expect(spent.get('mère')).toBeLessThan(2.3)
  })
})
