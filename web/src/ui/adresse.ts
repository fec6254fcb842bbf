export type Changement = Readonly<Record<string, string | number | undefined>>

/**
 * The query of a list after a change of its filters: blank ones leave it, and any change but that
 * of the page goes back to the first page.
 */
export function changerAdresse(params: URLSearchParams, changement: Changement): URLSearchParams {
  const suivants = new URLSearchParams(params)
  if (!('page' in changement)) suivants.delete('page')
  for (const [nom, valeur] of Object.entries(changement)) {
    if (valeur === undefined || valeur === '' || (nom === 'page' && valeur === 1)) {
      suivants.delete(nom)
    } else suivants.set(nom, String(valeur))
  }
  return suivants
}

const PAGE_MAX = 1_000_000

/** The page of a list that its query names; the first when it names none. */
export function pageDe(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}

/** The sort that the query asks for, if it is by one of these fields (`-champ`: descending). */
export function triDe(params: URLSearchParams, champs: readonly string[]): string | undefined {
  const tri = params.get('tri')
  return tri !== null && champs.includes(tri.replace(/^-/, '')) ? tri : undefined
}
