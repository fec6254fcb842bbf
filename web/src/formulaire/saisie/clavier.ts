import type { KeyboardEvent } from 'react'
import { readSettings } from '../../app/stockage.ts'
import { basculerDensite, basculerPleine } from './ampleur.ts'
import { estFigure, estRemplacable, reprendreCase, toucheDe } from './grille/Grille.tsx'
import { entrerPanneau, estDuPanneau } from './PanneauCase.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Entree, Lecture } from './store/store.ts'

/** What the keys of the form act on. */
export type Prise = {
  lecture: Lecture
  entree: Entree | null
  aller: (adresse: string) => void
  /** Said to who hears the page. */
  annoncer: (dit: string) => void
  ouvrirPanneau: () => void
  ouvrirTouches: () => void
}

const adresseDe = (cible: EventTarget) =>
  cible instanceof HTMLElement ? cible.dataset.cellule : undefined

/** Texts that are written have their own undoing, and their own signs. */
const estTexteLibre = (cible: EventTarget) =>
  cible instanceof HTMLTextAreaElement ||
  (cible instanceof HTMLInputElement && !estFigure(cible) && adresseDe(cible) === undefined)

/**
 * Keys of the form, wherever one is in it. Each is told in the sheet of the keys (`Touches.tsx`);
 * those that move in a table, or copy there, are the table's.
 */
export function auClavierPage(evenement: KeyboardEvent<HTMLElement>, prise: Prise): void {
  const touche = toucheDe(evenement)
  const cible = evenement.target
  if (evenement.code === 'NumpadDecimal' && touche === '.' && estFigure(cible)) {
    evenement.preventDefault()
    mettreVirgule(cible)
    return
  }
  const geste =
    gesteDePage(touche, cible, prise) ??
    (estFigure(cible) ? gesteDeFigure(touche, cible, prise) : undefined)
  if (!geste) return
  evenement.preventDefault()
  geste()
}

/** The dot of a number pad is the decimal sign, which we write with a comma: it leaves no doubt. */
function mettreVirgule(champ: HTMLInputElement): void {
  const { selectionStart, selectionEnd } = champ
  champ.setRangeText(',', selectionStart ?? 0, selectionEnd ?? 0, 'end')
  champ.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

type Geste = (() => void) | undefined

function gesteDePage(touche: string, cible: EventTarget, prise: Prise): Geste {
  const { lecture, entree, ouvrirPanneau, ouvrirTouches } = prise
  switch (touche) {
    case 'F1':
    case 'Ctrl+Enter':
      return adresseDe(cible) !== undefined || (touche === 'F1' && estDuPanneau(cible))
        ? () => entrerPanneau(lecture, ouvrirPanneau, touche === 'F1')
        : undefined
    case 'F8':
    case 'Shift+F8':
      return () => allerAuProbleme(prise, touche === 'F8' ? 1 : -1)
    case 'F9':
      return () => basculerPleine(readSettings().pleine)
    case 'Shift+F9':
      return () => basculerDensite(readSettings().density)
    case 'Ctrl+z':
      return entree && !estTexteLibre(cible) ? () => revenir(prise, 'annuler') : undefined
    case 'Ctrl+y':
    case 'Ctrl+Shift+z':
      return entree && !estTexteLibre(cible) ? () => revenir(prise, 'refaire') : undefined
    case '?':
      return entree && (estFigure(cible) || adresseDe(cible) === undefined) && !estTexteLibre(cible)
        ? ouvrirTouches
        : undefined
    default:
      return undefined
  }
}

function allerAuProbleme({ lecture, aller, annoncer }: Prise, sens: 1 | -1): void {
  const adresse = lecture.probleme(sens)
  if (adresse === null) annoncer(textesSaisie.touches.aucunProbleme)
  else aller(adresse)
}

function revenir({ entree, aller, annoncer }: Prise, sens: 'annuler' | 'refaire'): void {
  const retour = entree?.[sens]()
  if (!retour) {
    annoncer(textesSaisie.touches.rien[sens])
    return
  }
  annoncer(textesSaisie.touches.retour[sens](retour.cases))
  aller(retour.cellule)
  reprendreCase()
}

/** Marks that a letter types, where the cell takes them. */
const MARQUES = { n: 'ND', s: 'SO' } as const
/** The second letter of a mark, typed by who knows no key: it is there already. */
const SUITES: Readonly<Record<string, string>> = { d: 'ND', o: 'SO' }

function gesteDeFigure(touche: string, champ: HTMLInputElement, prise: Prise): Geste {
  const { lecture, entree } = prise
  const adresse = champ.dataset.cellule ?? ''
  if (!entree) return undefined
  const poser = (texte: string) => () => {
    entree.poser([[adresse, texte]])
    reprendreCase()
  }
  if (touche === 'F2') return () => champ.setSelectionRange(champ.value.length, champ.value.length)
  if (touche === 'Escape') {
    return () => {
      entree.abandonner(adresse)
      reprendreCase()
    }
  }
  // Before the mark is selected, too: one types faster than a frame is painted.
  if (SUITES[touche] !== undefined && champ.value === SUITES[touche]) return () => undefined
  if (!estRemplacable(champ)) return undefined
  if (touche === '=') return () => entree.reprendre(adresse)
  const cellule = lecture.celluleDe(adresse)
  if (touche === 'n' && cellule?.nd) return poser(MARQUES.n)
  return touche === 's' && cellule?.so ? poser(MARQUES.s) : undefined
}
