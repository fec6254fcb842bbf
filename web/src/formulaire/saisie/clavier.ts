import { type RefObject, useRef } from 'react'
import { touchesSeules } from '../../app/affichage.ts'
import { readSettings } from '../../app/stockage.ts'
import { useTouches } from '../../ui/useTouches.ts'
import { basculerDensite, basculerPleine } from './ampleur.ts'
import { estFigure, estLibre, estSansEffet, reposerCase, toucheDe } from './grille/Grille.tsx'
import { entrerPanneau, panneauMontre } from './PanneauCase.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Entree, Lecture } from './store/client.ts'

/** What the keys of the form act on. */
export type CibleDuClavier = {
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

/** Texts, in which a sign is written. */
const estEcrit = (cible: EventTarget) =>
  cible instanceof HTMLTextAreaElement ||
  (cible instanceof HTMLInputElement && /^(text|search)$/.test(cible.type) && !estFigure(cible))

/**
 * Whether a key is the form's: pressed in it, or nowhere in particular (a page just opened, a
 * button of the frame). Never what somebody else has answered, nor what is pressed in a dialog, a
 * menu, or a field that is not the form's.
 */
function estDuFormulaire({ target, defaultPrevented }: KeyboardEvent, page: HTMLElement): boolean {
  if (defaultPrevented || !(target instanceof Element)) return false
  if (target.closest('dialog, [role="menu"], [role="listbox"]')) return false
  if (page.contains(target)) return true
  // Looked for in the whole page, thousands of cells: not at each key of a cell. An open dialog
  // makes the form inert, and no key is pressed in it.
  return !target.matches('input, textarea, select') && !document.querySelector('dialog[open]')
}

/** Hears the keys of the form, as long as it is on the screen. @returns where it stands. */
export function useClavier(prise: CibleDuClavier): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null)
  const entendre = (evenement: KeyboardEvent) => {
    if (page.current && estDuFormulaire(evenement, page.current)) auClavierPage(evenement, prise)
  }
  // After what React hears in the page, and before what the frame hears in the document.
  useTouches(entendre, document.body)
  return page
}

/**
 * Keys of the form, wherever one is in it. Each is told in the sheet of the keys (`Touches`);
 * those that move in a table, or copy there, are the table's.
 */
function auClavierPage(evenement: KeyboardEvent, prise: CibleDuClavier): void {
  const touche = toucheDe(evenement)
  const cible = evenement.target
  if (!cible) return
  if (evenement.code === 'NumpadDecimal' && touche === '.' && estFigure(cible)) {
    evenement.preventDefault()
    mettreVirgule(cible)
    return
  }
  if (estSansEffet(touche)) return
  const geste =
    gesteDePage(touche, cible, prise) ??
    gesteRetenu(touche, cible, prise) ??
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

function gesteDePage(touche: string, cible: EventTarget, prise: CibleDuClavier): Geste {
  const { entree, ouvrirPanneau, ouvrirTouches } = prise
  switch (touche) {
    case 'F1':
      // Of the cell in hand; where there is none, of the form. Without « ? », it is the only way to its keys.
      return panneauMontre() && (touchesSeules() || adresseDe(cible) !== undefined)
        ? () => entrerPanneau(ouvrirPanneau, true)
        : ouvrirTouches
    case 'Ctrl+Enter':
      return adresseDe(cible) === undefined ? undefined : () => entrerPanneau(ouvrirPanneau, false)
    case 'F8':
    case 'Shift+F8':
      return () => allerAuProbleme(prise, touche === 'F8' ? 1 : -1)
    case 'F9':
      return basculerPleine
    case 'Shift+F9':
      return () => basculerDensite(readSettings().density)
    case 'Ctrl+z':
      return entree && !estTexteLibre(cible) ? () => revenir(prise, 'annuler') : undefined
    case 'Ctrl+y':
    case 'Ctrl+Shift+z':
      return entree && !estTexteLibre(cible) ? () => revenir(prise, 'refaire') : undefined
    case '?':
      return estEcrit(cible) ? undefined : ouvrirTouches
    default:
      return undefined
  }
}

function allerAuProbleme({ lecture, aller, annoncer }: CibleDuClavier, sens: 1 | -1): void {
  const adresse = lecture.probleme(sens)
  if (adresse === null) annoncer(textesSaisie.touches.aucunProbleme)
  else aller(adresse)
}

function revenir({ entree, aller, annoncer }: CibleDuClavier, sens: 'annuler' | 'refaire'): void {
  reposerCase()
  const retour = entree?.[sens]()
  if (!retour) {
    annoncer(textesSaisie.touches.rien[sens])
    return
  }
  annoncer(textesSaisie.touches.retour[sens](retour.cases))
  aller(retour.cellule)
}

/** Marks that a letter types, where the cell takes them. */
const MARQUES = { n: 'ND', s: 'SO' } as const
/** The second letter of a mark, typed by who knows no key: it is there already. */
const SUITES: Readonly<Record<string, string>> = { d: 'ND', o: 'SO' }

/** What no table has copied: the browser would keep the page, or reload it. */
function gesteRetenu(touche: string, cible: EventTarget, { entree }: CibleDuClavier): Geste {
  const recopie = touche === 'Ctrl+d' || touche === 'Ctrl+r'
  return entree && recopie && adresseDe(cible) !== undefined ? () => undefined : undefined
}

function gesteDeFigure(touche: string, champ: HTMLInputElement, prise: CibleDuClavier): Geste {
  const { lecture, entree } = prise
  const adresse = champ.dataset.cellule ?? ''
  if (!entree) return undefined
  const poser = (texte: string) => () => {
    reposerCase()
    entree.poser([[adresse, texte]])
  }
  // Before the mark is selected, too: one types faster than a frame is painted.
  if (SUITES[touche] !== undefined && champ.value === SUITES[touche]) return () => undefined
  if (!estLibre(champ)) return undefined
  if (touche === '=')
    return () => {
      reposerCase()
      entree.reprendre(adresse)
    }
  const cellule = lecture.celluleDe(adresse)
  if (touche === 'n' && cellule?.nd) return poser(MARQUES.n)
  return touche === 's' && cellule?.so ? poser(MARQUES.s) : undefined
}
