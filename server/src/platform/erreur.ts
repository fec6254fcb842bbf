import {
  type CodeErreur,
  type CodeSchema,
  type Detail,
  type DetailDefi,
  type Enonce,
  ERREURS,
  enoncer,
  type Valeurs,
  type ValeursErreur,
} from '@releve/contract/erreur.ts'
import type { z } from 'zod'

type Options = {
  /** Each fault, named by its path. */
  details?: (Detail | DetailDefi)[]
  /** Seconds for the `Retry-After` header. */
  attente?: number
  /** Why, for the log of the service alone. */
  cause?: unknown
}

/** A refusal of the closed list (`contract/src/erreur.ts`): the only exception a feature throws. */
export class ErreurMetier extends Error {
  readonly code: CodeErreur
  readonly statut: number
  readonly details: Options['details']
  readonly attente: number | undefined

  constructor({ code, libelle }: Enonce, { details, attente, cause }: Options = {}) {
    super(libelle, { cause })
    this.code = code
    this.statut = ERREURS[code][0]
    this.details = details
    this.attente = attente
  }
}

/**
 * What a route without transaction has read no longer holds where it writes: nothing was written,
 * and the platform plays it again (`optimiste`, platform/route.ts).
 */
export class CoursePerdue extends Error {
  override readonly name = 'CoursePerdue'
}

/** Who asked has gone before anything was done for him: nobody's fault, and nobody to answer. */
export class AppelantParti extends Error {
  override readonly name = 'AppelantParti'
}

type Suite<C extends CodeErreur> = undefined extends Valeurs<C>[0]
  ? [valeurs?: ValeursErreur<C>, options?: Options]
  : [valeurs: ValeursErreur<C>, options?: Options]

/**
 * Builds a refusal: `throw erreur('TRANSITION_INTERDITE', { etat: 'Validé' })`. The values fill the
 * sentence's `{places}`: one that is missing does not compile.
 */
export function erreur<C extends CodeErreur>(
  code: C,
  ...[valeurs, options]: Suite<C>
): ErreurMetier {
  // The values of its own code, which `Suite` has just asked for.
  return new ErreurMetier(enoncer(code, ...([valeurs] as Valeurs<C>)), options)
}

/** How a detail names what a schema has against a value. */
export const codeSchema = ({ code }: z.core.$ZodIssue): CodeSchema =>
  // The same letters: `toUpperCase` alone does not tell the compiler so.
  code.toUpperCase() as CodeSchema
