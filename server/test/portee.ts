import { inject, it } from 'vitest'
import { PORTEE, SANS_POSTGRES } from '../../tools/portee.ts'

/**
 * Whether this home plays a file whole. In the gate PostgreSQL does, and the embedded base what may
 * differ there (docs/decisions/0067-douze-minutes.md).
 */
export const estEntier = (): boolean =>
  PORTEE !== 'porte' || SANS_POSTGRES || inject('maison') === 'serveur'

/**
 * A test that the gate leaves to the complete run: what in the gate still catches its faults stands
 * in docs/decisions/0104-une-preuve-une-fois.md. The gate does not declare it.
 */
export function auComplet(titre: string, essai: () => Promise<void>): void {
  if (PORTEE !== 'porte') it(titre, essai)
}
