import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Reads for tests how a printed annuaire looks, as `pdftotext` sees its pages. */

export const poppler = spawnSync('pdftotext', ['-v']).status === 0

type Mot = { gauche: number; haut: number; droite: number; bas: number; texte: string }
type PageLue = { largeur: number; hauteur: number; mots: Mot[]; texte: string }

function lirePdf(pdf: Buffer, mots: readonly string[]): string {
  const dossier = mkdtempSync(join(tmpdir(), 'pages-'))
  try {
    const chemin = join(dossier, 'a.pdf')
    writeFileSync(chemin, pdf)
    return execFileSync('pdftotext', [...mots, chemin, '-'], { maxBuffer: 1e9 }).toString()
  } finally {
    rmSync(dossier, { recursive: true, force: true })
  }
}

const MOT = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g

/** The pages, each with its words and where they stand, in points from its top left. */
function pagesDe(pdf: Buffer): PageLue[] {
  const textes = lirePdf(pdf, ['-layout']).split('\f')
  const [, ...pages] = lirePdf(pdf, ['-bbox']).split('<page ')
  return pages.map((page, rang) => {
    const [, largeur, hauteur] = /width="(.+?)" height="(.+?)"/.exec(page) ?? []
    const mots = [...page.matchAll(MOT)].map(([, x = '', y = '', xx = '', yy = '', texte = '']) => {
      const [gauche = 0, haut = 0, droite = 0, bas = 0] = [x, y, xx, yy].map(Number)
      return { gauche, haut, droite, bas, texte }
    })
    const texte = (textes[rang] ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
    return { largeur: Number(largeur), hauteur: Number(hauteur), mots, texte }
  })
}

/** A line of our font is so high, in its size; what is read is rounded. */
const LIGNE = 1.13
const CORPS_MIN = 8
/** Above the folio. */
const PIED = 60

const recouvre = (a: Mot, b: Mot): boolean => {
  const large = Math.min(a.droite, b.droite) - Math.max(a.gauche, b.gauche)
  const haut = Math.min(a.bas, b.bas) - Math.max(a.haut, b.haut)
  return large > 1 && haut > 0.3 * Math.min(a.bas - a.haut, b.bas - b.haut)
}

function* fautesDesMots({ mots, largeur }: PageLue): Generator<string> {
  for (const [rang, mot] of mots.entries()) {
    const corps = (mot.bas - mot.haut) / LIGNE
    if (corps < CORPS_MIN - 0.05) yield `«\u00a0${mot.texte}\u00a0» en ${corps.toFixed(1)} pt`
    if (mot.gauche < 20 || mot.droite > largeur - 20) yield `«\u00a0${mot.texte}\u00a0» au bord`
    for (const autre of mots.slice(rang + 1))
      if (recouvre(mot, autre)) yield `«\u00a0${mot.texte}\u00a0» sur «\u00a0${autre.texte}\u00a0»`
  }
}

/** The last table that begins on a page has its notes there too, unless it goes on by other columns. */
function estCoupe(page: PageLue, suivante: PageLue | undefined): boolean {
  const dernier = page.texte.lastIndexOf(' — ')
  if (dernier < 0 || page.texte.indexOf('Source : ', dernier) >= 0) return false
  const lignes = (suivante?.texte ?? '').split('\n').slice(2)
  return !/ — .*\(suite\)/.test(lignes.find(Boolean) ?? '')
}

const estVide = ({ mots, hauteur }: PageLue): boolean =>
  Math.max(...mots.map(({ bas }) => bas).filter((bas) => bas < hauteur - PIED)) < hauteur / 2

/**
 * What is wrong on the pages of an annuaire whose tables are each shorter than one: words too
 * small, one on another or at the edge, tables cut, pages half empty, after its contents and but
 * for the last.
 */
export function defautsDe(pdf: Buffer): string[] {
  const pages = pagesDe(pdf)
  const premiere = pages.findIndex(
    ({ texte }) => /^\s*0\. Avant-propos.*\n/m.test(texte) && !texte.includes('Sommaire'),
  )
  return pages.flatMap((page, rang) => {
    const corps = rang >= premiere
    const fautes = [...fautesDesMots(page)]
    if (corps && estCoupe(page, pages[rang + 1])) fautes.push('un tableau coupé')
    if (corps && rang < pages.length - 1 && estVide(page)) fautes.push('à moitié vide')
    return fautes.map((faute) => `p. ${rang + 1}\u00a0: ${faute}`)
  })
}

/** All that it says. */
export const texteDe = (pdf: Buffer): string =>
  pagesDe(pdf)
    .map(({ texte }) => texte)
    .join('\n')
