import type { DetailJournal } from './journal.schema.ts'

/** One detail on one line: « Rôles : Structure → Administration ». */
export function phraseDe({ libelle, avant, valeur, change }: DetailJournal): string {
  const dit = change ? `${avant ?? '—'} → ${valeur ?? '—'}` : valeur
  return `${libelle}\u00a0: ${dit}`
}
