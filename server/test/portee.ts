import { inject } from 'vitest'
import { PORTEE, SANS_POSTGRES } from '../../tools/portee.ts'

/**
 * Whether this home plays a file whole. In the gate PostgreSQL does, and the embedded base what may
 * differ there (docs/decisions/0067-douze-minutes.md).
 */
export const estEntier = (): boolean =>
  PORTEE !== 'porte' || SANS_POSTGRES || inject('maison') === 'serveur'
