const LARGEURS = [360, 768, 1440, 1920]

const STYLE = `
  body { font: 14px system-ui, sans-serif; margin: 24px; background: #f2f2ef; color: #1c2125 }
  section { margin-block-end: 40px; border-block-start: 1px solid #c9c8c1 }
  .rang { display: flex; gap: 12px; overflow-x: auto; padding-block: 8px; align-items: start }
  figure { margin: 0; flex: none } figcaption { color: #535b61; padding-block: 4px }
  img { block-size: 320px; border: 1px solid #c9c8c1; background: #fff }
  nav { columns: 5 14rem; margin-block-end: 32px }`

/** `saisie-fautes-360-sombre.png`: the screen, its width, and its display. */
const NOM = /^(.+)-(\d+)-([a-z-]+)\.png$/

function figure(image: string): string {
  const [, , largeur = '', affichage = ''] = NOM.exec(image) ?? []
  return `<figure><figcaption>${largeur} px, ${affichage}</figcaption>
    <a href="${image}"><img loading="lazy" alt="" src="${image}"></a></figure>`
}

const rangDe = (image: string) => LARGEURS.indexOf(Number(NOM.exec(image)?.[2]))

/** A page to look through the pictures, screen by screen, from the narrowest to the widest. */
export function pageDesCaptures(images: readonly string[]): string {
  const parEcran = Map.groupBy(images, (image) => NOM.exec(image)?.[1] ?? image)
  const ecrans = [...parEcran].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sections = ecrans.map(
    ([ecran, siennes]) =>
      `<section id="${ecran}"><h2>${ecran}</h2><div class="rang">${siennes
        .toSorted((a, b) => rangDe(a) - rangDe(b) || (a < b ? -1 : 1))
        .map(figure)
        .join('')}</div></section>`,
  )
  const liens = ecrans.map(([ecran]) => `<a href="#${ecran}">${ecran}</a>`)
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Captures</title>
    <style>${STYLE}</style><h1>Captures (${images.length})</h1>
    <nav>${liens.join('<br>')}</nav>${sections.join('\n')}</html>\n`
}
