import { channel } from 'node:diagnostics_channel'

/**
 * The work that the platform does, told to whoever listens within its process: a test that two
 * answers cost the same, a probe in operation. What was done, never on what: no value, no password.
 * Nobody listening, it costs nothing.
 */
export const TEMOINS = {
  /** A statement is sent to the base: its text, whose values are apart. */
  requete: channel('releve:requete'),
  /** A password is hashed, or compared with a hash: what that costs, as the hash says it. */
  empreinte: channel('releve:empreinte'),
  /** An answer is put off: for how long, in ms. */
  attente: channel('releve:attente'),
  /** A process apart begins, has said all, or is ended before: its program. */
  apart: channel('releve:apart'),
}
