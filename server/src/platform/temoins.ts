import { channel } from 'node:diagnostics_channel'

/**
 * Tells listeners within the process what work was done (a password hashed, a statement run), never
 * on which values: tests compare two answers by it, and an operator may probe. It costs nothing
 * when nobody listens.
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
