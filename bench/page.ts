// What runs in the browser under measure. Strings, because the page is not ours to type.

/** Notes when the first cell that may be typed in appears, in ms since the navigation began. */
export const GUETTER_PRET = `
  globalThis.pretA = new Promise((dire) => {
    const voir = () => {
      const champ = document.querySelector('input:is([data-cellule], [data-plancher])')
      if (champ && !champ.disabled && !champ.readOnly) dire(performance.now())
      else requestAnimationFrame(voir)
    }
    requestAnimationFrame(voir)
  })`

/**
 * From the key's own time to the frame that shows it: the message runs after the browser has drawn.
 * `script` is when the page's next task could run: handlers, and the drawing that came before it.
 */
export const CHRONOMETRER_TOUCHES = `
  globalThis.touches = []
  addEventListener('keydown', (evenement) => {
    const debut = evenement.timeStamp
    const commence = performance.now()
    const canal = new MessageChannel()
    const touche = { affichage: 0, script: 0 }
    globalThis.touches.push(touche)
    canal.port1.onmessage = () => { touche.affichage = performance.now() - debut }
    setTimeout(() => { touche.script = performance.now() - commence }, 0)
    requestAnimationFrame(() => canal.port2.postMessage(null))
  }, true)`

/** A bare page of so many fields in tables of forty rows, whose one script sums on each key. */
export function pageNue(champs: number): string {
  const ligne = (rang: number) =>
    `<tr><th scope="row">Ligne ${rang}</th>${[0, 1]
      .map((c) => `<td><input data-plancher="${2 * rang + c}" inputmode="numeric" value="7"></td>`)
      .join('')}</tr>`
  const lignes = Array.from({ length: Math.ceil(champs / 2) }, (_, rang) => ligne(rang))
  const tableaux: string[] = []
  for (let i = 0; i < lignes.length; i += 40) {
    tableaux.push(`<table>${lignes.slice(i, i + 40).join('')}</table>`)
  }
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Plancher</title>
    <output id="somme"></output>${tableaux.join('')}<script>
    const champs = [...document.querySelectorAll('input')]
    addEventListener('input', () => {
      let somme = 0
      for (const champ of champs) somme += Number(champ.value)
      document.getElementById('somme').textContent = somme
    })</script></html>`
}
