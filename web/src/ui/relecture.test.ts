import { expect, it } from 'vitest'
import { relectureDe } from './relecture.ts'

it('une liste se relit vite tant qu’un courriel vient d’être demandé, sinon sans hâte', () => {
  const midi = Date.parse('2026-03-20T12:00:00Z')
  expect(relectureDe([], midi)).toBe(15_000)
  expect(relectureDe(['2026-03-20T11:59:30Z'], midi)).toBe(2_000)
  // One that waits for hours, and one that a clock behind says to come.
  expect(relectureDe(['2026-03-20T09:00:00Z'], midi)).toBe(15_000)
  expect(relectureDe(['2026-03-20T12:00:10Z'], midi)).toBe(2_000)
})
