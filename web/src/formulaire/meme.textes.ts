import type { MemeTexte } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode, rangDe } from '@releve/contract/mois.ts'

/** « Même texte qu’en mars 2025, depuis octobre 2024. » */
export function direMemeTexte({ depuis, dernier }: MemeTexte): string {
  const suite = rangDe(depuis) === rangDe(dernier) ? '' : `, depuis ${libellePeriode(depuis)}`
  return `Même texte qu’en ${libellePeriode(dernier)}${suite}.`
}
