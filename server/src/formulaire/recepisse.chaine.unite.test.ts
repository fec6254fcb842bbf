import { expect, it } from 'vitest'
import { canoniser } from './recepisse.chaine.ts'

it.each<[string, unknown, string]>([
  [
    'range les noms dans l’ordre de leurs unités UTF-16',
    { b: 2, B: 3, 10: 4, 9: 5, a_b: 1 },
    '{"10":4,"9":5,"B":3,"a_b":1,"b":2}',
  ],
  [
    'ne laisse ni blanc ni ordre de plus dans ce qui est imbriqué',
    [{ b: [1, { d: 2, c: 3 }] }],
    '[{"b":[1,{"c":3,"d":2}]}]',
  ],
  ['écrit les nombres comme ECMAScript', [-0, 1e21, 1e-7, 0.1, 100], '[0,1e+21,1e-7,0.1,100]'],
  [
    'échappe les textes comme JSON',
    ['"', '\\', '\n', '\u2028', '\ud800'],
    String.raw`["\"","\\","\n","${'\u2028'}","\ud800"]`,
  ],
  [
    'omet ce qui est indéfini, comme JSON',
    { a: undefined, b: [undefined, Number.NaN, null] },
    '{"b":[null,null,null]}',
  ],
])('%s', (_, valeur, texte) => {
  expect(canoniser(valeur)).toBe(texte)
  expect(JSON.parse(texte)).toEqual(JSON.parse(JSON.stringify(valeur)))
})
