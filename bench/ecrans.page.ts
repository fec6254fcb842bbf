// What runs in a screen under measure. A string, because the page is not ours to type.

/** Milliseconds without a long task (50 ms and more), after which a page is called ready. */
const CALME_MS = 500

/** When the page drew something, what one comes for, and was ready: ms since its navigation began. */
export type Instants = { affichage: number; montre: number; pret: number }

/**
 * `globalThis.instants`: the first contentful paint, when the main control is first on the screen,
 * with the data that bring it, and the time to interactive: the first instant
 * after it from which the main control (`commande`, a CSS selector) is there, visible and enabled,
 * and `CALME_MS` pass without a long task. Whether it answers is then tried from outside.
 */
export const guetter = (commande: string): string => `
  globalThis.instants = new Promise((dire) => {
    let affichage = 0, commandeA = 0, finTache = 0
    new PerformanceObserver((liste) => {
      for (const { startTime, duration } of liste.getEntries()) {
        finTache = Math.max(finTache, startTime + duration)
      }
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((liste) => {
      for (const { name, startTime } of liste.getEntries()) {
        if (name === 'first-contentful-paint') affichage = startTime
      }
    }).observe({ type: 'paint', buffered: true })
    const estLa = () => {
      const trouvee = document.querySelector(${JSON.stringify(commande)})
      return trouvee?.checkVisibility() && !trouvee.matches(':disabled, [aria-disabled=true]')
    }
    const voir = () => {
      if (estLa()) commandeA = performance.now()
      else requestAnimationFrame(voir)
    }
    requestAnimationFrame(voir)
    const attendre = setInterval(() => {
      if (affichage === 0 || commandeA === 0) return
      const pret = Math.max(affichage, commandeA, finTache)
      if (performance.now() - pret < ${CALME_MS}) return
      clearInterval(attendre)
      dire({ affichage, montre: commandeA, pret })
    }, 100)
  })`
