import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ouvrirSortie } from './sortie.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const INFO = '{"level":30,"msg":"appel"}\n'
const ALERTE = '{"level":40,"msg":"réponse tardive"}\n'

function ouvrir() {
  const dits: string[] = []
  return { dits, sortie: ouvrirSortie({ write: (texte) => void dits.push(texte) }) }
}

it('les lignes ordinaires sortent ensemble, un instant après la première', () => {
  const { dits, sortie } = ouvrir()
  sortie.write(INFO)
  sortie.write(INFO)
  expect(dits).toEqual([])
  vi.advanceTimersByTime(200)
  expect(dits).toEqual([INFO + INFO])
  sortie.write(INFO)
  vi.advanceTimersByTime(200)
  expect(dits).toEqual([INFO + INFO, INFO])
})

it('ce qui alerte sort aussitôt, après ce qui attendait', () => {
  const { dits, sortie } = ouvrir()
  sortie.write(INFO)
  sortie.write(ALERTE)
  expect(dits).toEqual([INFO + ALERTE])
  vi.advanceTimersByTime(1000)
  expect(dits).toEqual([INFO + ALERTE])
})

it('beaucoup de lignes n’attendent pas', () => {
  const { dits, sortie } = ouvrir()
  for (let n = 0; n < 2000; n += 1) sortie.write(INFO)
  expect(dits.join('').length).toBeGreaterThan(1000 * INFO.length)
})

it('la fin du processus ne perd rien', () => {
  const avant = new Set(process.listeners('exit'))
  const { dits, sortie } = ouvrir()
  sortie.write(INFO)
  const nouveaux = process.listeners('exit').filter((dire) => !avant.has(dire))
  expect(nouveaux).toHaveLength(1)
  for (const dire of nouveaux) dire(0)
  expect(dits).toEqual([INFO])
})
