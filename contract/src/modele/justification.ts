import type { Controle } from './modele.schema.ts'

/** Fewest characters of a justification, spaces around it not counted. */
export const JUSTIFICATION_MIN = 10

export function justificationValable(texte: string | undefined): texte is string {
  return texte !== undefined && texte.trim().length >= JUSTIFICATION_MIN
}

/** A control that fires, with what was written for it where that justifies it. */
export function avecJustification(controle: Controle, texte: string | undefined): Controle {
  const justifie = controle.niveau === 'AVERTISSEMENT' && justificationValable(texte)
  return { ...controle, justification: justifie ? texte.trim() : null }
}

/**
 * Keys of the justifications that no longer hold: the message of their control, and so one of its
 * figures, is not the one that was justified, or the control no longer fires. To be asked of the
 * justifications kept, before those that come with the change are added.
 */
export function justificationsTombees(
  avant: readonly Controle[],
  apres: readonly Controle[],
  justifications: Record<string, string>,
): string[] {
  const messages = (controles: readonly Controle[]) =>
    new Map(controles.map(({ cle, message }) => [cle, message]))
  const justifies = messages(avant)
  const actuels = messages(apres)
  return Object.keys(justifications).filter((cle) => justifies.get(cle) !== actuels.get(cle))
}
