import type { MemeTexte } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { MoisCouvert } from '@releve/contract/mois.schema.ts'
import { avecDepuis, avecEn, libellePeriode, rangDe } from '@releve/contract/mois.ts'

const dire = (mois: MoisCouvert): string => libellePeriode(mois, mois.moisCouverts)

/** « Même texte qu’en mars 2025, depuis octobre 2024. », « Même texte qu’au 3e trimestre 2026. » */
export function direMemeTexte({ depuis, dernier }: MemeTexte): string {
  const suite = rangDe(depuis) === rangDe(dernier) ? '' : `, ${avecDepuis(dire(depuis))}`
  const quand = avecEn(dire(dernier))
  return `Même texte ${/^[ae]/.test(quand) ? 'qu’' : 'que '}${quand}${suite}.`
}
