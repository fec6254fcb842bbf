import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { lignesTenues } from '@releve/contract/modele/calcul.place.ts'
import type { Calcul } from '@releve/contract/modele/calcul.ts'

/** What is read of the figures of a form, whether they are computed here or were received. */
export type Chiffres = Pick<
  Calcul,
  | 'valeur'
  | 'partiel'
  | 'lignes'
  | 'verrouillee'
  | 'requise'
  | 'commentaireRequis'
  | 'motifManquant'
  | 'horsMois'
  | 'resultats'
>

const AUCUN: readonly string[] = []

/** Figures and controls as the server answered them: nothing is computed, nothing may be entered. */
export function chiffresRecus({ donnees, resultats }: Formulaire): Chiffres {
  const lignes = new Map<string, string[]>()
  return {
    valeur: (adresse) => donnees[adresse] ?? null,
    partiel: () => null,
    lignes: (tableau) => {
      const connues = lignes.get(tableau) ?? lignesTenues(donnees, tableau)
      lignes.set(tableau, connues)
      return connues
    },
    verrouillee: () => true,
    requise: () => false,
    commentaireRequis: () => false,
    motifManquant: () => null,
    horsMois: () => AUCUN,
    resultats: () => resultats,
  }
}
