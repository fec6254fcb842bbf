/**
 * A base that cannot be opened or migrated, told in one French sentence for the person who starts
 * the server: main prints the sentence alone, without a trace.
 */
export class ErreurDeBase extends Error {
  override readonly name = 'ErreurDeBase'
}

const REFERENCE = '23503'
const UNIQUE = '23505'
const CHECK = '23514'
const EXCLUSION = '23P01'
const CONTRAINTES = new Set([REFERENCE, UNIQUE, CHECK, EXCLUSION])
const CONFLITS = new Set(['40001', '40P01'])

/** SQLSTATE of an error that comes from PostgreSQL or Node (`ECONNREFUSED`), or null. */
export function codeDe(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/**
 * Name of the constraint that a statement violated (unique, reference, check, exclusion), or null
 * when the error is anything else. Not-null violations give null: PostgreSQL 15 does not name them.
 */
export function contrainteDe(error: unknown): string | null {
  if (!CONTRAINTES.has(codeDe(error) ?? '')) return null
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return null
  return typeof error.constraint === 'string' ? error.constraint : null
}

/** True when the transaction lost against another one (serialization, deadlock) and may be redone. */
export function estConflitDeSerialisation(error: unknown): boolean {
  return CONFLITS.has(codeDe(error) ?? '')
}
