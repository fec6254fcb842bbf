import { formaterValeur } from '@releve/contract/modele/affichage.ts'
import type { Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { Lecture } from './client.ts'

/** What a cell held, as it is read; a dash for a blank. */
export function direValeur(lecture: Lecture, adresse: string, valeur: Valeur | null): string {
  const cellule = lecture.celluleDe(adresse)
  if (!cellule || valeur === null) return String(valeur ?? '—')
  return formaterValeur(cellule, valeur) || '—'
}
