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
  if (typeof error !== 'object' || error === null || !('constraint_name' in error)) return null
  return typeof error.constraint_name === 'string' ? error.constraint_name : null
}

/** True when the transaction lost against another one (serialization, deadlock) and may be redone. */
export function estConflitDeSerialisation(error: unknown): boolean {
  return CONFLITS.has(codeDe(error) ?? '')
}

/** A statement that failed, in PostgreSQL's words (`code`, `detail`, `constraint_name`, …) or the network's. */
export class EchecSql extends Error {}

/** The base did not answer, or the line to it was cut, and this process saw it first. */
export class ConnexionPerdue extends Error {
  override readonly name = 'ConnexionPerdue'
  readonly code = 'ETIMEDOUT'
}

/**
 * The base stopped answering while a transaction was being committed: nobody knows whether it was.
 * `cause` is what the connection said.
 */
export class IssueIncertaine extends Error {
  override readonly name = 'IssueIncertaine'
}

/** Disk full, read-only transaction or folder, quota, failed write: the base reads, at best. */
const STOCKAGE = new Set(['53100', '25006', '58030', 'ENOSPC', 'EROFS', 'EDQUOT', 'EIO'])

/** True when the base answers that it cannot write: a person must act before it can. */
export function estStockageRefuse(error: unknown): boolean {
  return STOCKAGE.has(codeDe(error) ?? '')
}

/** A server that stops or starts: the connection goes with the statement. */
const ARRET = ['57P01', '57P02', '57P03']
/** Besides: too many connections, a statement stopped, a lock not obtained. */
const OCCUPEE = new Set([...ARRET, '53300', '57014', '55P03', '25P03'])
const RESEAU = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Postgres.js's own words.
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
])

/** True when the connection was lost, or went silent: what was asked may have been done. */
export function estConnexionPerdue(error: unknown): boolean {
  if (error instanceof ErreurDeBase) return true
  const code = codeDe(error)
  if (code === null) return false
  return ARRET.includes(code) || RESEAU.has(code) || code.startsWith('08')
}

/**
 * True when the base could not be asked, or gave up, through nobody's fault: the same call may
 * succeed in a moment. Conflicts between transactions count among them.
 */
export function estIndisponible(error: unknown): boolean {
  const code = codeDe(error) ?? ''
  return estConnexionPerdue(error) || OCCUPEE.has(code) || CONFLITS.has(code)
}

/**
 * A role that does not exist or may not enter, a base or a schema that does not exist, a table that
 * is missing or may not be read: all that the platform asks is there since its start.
 */
const AUTRE_BASE = new Set(['28000', '28P01', '3D000', '3F000', '42501', '42P01'])

/**
 * True when the base is no longer the one that the platform started on: without its role after a
 * failover, or being restored by other hands. A person is at work there, or must be.
 */
export function estAutreBase(error: unknown): boolean {
  return AUTRE_BASE.has(codeDe(error) ?? '')
}
