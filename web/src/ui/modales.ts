/** The dialogs open over the page, the one on top last. */
const ouvertes: HTMLDialogElement[] = []
const abonnes = new Set<(dessus: HTMLDialogElement | null) => void>()

const dire = () => {
  for (const abonne of abonnes) abonne(ouvertes.at(-1) ?? null)
}

/** A dialog opens: until it closes, what lies outside it is neither heard nor reached. */
export function entrerModale(dialogue: HTMLDialogElement): void {
  ouvertes.push(dialogue)
  dire()
}

/** A dialog is about to close, or to leave the page. */
export function sortirModale(dialogue: HTMLDialogElement): void {
  ouvertes.splice(ouvertes.indexOf(dialogue), 1)
  dire()
}

/** Tells, now and at each change, which dialog is on top: none is null. Returns what stops it. */
export function suivreModales(abonne: (dessus: HTMLDialogElement | null) => void): () => void {
  abonnes.add(abonne)
  abonne(ouvertes.at(-1) ?? null)
  return () => abonnes.delete(abonne)
}
