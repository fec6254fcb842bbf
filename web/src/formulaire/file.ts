/** Reports that wait for a decision, as a list last showed them, and where that list stands. */
type File = { adresse: string; numeros: readonly string[] }

/** Of this tab, and of this session: signing out clears it with the rest (`clearStockage`). */
const CLE = 'fileExamen'

/** What the browser has no room for: it then lasts as long as the page. */
let ici: File | null = null

function estFile(lu: unknown): lu is File {
  if (typeof lu !== 'object' || lu === null) return false
  const { adresse, numeros } = lu as Partial<File>
  return (
    typeof adresse === 'string' &&
    Array.isArray(numeros) &&
    numeros.every((numero) => typeof numero === 'string')
  )
}

function lireFile(): File | null {
  if (ici) return ici
  try {
    const lu: unknown = JSON.parse(sessionStorage.getItem(CLE) ?? 'null')
    return estFile(lu) ? lu : null
  } catch {
    return null
  }
}

/**
 * The list says what it shows, for a report opened from it to lead on to the next and back: kept
 * through a reload, and through a page that gives way to a newer version.
 */
export function retenirFile(montree: File): void {
  try {
    sessionStorage.setItem(CLE, JSON.stringify(montree))
    ici = null
  } catch {
    ici = montree
  }
}

/** Where a report of the list leads: back to it, and to the one that follows there. */
export function placeDansFile(numero: string): { retour: string; suivant: string | null } | null {
  const file = lireFile()
  const rang = file?.numeros.indexOf(numero) ?? -1
  if (!file || rang < 0) return null
  return { retour: file.adresse, suivant: file.numeros[rang + 1] ?? null }
}
