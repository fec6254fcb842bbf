import { sql } from 'kysely'

/** Minutes without a step after which the process that carries a work out is taken for dead. */
const SILENCE = 15

/**
 * Whether a work (a row with `etat` and `vu_le`) goes on for the base alone: its process died. By the
 * base's clock, that all processes share.
 */
export const MUETTE = sql<boolean>`(etat = 'EN_COURS'
  and vu_le < clock_timestamp() - make_interval(mins => ${SILENCE}::integer))`
