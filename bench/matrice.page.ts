// What runs in the pages under measure, and the page that the matrix stands beside.
// Strings, because the pages are not ours to type.

/** What says that the first squares are in the page, of Relevé's and of the bare one. */
export const CASE = ':is(a.mat-case, .nu-case)'
const BOITE = ':is(.mat-boite, .nu-boite)'
/** Pixels a frame: a wheel turned without haste, three thousand pixels a second. */
const PAS = 50
/** Frames without a task of 50 ms, after which the page is at rest. */
const CALME = 30

/** `globalThis.peinteA(geste)`: ms from the press to the frame that shows the first squares. */
export const CHRONOMETRER_PEINTURE = `
  globalThis.peinteA = (lien) => new Promise((dire) => {
    const debut = performance.now()
    const canal = new MessageChannel()
    canal.port1.onmessage = () => dire(performance.now() - debut)
    const voir = () => {
      // The message comes once the frame that holds them is drawn.
      if (document.querySelector('${CASE}')) canal.port2.postMessage(null)
      else requestAnimationFrame(voir)
    }
    lien.click()
    requestAnimationFrame(voir)
  })`

/** `globalThis.defiler(images)`: the ms of each frame while the box scrolls, once all is at rest. */
export const CHRONOMETRER_DEFILEMENT = `
  globalThis.defiler = (images) => new Promise((dire) => {
    const boite = document.querySelector('${BOITE}')
    const durees = []
    let calmes = 0, lignes = 0, sens = ${PAS}, avant = performance.now()
    const attendre = (maintenant) => {
      const vues = boite.querySelectorAll('tr').length
      calmes = vues === lignes && maintenant - avant < 50 ? calmes + 1 : 0
      lignes = vues
      avant = maintenant
      requestAnimationFrame(calmes < ${CALME} ? attendre : defiler)
    }
    const defiler = (maintenant) => {
      durees.push(maintenant - avant)
      avant = maintenant
      const haut = boite.scrollTop
      boite.scrollTop += sens
      if (boite.scrollTop === haut) sens = -sens
      if (durees.length <= images) requestAnimationFrame(defiler)
      else dire({ durees: durees.slice(1), lignes })
    }
    requestAnimationFrame(attendre)
  })`

/**
 * The simplest page that shows the same: a table of as many rows, a letter a cell, no link, no
 * choice, written by one `innerHTML` from what the call answers. `lignes`: none at all, and the box
 * scrolls over nothing.
 */
export function pageMatrice(reponse: string, { vide = false } = {}): string {
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Plancher</title>
    <style>
      .nu-boite { height: 630px; overflow: auto; font: 14px sans-serif }
      table { border-collapse: collapse; width: 100% } tr { height: 31px }
      td { border: 1px solid #ccc; text-align: center }
    </style>
    <button>Montrer</button><div class="nu-boite"></div><script type="application/json">
    ${reponse.replaceAll('<', '\\u003c')}</script><script>
    document.querySelector('button').onclick = () => {
      const { structures } = JSON.parse(document.querySelector('[type="application/json"]').text)
      const lignes = structures.flatMap(({ libelle, cases }) => Object.entries(cases)
        .map(([modele, lettres]) => '<tr><th>' + libelle + ' ' + modele + '</th>' +
          [...lettres].map((une) => '<td class="nu-case">' + une + '</td>').join('') + '</tr>'))
      document.querySelector('.nu-boite').innerHTML = ${vide}
        ? '<div class="nu-case" style="height:' + 31 * lignes.length + 'px"></div>'
        : '<table>' + lignes.join('') + '</table>'
    }</script></html>`
}
