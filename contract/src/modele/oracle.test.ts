import { evaluate } from '@marcbachmann/cel-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculer, juger } from './banc.ts'

/** The same expression in both languages: ours, and CEL, whose implementation is not ours. */
type Jumelle = { notre: string; cel: string }

const VARIABLES = { A: 3.5, B: -2, C: 12 }

const litteral: fc.Arbitrary<Jumelle> = fc.integer({ min: 0, max: 40 }).map((quarts) => ({
  notre: String(quarts / 4).replace('.', ','),
  cel: (quarts / 4).toFixed(2),
}))
const variable: fc.Arbitrary<Jumelle> = fc
  .constantFrom('A', 'B', 'C')
  .map((nom) => ({ notre: nom, cel: nom }))

const arbres = fc.letrec<{ nombre: Jumelle; condition: Jumelle }>((lie) => ({
  nombre: fc.oneof(
    { maxDepth: 4 },
    litteral,
    variable,
    fc
      .tuple(lie('nombre'), fc.constantFrom('+', '-', '*'), lie('nombre'))
      .map(([g, op, d]) => jumelle(`(${g.notre} ${op} ${d.notre})`, `(${g.cel} ${op} ${d.cel})`)),
    fc
      .tuple(lie('nombre'), lie('nombre'), lie('nombre'))
      // Without parentheses: precedence and associativity are what is tried.
      .map(([a, b, c]) =>
        jumelle(`(${a.notre} - ${b.notre} * ${c.notre})`, `(${a.cel} - ${b.cel} * ${c.cel})`),
      ),
    fc
      .tuple(lie('condition'), lie('nombre'), lie('nombre'))
      .map(([c, a, b]) =>
        jumelle(`SI(${c.notre}; ${a.notre}; ${b.notre})`, `(${c.cel} ? ${a.cel} : ${b.cel})`),
      ),
  ),
  condition: fc.oneof(
    { maxDepth: 4 },
    fc
      .tuple(lie('nombre'), fc.constantFrom('<', '<=', '>', '>=', '=', '<>'), lie('nombre'))
      .map(([g, op, d]) =>
        jumelle(
          `${g.notre} ${op} ${d.notre}`,
          `${g.cel} ${op === '=' ? '==' : op === '<>' ? '!=' : op} ${d.cel}`,
        ),
      ),
    fc
      .tuple(lie('condition'), fc.constantFrom('ET', 'OU'), lie('condition'))
      .map(([g, op, d]) =>
        jumelle(
          `(${g.notre} ${op} ${d.notre})`,
          `(${g.cel} ${op === 'ET' ? '&&' : '||'} ${d.cel})`,
        ),
      ),
    lie('condition').map((c) => jumelle(`NON (${c.notre})`, `!(${c.cel})`)),
  ),
}))

function jumelle(notre: string, cel: string): Jumelle {
  return { notre, cel }
}

/** Ours refuses formulas longer or deeper than people write. */
const lisible = ({ notre }: Jumelle) => notre.length < 1000

describe('l’arithmétique des formules', () => {
  it('est celle de CEL', () => {
    fc.assert(
      fc.property(arbres.nombre.filter(lisible), ({ notre, cel }) => {
        const attendu = Number(evaluate(cel, VARIABLES))
        const obtenu = calculer(notre, VARIABLES)
        expect(Math.abs(Number(obtenu) - attendu)).toBeLessThanOrEqual(1e-9 * Math.abs(attendu))
      }),
      { numRuns: 200 },
    )
  })

  it('juge comme CEL', () => {
    fc.assert(
      fc.property(arbres.condition.filter(lisible), ({ notre, cel }) => {
        expect(juger(notre, VARIABLES)).toBe(evaluate(cel, VARIABLES))
      }),
      { numRuns: 200 },
    )
  })
})
