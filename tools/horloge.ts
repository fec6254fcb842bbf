// The clock given to the tests: `HORLOGE` says the instant at which a run begins (ISO), and every
// process of it, and every page of its browsers, counts from there. Time passes as it does:
// only what day it is changes. `tools/jours.ts` gives it.

const PRECHARGEMENT = new URL('./horloge.prechargement.ts', import.meta.url).href

/**
 * Milliseconds to add to the machine's clock; 0 where none is asked for. A number is what another
 * process of the same run has counted: all of them must agree.
 * @throws Error when it is no instant
 */
export function readDecalage(dit: string | undefined, maintenant: number): number {
  if (!dit) return 0
  const decalage = /^-?\d+$/.test(dit) ? Number(dit) : Date.parse(dit) - maintenant
  if (Number.isNaN(decalage))
    throw new Error(`HORLOGE\u00a0: «\u00a0${dit}\u00a0» n’est pas un instant.`)
  return decalage
}

/** The environment in which a run begins at this instant. */
export function environnement(instant: string): Record<string, string> {
  const options = `${process.env.NODE_OPTIONS ?? ''} --import=${PRECHARGEMENT}`.trim()
  return { HORLOGE: String(readDecalage(instant, Date.now())), NODE_OPTIONS: options }
}

/**
 * Moves the clock of whoever calls it, once. Also sent to pages, as text: it uses nothing of this
 * file.
 */
export function decaler(decalage: number): void {
  const { Date: DateVraie } = globalThis
  // A window that the page opens is read twice: empty, then with its document.
  if ('decalage' in DateVraie) return
  Reflect.defineProperty(DateVraie, 'decalage', { value: decalage })
  const lire = DateVraie.now.bind(DateVraie)
  const now = () => lire() + decalage
  const DateDecalee = new Proxy(DateVraie, {
    apply: () => new DateVraie(now()).toString(),
    construct: (cible, mots, nouvelle) =>
      Reflect.construct(cible, mots.length === 0 ? [now()] : mots, nouvelle),
  })
  DateVraie.now = now
  DateVraie.prototype.constructor = DateDecalee
  globalThis.Date = DateDecalee
}
