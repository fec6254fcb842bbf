import { type CodeErreur, type Detail, ERREURS, libelleErreur } from '@releve/contract/erreur.ts'

/** A refusal of the closed list (`contract/src/erreur.ts`): the only exception a feature throws. */
export class ErreurMetier extends Error {
  readonly code: CodeErreur
  readonly statut: number
  readonly details: Detail[] | undefined
  /** Seconds for the `Retry-After` header. */
  readonly attente: number | undefined

  constructor(
    code: CodeErreur,
    valeurs: Record<string, string>,
    options: { details?: Detail[]; attente?: number },
  ) {
    super(libelleErreur(code, valeurs))
    this.code = code
    this.statut = ERREURS[code][0]
    this.details = options.details
    this.attente = options.attente
  }
}

/**
 * Builds a refusal: `throw erreur('TRANSITION_INTERDITE', { etat: 'Validé' })`. `valeurs` fill the
 * sentence's `{places}`; `details` name each fault by its path.
 */
export function erreur(
  code: CodeErreur,
  valeurs: Record<string, string> = {},
  options: { details?: Detail[]; attente?: number } = {},
): ErreurMetier {
  return new ErreurMetier(code, valeurs, options)
}
