/** Reports that wait for a decision, as a list last showed them, and where that list stands. */
type File = { adresse: string; numeros: readonly string[] }

let file: File = { adresse: '', numeros: [] }

/** The list says what it shows, for a report opened from it to lead on to the next and back. */
export function retenirFile(montree: File): void {
  file = montree
}

/** Where a report of the list leads: back to it, and to the one that follows there. */
export function placeDansFile(numero: string): { retour: string; suivant: string | null } | null {
  const rang = file.numeros.indexOf(numero)
  if (rang < 0) return null
  return { retour: file.adresse, suivant: file.numeros[rang + 1] ?? null }
}
