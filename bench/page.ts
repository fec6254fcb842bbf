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
 * Right after the browser has drawn, before anything else that waits: the key's release, the forms
 * that it reads over for who fills them by itself.
 */
const DESSINEE = `
  const dessinee = (rappel) => requestAnimationFrame(() => {
    scheduler.postTask(() => rappel(performance.now()), { priority: 'user-blocking' })
  })`

/**
 * From the key's own time to the frame that shows it, then to the one that shows the total that
 * follows (`total`: the element that holds it, in the page's words).
 */
export const chronometrerTouches = (total: string): string => `
  globalThis.touches = []
  ${DESSINEE}
  const total = ${total}
  addEventListener('keydown', ({ timeStamp }) => {
    const touche = { debut: timeStamp, affichage: 0, total: 0 }
    globalThis.touches.push(touche)
    dessinee((fin) => { touche.affichage = fin - timeStamp })
  }, true)
  if (total) {
    const suivre = () => {
      const touche = globalThis.touches.at(-1)
      if (touche?.total === 0) dessinee((fin) => { touche.total ||= fin - touche.debut })
    }
    const quoi = { subtree: true, childList: true, characterData: true }
    new MutationObserver(suivre).observe(total, quoi)
  }
  // Not the observer.
  void 0`

/** Notes when what was last pasted is on the screen: `attendu` is the value of its last cell. */
export const chronometrerCollage = (attendu: string): string => `
  ${DESSINEE}
  globalThis.colle = new Promise((dire) => {
    addEventListener('paste', ({ timeStamp }) => {
      const voir = () => {
        const champs = [...document.querySelectorAll('input:is([data-cellule], [data-plancher])')]
        if (!champs.some(({ value }) => value.replace(/\\D/g, '') === '${attendu}')) {
          return requestAnimationFrame(voir)
        }
        dessinee((fin) => dire(fin - timeStamp))
      }
      voir()
    }, true)
  })
  // Not the promise: whoever evaluates this would wait for it.
  void 0`

/**
 * A bare page of so many fields in tables of forty rows, whose one script sums on each key and
 * puts what is pasted into the fields that follow.
 */
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
    const sommer = () => {
      let somme = 0
      for (const champ of champs) somme += Number(champ.value)
      document.getElementById('somme').textContent = somme
    }
    addEventListener('input', sommer)
    addEventListener('paste', (evenement) => {
      evenement.preventDefault()
      const du = champs.indexOf(document.activeElement)
      const valeurs = evenement.clipboardData.getData('text').split(/[\\t\\n]/)
      valeurs.forEach((valeur, i) => { champs[du + i].value = valeur })
      sommer()
    })</script></html>`
}

/** The same values in AG Grid's community edition, which draws the rows on the screen only. */
export function pageAgGrid(champs: number): string {
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>AG Grid</title>
    <div id="grille" style="height:800px"></div><script src="/ag-grid.js"></script><script>
    const lignes = Array.from({ length: ${Math.ceil(champs / 2)} }, (_, rang) =>
      ({ libelle: 'Ligne ' + rang, M: 7, F: 7 }))
    const total = () => lignes.reduce((somme, { M, F }) =>
      ({ libelle: 'Total', M: somme.M + Number(M), F: somme.F + Number(F) }), { M: 0, F: 0 })
    const grille = agGrid.createGrid(document.getElementById('grille'), {
      columnDefs: [
        { field: 'libelle', pinned: 'left' },
        { field: 'M', editable: true },
        { field: 'F', editable: true },
        { headerName: 'Total', valueGetter: ({ data }) => Number(data.M) + Number(data.F) },
      ],
      rowData: lignes,
      pinnedBottomRowData: [total()],
      onCellValueChanged: () => grille.setGridOption('pinnedBottomRowData', [total()]),
    })</script></html>`
}
