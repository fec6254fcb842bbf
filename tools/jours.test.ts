import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CALENDRIER_PAR_DEFAUT, echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { etapeDue, RELANCES_PAR_DEFAUT } from '@releve/contract/relance/relance.rules.ts'
import { describe, expect, it } from 'vitest'
import { environnement, readDecalage } from './horloge.ts'
import { fichiersDates, JOURS, jourDe } from './jours.choix.ts'

/** What the due date of the month before asks for on this day. */
function relanceDu(le: string) {
  const rang = Number(le.slice(0, 4)) * 12 + Number(le.slice(5, 7)) - 1
  const echeance = echeanceDe(periodeDe(rang - 1), CALENDRIER_PAR_DEFAUT)
  const jour = le.slice(0, 10)
  const due = etapeDue(echeance, jour, RELANCES_PAR_DEFAUT.relanceJours, CALENDRIER_PAR_DEFAUT)
  return { jour, echeance, due }
}

const instantDe = (nom: string) => JOURS.find((jour) => jour.nom === nom)?.le ?? ''

describe('les jours que l’on joue', () => {
  it('ont un 1er, un 5, un 29 février et un 31 décembre à une minute de minuit', () => {
    expect(instantDe('le 1er')).toMatch(/-01T/)
    expect(instantDe('le 5')).toMatch(/-05T/)
    expect(instantDe('un 29 février')).toMatch(/-02-29T/)
    expect(instantDe('un 31 décembre')).toMatch(/-12-31T23:59:/)
  })

  it('ont l’échéance elle-même, et le jour de la dernière relance, celle dont partent les copies', () => {
    const { jour, echeance } = relanceDu(instantDe('le 5'))
    expect(jour).toBe(echeance)
    const derniere = relanceDu(instantDe('un jour de relance'))
    expect(derniere.due).toEqual({ etape: RELANCES_PAR_DEFAUT.relanceDirection, le: derniere.jour })
  })

  it('se demandent par leur date, comme tout autre', () => {
    expect(jourDe('2028-02-29')?.nom).toBe('un 29 février')
    expect(jourDe('2029-07-14')).toEqual({ nom: 'demandé', le: '2029-07-14T10:00:00Z' })
    expect(jourDe('2029-07-14T05:00:00Z')?.le).toBe('2029-07-14T05:00:00Z')
    expect(jourDe('saisie')).toBeNull()
  })

  it('se jouent sur les écrans qui montrent une date, et non sur le poids des pages', () => {
    const fichiers = fichiersDates(join(import.meta.dirname, '..'))
    expect(fichiers).toEqual(
      expect.arrayContaining(['e2e/calendrier.test.ts', 'e2e/parcours.test.ts']),
    )
    expect(fichiers).not.toContain('e2e/poids.test.ts')
  })
})

const LU = `const { Worker } = require('node:worker_threads')
class Derivee extends Date {}
const lire = () => [Date.now(), +new Date(), +new Derivee(), Date.parse(Date())]
const FIL = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage(Date.now())'
new Worker(new URL('data:text/javascript,' + encodeURIComponent(FIL))).once('message', (fil) => {
  const enfant = require('node:child_process').execFileSync(process.execPath, ['-p', 'Date.now()'])
  const [maintenant, origine] = [new Date(), new Date(0)]
  console.log(JSON.stringify({
    lus: [...lire(), fil, Number(enfant)],
    dits: [origine.getTime(), new Date(2025, 1).getMonth(), Date.UTC(2025, 0), Date.length],
    pareils: [maintenant instanceof Date, maintenant.constructor === Date, origine instanceof Date],
  }))
})`

describe('l’horloge donnée aux tests', () => {
  it('commence à l’instant dit dans un processus, ses fils et ses enfants, et laisse le reste de Date', () => {
    const env = { ...process.env, ...environnement('2028-02-29T10:00:00Z') }
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', LU], { env, encoding: 'utf8' })
    expect(stderr).toBe('')
    const { lus, dits, pareils } = JSON.parse(stdout)
    for (const lu of lus) expect(new Date(lu).toISOString()).toMatch(/^2028-02-29T1/)
    expect(dits).toEqual([0, 1, Date.UTC(2025, 0), 7])
    expect(pareils).toEqual([true, true, true])
  })

  it('est celle de la machine quand rien n’est dit, et refuse ce qui n’est pas un instant', () => {
    expect(readDecalage(undefined, 5)).toBe(0)
    expect(readDecalage('1970-01-01T00:00:01Z', 400)).toBe(600)
    expect(readDecalage('-250', 400)).toBe(-250)
    expect(() => readDecalage('demain', 0)).toThrow('n’est pas un instant')
  })
})
