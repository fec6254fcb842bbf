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
    await once(alone, 'exit')
    // What ends between two looks is shared out by what each was last seen to have used.
    meter.read()
    const below = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn(1))}])`
    const parent = start(below)
    meter.follow('mère', parent.pid)
    await once(parent, 'exit')
    const spent = meter.read()
    meter.stop()
    expect(spent.get('seule')).toBeGreaterThan(0.5)
    expect(spent.get('seule')).toBeLessThan(1.2)
    expect(spent.get('mère')).toBeGreaterThan(0.9)
    expect(spent.get('mère')).toBeLessThan(2)
  })

  it('compte ce que nul n’attend, et qui survit à qui l’a lancé', async () => {
    const meter = openMeter()
    const lasting = `process.stdout.write('orphan '); ${burn(1)}
      process.stdout.write(String(process.pid)); setTimeout(() => {}, 60000)`
    const orphan = `const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(lasting)}], { detached: true, stdio: ['ignore', process.stdout, 'ignore'] })
      child.unref(); process.stdin.once('data', () => { ${burn(0.4)} process.exit() })`
    const parent = start(orphan)
    meter.follow('mère', parent.pid)
    // Seen while who started it lives, then once more when it has burnt what it had to.
    await once(parent.stdout, 'data')
    meter.read()
    const burnt = once(parent.stdout, 'data')
    parent.stdin.write('go')
    const [[pid]] = await Promise.all([burnt, once(parent, 'exit')])
    meter.read()
    process.kill(Number(pid))
    await once(parent.stdout, 'close')
    const spent = meter.read()
    meter.stop()
    expect(spent.get('mère')).toBeGreaterThan(1.1)
    expect(spent.get('mère')).toBeLessThan(2.3)
  })

  it('ne perd pas le compte pour qui finit sans avoir rien dépensé', async () => {
    const meter = openMeter()
    const idle = spawn('true')
    meter.follow('brève', idle.pid)
    await once(idle, 'exit')
    const spent = meter.read()
    meter.stop()
    expect(spent.get('brève')).toBeLessThan(0.5)
  })
})
