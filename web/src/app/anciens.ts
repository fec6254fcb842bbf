const PARTIES = ['textes', 'commentaires', 'justifications']

type ObjetStocke = Record<string, unknown>

function lireObjet(texte: string): ObjetStocke | null {
  try {
    const lu: unknown = JSON.parse(texte)
    return typeof lu === 'object' ? (lu as ObjetStocke | null) : null
  } catch {
    return null
  }
}

const depuisDe = (lu: ObjetStocke) => Number(lu['depuis']) || 0
const partieDe = (lu: ObjetStocke, nom: string) => (typeof lu[nom] === 'object' ? lu[nom] : null)

/**
 * One text out of two of the same key: what the base holds (null: nothing), and what an earlier
 * version of the site left in local storage. Of a report, cell by cell, over the lower version, for
 * the server to see each conflict; for a cell that both hold, and for anything else, the one begun
 * later.
 */
export function reunir(lu: string | null, ancien: string): string {
  if (lu === null) return ancien
  const [tenu, laisse] = [lireObjet(lu), lireObjet(ancien)]
  if (!tenu) return ancien
  if (!laisse) return lu
  const [avant, apres] = depuisDe(tenu) > depuisDe(laisse) ? [laisse, tenu] : [tenu, laisse]
  if (!('textes' in avant && 'textes' in apres)) return JSON.stringify(apres)
  const parties = PARTIES.map((nom) => [nom, { ...partieDe(avant, nom), ...partieDe(apres, nom) }])
  const versions = [avant['version'], apres['version']].map(Number).filter(Number.isFinite)
  const version = Math.min(...versions)
  return JSON.stringify({ ...Object.fromEntries(parties), version, depuis: depuisDe(avant) })
}
