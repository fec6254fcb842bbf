import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { MODELES, MODELES_DEMONSTRATION } from './modeles.ts'

/**
 * A base keeps the definition with which it was filled: a source that changes under the same
 * version would give two platforms two different models of one name, and say nothing.
 */
const SCELLES: Record<string, string> = {
  'RMA@1': '255fe4c00e8bb44e',
  'EPM@1': 'cb7cac45b942b531',
  'SMP@1': '70f253bad0719d56',
  'EBT@1': '8885577a91713cff',
  'IAE@1': '4be4dab5e84e1193',
}

test('un modèle livré ne change pas sans changer de version', () => {
  const actuels = [...MODELES, ...MODELES_DEMONSTRATION].map((source) => {
    const empreinte = createHash('sha256').update(JSON.stringify(source)).digest('hex')
    return [`${source.code}@${source.version}`, empreinte.slice(0, 16)]
  })
  // Before the first release only, a change may be sealed anew here; afterwards raise `version`.
  expect(Object.fromEntries(actuels)).toEqual(SCELLES)
})
