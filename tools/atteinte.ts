// What a test of the browser reaches, read from what Chromium tells: which parts of each script
// ran, and which call an address is. Pure: e2e/atteinte.ts collects, tools/choisir.ts chooses.
import type { OperationNommee } from './operations.ts'

/** A range of characters of a script, and how often it ran. */
type Plage = { startOffset: number; endOffset: number; count: number }
/** A function as the protocol tells it: its own range first, then the blocks that differ. */
export type FonctionVue = { ranges: Plage[] }
/** From its first character to the one after its last. */
export type Bloc = [debut: number, fin: number]

/** Parts that ran, joined, in order: the innermost range that holds a character speaks for it. */
export function blocsJoues(fonctions: FonctionVue[]): Bloc[] {
  const plages = fonctions
    .flatMap(({ ranges }) => ranges)
    .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const joues: Bloc[] = []
  const ouvertes: Plage[] = []
  let rendu = 0
  const avancer = (jusque: number): void => {
    const joue = (ouvertes.at(-1)?.count ?? 0) > 0
    const dernier = joues.at(-1)
    if (joue && jusque > rendu) {
      if (dernier && dernier[1] === rendu) dernier[1] = jusque
      else joues.push([rendu, jusque])
    }
    rendu = Math.max(rendu, jusque)
  }
  const fermerAvant = (debut: number): void => {
    for (let haut = ouvertes.at(-1); haut && haut.endOffset <= debut; haut = ouvertes.at(-1)) {
      avancer(haut.endOffset)
      ouvertes.pop()
    }
  }
  for (const plage of plages) {
    fermerAvant(plage.startOffset)
    avancer(plage.startOffset)
    ouvertes.push(plage)
  }
  fermerAvant(Number.POSITIVE_INFINITY)
  return joues
}

/** The call that this is: its operation, by whom and how it ended; null where it is none of ours. */
export function nommerAppel(
  operations: OperationNommee[],
  {
    methode,
    chemin,
    qui,
    statut,
  }: { methode: string; chemin: string; qui: string; statut: number },
): string | null {
  const trouvee = operations.find(
    ({ operation: { method, path } }) =>
      method === methode &&
      new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(chemin),
  )
  return trouvee ? `${trouvee.nom} ${qui} ${statut}` : null
}
