import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigurationInvalide, readConfig } from './config.ts'
import { desceller, sceller } from './sceau.ts'

const racine = mkdtempSync(join(tmpdir(), 'releve-sceau-'))
afterAll(() => rmSync(racine, { recursive: true }))
const cle = (octet: number) => Buffer.alloc(32, octet).toString('base64')
const par = (octet: number) => readConfig({ SECRETS_KEY: cle(octet) })

describe('un secret scellé', () => {
  it('ne s’ouvre que par sa clé, pour son usage, et tel qu’il fut', () => {
    const scelle = sceller(par(1), 'webhook', 'whsec_secret')
    expect(scelle.toString('latin1')).not.toContain('secret')
    expect(desceller(par(1), 'webhook', scelle)).toBe('whsec_secret')
    expect(desceller(par(2), 'webhook', scelle)).toBeNull()
    expect(desceller(par(1), 'dhis2', scelle)).toBeNull()
    for (let n = 0; n < scelle.length; n += 1) {
      const change = Buffer.from(scelle)
      change[n] = (change[n] ?? 0) ^ 1
      expect(desceller(par(1), 'webhook', change)).toBeNull()
    }
    expect(desceller(par(1), 'webhook', scelle.subarray(0, 5))).toBeNull()
    expect(sceller(par(1), 'webhook', 'x').equals(sceller(par(1), 'webhook', 'x'))).toBe(false)
  })

  it('sans réglage, a une clé tirée une fois dans le dossier, que son propriétaire seul lit', () => {
    const ou = readConfig({ DATA_DIR: join(racine, 'donnees') })
    const scelle = sceller(ou, 'webhook', 'secret')
    expect(readdirSync(ou.dataDir)).toEqual(['cle-des-secrets'])
    expect(statSync(join(ou.dataDir, 'cle-des-secrets')).mode & 0o777).toBe(0o600)
    expect(desceller(ou, 'webhook', scelle)).toBe('secret')
    const ailleurs = readConfig({ DATA_DIR: join(racine, 'ailleurs') })
    expect(desceller(ailleurs, 'webhook', scelle)).toBeNull()
  })

  it('refuse une clé illisible, par une phrase qui dit où', () => {
    const ou = readConfig({ DATA_DIR: racine })
    writeFileSync(join(racine, 'cle-des-secrets'), 'perdue')
    expect(() => sceller(ou, 'webhook', 'x')).toThrow(ConfigurationInvalide)
    for (const faux of ['courte', `${cle(1)}${cle(1)}`, 'é'.repeat(43)]) {
      expect(() => readConfig({ SECRETS_KEY: faux })).toThrow('SECRETS_KEY')
    }
    for (const faux of ['10.0.0.0/40', 'partout', '10.0.0.1,x']) {
      expect(() => readConfig({ WEBHOOK_NETWORKS: faux })).toThrow('WEBHOOK_NETWORKS')
    }
    expect(readConfig({ WEBHOOK_NETWORKS: '10.0.0.1, ::1 fd00::/8' }).reseauxWebhooks).toEqual([
      '10.0.0.1/32',
      '::1/128',
      'fd00::/8',
    ])
  })
})
