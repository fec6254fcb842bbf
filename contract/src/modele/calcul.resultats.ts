import type { Moteur } from './calcul.moteur.ts'
import { justificationValable } from './justification.ts'
import type { Controle, Niveau } from './modele.schema.ts'

/** Controls that fire, in the order of the model, their messages written when first asked for. */
export function resultatsDe(
  { mc, etat, verites, messages }: Moteur,
  justifications: ReadonlyMap<string, string>,
): Controle[] {
  const resultats: Controle[] = []
  mc.controles.forEach(({ cle, code, niveau, cellules, message: ecrire }, rang) => {
    if (verites[rang] !== false) return
    const message = messages[rang] ?? ecrire(etat)
    messages[rang] = message
    const texte = justifications.get(cle)
    const justification =
      niveau === 'AVERTISSEMENT' && justificationValable(texte) ? texte.trim() : null
    resultats.push({ cle, code, niveau, cellules, message, justification })
  })
  return resultats
}

/** Number of controls of that level that fire. */
export function compterDeclenches({ mc, verites }: Moteur, cherche: Niveau): number {
  return mc.controles.filter(({ niveau }, rang) => niveau === cherche && verites[rang] === false)
    .length
}
