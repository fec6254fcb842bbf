import { sonder } from '../app/ligne.ts'

const manquees = new Set<HTMLLinkElement>()
const tentees = new Set<string>()

/** The bundler's loader asks once for a sheet; after a failure it tries its script only. */
export function remettreStyles(): void {
  for (const une of manquees) une.replaceWith(une.cloneNode())
  manquees.clear()
}

/**
 * A sheet that fails may tell of a cut before any call does: the server is asked. If it answers the
 * sheet is tried again, one time; else, or then, with the line's return.
 */
function noter({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  manquees.add(target)
  if (tentees.has(target.href)) return
  tentees.add(target.href)
  void sonder().then((joint) => joint && remettreStyles())
}

/** Notes the style sheets that did not come. */
export function suivreStyles(): () => void {
  // Such an event does not rise: it is met on its way down.
  document.addEventListener('error', noter, true)
  return () => document.removeEventListener('error', noter, true)
}
