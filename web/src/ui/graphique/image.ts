import { couper } from './mesure.ts'

/** What the drawing owes to the sheets of style, which an image does not have. */
const PROPRIETES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
] as const

const SVG = 'http://www.w3.org/2000/svg'
const MARGE = 20
const LIGNE = 24
/** Pixels of the image for one of the screen: it stays sharp on paper. */
const DENSITE = 2

const nouveau = <K extends keyof SVGElementTagNameMap>(
  nom: K,
  attributs: Record<string, string | number>,
) => {
  const element = document.createElementNS(SVG, nom)
  for (const [cle, valeur] of Object.entries(attributs)) element.setAttribute(cle, String(valeur))
  return element
}

/** The same drawing, with what it looks like written on each of its parts. */
function copieDe(dessin: Element): Element {
  const copie = dessin.cloneNode(true)
  if (!(copie instanceof Element)) throw new Error('not an element')
  const originaux = [dessin, ...dessin.querySelectorAll('*')]
  for (const [rang, partie] of [copie, ...copie.querySelectorAll('*')].entries()) {
    const original = originaux[rang]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const propriete of PROPRIETES) {
      partie.setAttribute(propriete, style.getPropertyValue(propriete))
    }
    partie.removeAttribute('class')
  }
  return copie
}

/** The words of a sentence on lines no wider than that, as it is written. */
function lignesDe(texte: string, largeur: number, { poids, taille, police }: StyleDeTexte) {
  const toile = document.createElement('canvas').getContext('2d')
  if (!toile) return [texte]
  toile.font = `${poids} ${taille}px ${police}`
  return couper(texte, largeur, (essai) => toile.measureText(essai).width)
}

type StyleDeTexte = { taille: number; poids: number; couleur: string; police: string }

function ecrire(texte: string, place: { x: number; y: number }, ecrit: StyleDeTexte) {
  const { taille, poids, couleur, police } = ecrit
  const element = nouveau('text', {
    ...place,
    fill: couleur,
    'font-size': taille,
    'font-weight': poids,
    'font-family': police,
  })
  element.textContent = texte
  return element
}

type Legendes = { titre: string; note?: string; series: readonly string[] }

/** The whole image: the sentence, the legend, the drawing, the note. */
function composer(figure: HTMLElement, { titre, note, series }: Legendes): SVGSVGElement {
  const dessin = figure.querySelector<SVGSVGElement>('.gra-svg')
  if (!dessin) throw new Error('nothing is drawn')
  const style = getComputedStyle(figure)
  const police = style.fontFamily
  const encre = { couleur: style.color, police, taille: 15, poids: 600 }
  const fin = { ...encre, taille: 13, poids: 400 }
  const largeur = dessin.clientWidth
  const toile = nouveau('svg', { xmlns: SVG, width: largeur + 2 * MARGE })
  let y = MARGE
  const dire = (texte: string, ecrit: StyleDeTexte) => {
    for (const ligne of lignesDe(texte, largeur, ecrit)) {
      y += LIGNE
      toile.append(ecrire(ligne, { x: MARGE, y: y - 6 }, ecrit))
    }
  }
  const poser = (partie: Element, x: number) => {
    partie.setAttribute('x', String(x))
    partie.setAttribute('y', String(y))
    toile.append(partie)
  }
  dire(titre, encre)
  for (const [rang, cle] of [...figure.querySelectorAll('.gra-cle')].entries()) {
    y += 6
    poser(copieDe(cle), MARGE)
    toile.append(ecrire(series[rang] ?? '', { x: MARGE + 36, y: y + 11 }, fin))
    y += 16
  }
  y += 10
  poser(copieDe(dessin), MARGE)
  y += dessin.clientHeight
  if (note) dire(note, fin)
  const hauteur = y + MARGE
  toile.setAttribute('height', String(hauteur))
  const fond = nouveau('rect', { width: '100%', height: '100%' })
  fond.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--papier'))
  toile.prepend(fond)
  return toile
}

/** The chart of this figure as an image, in the colours of the screen, with its sentence. */
export async function enPng(figure: HTMLElement, dit: Legendes): Promise<Blob> {
  const svg = composer(figure, dit)
  const texte = new XMLSerializer().serializeToString(svg)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(texte)}`
  await image.decode()
  const toile = document.createElement('canvas')
  toile.width = DENSITE * Number(svg.getAttribute('width'))
  toile.height = DENSITE * Number(svg.getAttribute('height'))
  toile.getContext('2d')?.drawImage(image, 0, 0, toile.width, toile.height)
  return new Promise((resoudre, echouer) => {
    toile.toBlob((contenu) => (contenu ? resoudre(contenu) : echouer(new Error('no image'))))
  })
}
