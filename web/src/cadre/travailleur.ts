/**
 * Asks the site's worker to keep the site for when the network is away. Where there is none (plain
 * HTTP, an old browser, development), the site works as ever.
 */
export async function garderLeSite(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/hors-ligne.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('garder')
  } catch {
    // Refused by the browser's settings, or the network is away: the next start tries again.
  }
}
