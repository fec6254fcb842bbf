import {
  type ClipboardEvent,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useState,
} from 'react'
import { createVenue } from '../../../app/venue.ts'
import { Defile } from '../../../ui/Defile.tsx'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree, Lecture } from '../store/client.ts'
import type { Colle, coller as Coller } from './Collage.tsx'
import { idCase, situer } from './cases.ts'
import { auClavier, valider } from './clavierCase.ts'
import type { Legendes } from './entetes.ts'
import { adressesDe, copier, estBloc, etendre, marquer, type Plage, type Point } from './plage.ts'
import { estEntier, estFigure, modeDe, reposerCase, toucheDe } from './touche.ts'

type Props = {
  lecture: Lecture
  entree: Entree | null
  libelle: string
  /** Addresses, row by row: what a pasted block lands on. */
  grille: readonly (readonly string[])[]
  /** What names them, for a block that is copied with its headings. */
  legendes: Omit<Legendes, 'chiffres'>
  /** Tells what was just done to many cells. */
  annoncer: (dit: string) => void
  className?: string
  children: ReactNode
}

/** What reads a paste, and shows it before it is done: comes when one begins to enter figures. */
const COLLAGE = createVenue(async () => ({ default: (await import('./Collage.tsx')).coller }))
let demandee = false

/** Once the page is at rest, so that it is there when the line is not. */
function lireDAvance(): void {
  if (demandee) return
  demandee = true
  const lire = () => void COLLAGE.charger().catch(() => (demandee = false))
  if ('requestIdleCallback' in window) window.requestIdleCallback(lire)
  else setTimeout(lire, 1000)
}

/** A native table of figures; where they are entered, its keys and the blocks pasted into it. */
export function TableSaisie(props: Props) {
  const { lecture, entree, libelle, annoncer, className = '', children } = props
  const [plage] = useState<Repere<Plage>>(() => ({ current: null }))
  const [appui] = useState<Repere<Point>>(() => ({ current: null }))
  const [colle, setColle] = useState<Demande | null>(null)
  const prise: CibleDuTableau = { ...props, plage, appui, demander: setColle }
  const ecoutes = entree && {
    onKeyDown: (evenement: KeyboardEvent<HTMLElement>) =>
      void (auxPlages(evenement, prise) || auClavier(evenement, { lecture, entree, annoncer })),
    onPaste: (evenement: ClipboardEvent<HTMLElement>) => auCollage(evenement, prise, entree),
  }
  return (
    <Defile nom={textesSaisie.defiler(libelle)} className="s-defile">
      <table className={`s-table ${className}`} {...ecoutesDe(prise)} {...ecoutes}>
        {children}
      </table>
      {colle && entree && (
        <colle.Panneau
          {...{ lecture, entree, annoncer, grille: props.grille, legendes: props.legendes }}
          collage={colle.collage}
          surFermer={() => setColle(null)}
        />
      )}
    </Defile>
  )
}

/** What the table's listeners act on. */
type CibleDuTableau = Props & {
  plage: Repere<Plage>
  /** Where the button of the mouse went down. */
  appui: Repere<Point>
  demander: (demande: Demande) => void
}

/** What changes without anything being drawn again. */
type Repere<T> = { current: T | null }

/** A paste to be shown, and what shows it. */
type Demande = Extract<Colle, { collage: unknown }>

/** Rectangles are chosen, and copied, where figures are only read too. */
const ecoutesDe = (prise: CibleDuTableau) => ({
  onKeyDown: (evenement: KeyboardEvent<HTMLElement>) => void auxPlages(evenement, prise),
  onMouseDown: (evenement: MouseEvent<HTMLElement>) => auBouton(evenement, prise),
  onMouseOver: (evenement: MouseEvent<HTMLElement>) => auSurvol(evenement, prise),
  // A figure in focus is selected: pressed and moved, it would be dragged as a text is.
  onDragStart: (evenement: DragEvent<HTMLElement>) => {
    if (estFigure(evenement.target)) evenement.preventDefault()
  },
  onCopy: (evenement: ClipboardEvent<HTMLElement>) => auxCopies(evenement, prise),
  onCut: (evenement: ClipboardEvent<HTMLElement>) => auxCopies(evenement, prise),
  onFocus: (evenement: FocusEvent<HTMLElement>) => {
    lireDAvance()
    const point = pointDe(prise, evenement.target)
    if (!memePoint(point, prise.plage.current?.ancre)) choisir(prise, evenement.currentTarget, null)
  },
})

const memePoint = (a: Point | null | undefined, b: Point | null | undefined) =>
  a?.ligne === b?.ligne && a?.colonne === b?.colonne

/** The cell in which something of the page stands; null where there is none of this table. */
function pointDe({ grille }: Props, element: EventTarget | null): Point | null {
  const td = element instanceof Element ? element.closest('td') : null
  const { cellule } = td?.querySelector<HTMLElement>('[data-cellule]')?.dataset ?? {}
  return cellule === undefined ? null : situer(grille, cellule)
}

/** Shows a rectangle of cells as chosen, or none. */
function choisir(prise: CibleDuTableau, table: HTMLElement, plage: Plage | null): void {
  if (plage === null && prise.plage.current === null) return
  prise.plage.current = plage
  const adresses = plage ? adressesDe(prise.grille, plage) : []
  marquer(table, adresses)
  const [premiere] = adresses
  prise.annoncer(premiere ? textesSaisie.choisies(adresses.length, premiere.length) : '')
}

function auBouton(evenement: MouseEvent<HTMLElement>, prise: CibleDuTableau): void {
  const vise = pointDe(prise, evenement.target)
  if (!vise || evenement.button !== 0) return
  prise.appui.current = vise
  const ancre = prise.plage.current?.ancre ?? pointDe(prise, document.activeElement)
  // Within one cell, the mouse chooses some of its text.
  if (!evenement.shiftKey || !ancre || memePoint(ancre, vise)) {
    choisir(prise, evenement.currentTarget, null)
    return
  }
  evenement.preventDefault()
  prise.appui.current = ancre
  choisir(prise, evenement.currentTarget, { ancre, tete: vise })
}

function auSurvol(evenement: MouseEvent<HTMLElement>, prise: CibleDuTableau): void {
  const ancre = prise.appui.current
  if (evenement.buttons !== 1 || !ancre) return
  const tete = pointDe(prise, evenement.target)
  if (!tete || memePoint(tete, prise.plage.current?.tete ?? ancre)) return
  choisir(prise, evenement.currentTarget, { ancre, tete })
}

/** Keys that leave the chosen rectangle as it is: those of the clipboard, and those held for others. */
const ESPERE = /^(?:Alt\+|Ctrl\+|Shift\+)*(?:Alt|Control|Meta|Shift|[cxv]|F\d+)$/

/** Whether a key was one of the rectangles': it makes one, extends it, gives it up, empties or fills it. */
function auxPlages(evenement: KeyboardEvent<HTMLElement>, prise: CibleDuTableau): boolean {
  const { grille, plage } = prise
  const { currentTarget: table, target: champ } = evenement
  const depart = pointDe(prise, champ)
  if (!depart) return false
  const touche = sensDe(toucheDe(evenement.nativeEvent))
  const tenue = plage.current
  const nouvelle =
    tenue || commence(touche, champ)
      ? etendre(grille, tenue ?? { ancre: depart, tete: depart }, touche)
      : null
  if (!nouvelle && !(tenue && surPlage(touche, tenue, prise))) {
    if (tenue && !ESPERE.test(touche)) choisir(prise, table, null)
    if (!tenue || touche !== 'Escape') return false
  }
  if (nouvelle) {
    if (!tenue && estFigure(champ) && prise.entree) valider(champ, prise.entree)
    choisir(prise, table, nouvelle)
    montrer(grille[nouvelle.tete.ligne]?.[nouvelle.tete.colonne])
  }
  evenement.preventDefault()
  evenement.stopPropagation()
  return true
}

/**
 * Whether a key may begin a rectangle: where a figure is edited, or a text is not whole, it chooses
 * some of it. What is entered in a figure is committed by an arrow, not by `Ctrl+A`.
 */
function commence(touche: string, cible: EventTarget): boolean {
  if (!estFigure(cible))
    return cible instanceof HTMLInputElement ? estEntier(cible) : cible instanceof HTMLOutputElement
  const mode = modeDe(cible)
  return mode === 'repos' || (mode === 'frappe' && touche !== 'Ctrl+a')
}

function montrer(adresse = ''): void {
  const td = document.getElementById(idCase(adresse))?.closest('td')
  td?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The next column is on the left, where one reads from right to left. */
function sensDe(touche: string): string {
  if (document.documentElement.dir !== 'rtl') return touche
  return touche.replace(/Left$|Right$/, (cote) => (cote === 'Left' ? 'Right' : 'Left'))
}

/** Empties a rectangle, or fills it with its first row or column: one gesture, to be undone. */
function surPlage(
  touche: string,
  plage: Plage,
  { grille, lecture, entree, annoncer }: CibleDuTableau,
) {
  if (!entree) return false
  const cases = adressesDe(grille, plage)
  const vide = touche === 'Delete' || touche === 'Backspace'
  if (!vide && touche !== 'Ctrl+d' && touche !== 'Ctrl+r') return false
  const texteDe = (ligne: readonly string[], rang: number) => {
    const source = touche === 'Ctrl+d' ? cases[0]?.[rang] : ligne[0]
    return vide || source === undefined ? '' : lecture.lire(source).texte
  }
  const textes = cases
    .flatMap((ligne) => ligne.map((adresse, rang) => [adresse, texteDe(ligne, rang)] as const))
    .filter(([adresse]) => !lecture.lire(adresse).fermee)
  reposerCase()
  entree.poser(textes)
  annoncer(textesSaisie[vide ? 'videes' : 'recopiees'](textes.length))
  return true
}

/** Copies the chosen rectangle, or the figure wholly selected, as spreadsheets want them. */
function auxCopies(evenement: ClipboardEvent<HTMLElement>, prise: CibleDuTableau): void {
  const { grille, lecture, entree, annoncer, plage } = prise
  const champ = evenement.target
  const seule = estFigure(champ) && champ.value !== '' && estEntier(champ)
  const cases = plage.current
    ? adressesDe(grille, plage.current)
    : seule && [[champ.dataset.cellule ?? '']]
  if (!cases) return
  const { texte, html } = copier(lecture, cases)
  evenement.preventDefault()
  evenement.clipboardData.setData('text/plain', texte)
  evenement.clipboardData.setData('text/html', html)
  if (plage.current) annoncer(textesSaisie.copiees(cases.flat().length))
  if (evenement.type !== 'cut' || !entree) return
  const ouvertes = cases.flat().filter((adresse) => !lecture.lire(adresse).fermee)
  reposerCase()
  entree.poser(ouvertes.map((adresse) => [adresse, '']))
}

/**
 * A block copied from a spreadsheet falls on the grid from the cell in focus, or from the first of
 * those chosen; a single value is left to the browser.
 */
function auCollage(
  evenement: ClipboardEvent<HTMLElement>,
  prise: CibleDuTableau,
  entree: Entree,
): void {
  const { grille, lecture, legendes, plage, annoncer } = prise
  const texte = evenement.clipboardData.getData('text/plain')
  const html = evenement.clipboardData.getData('text/html')
  const [[premiere = ''] = []] = plage.current ? adressesDe(grille, plage.current) : []
  const depart = situer(grille, premiere) ?? pointDe(prise, evenement.target)
  if (!depart || !estBloc(texte)) return
  evenement.preventDefault()
  const laisser = (coller: typeof Coller) => {
    reposerCase()
    const colle = coller({ texte, html }, { grille, lecture, legendes, entree }, depart)
    if ('collage' in colle) return prise.demander(colle)
    annoncer(colle.dit)
  }
  const venue = COLLAGE.venue()
  if (venue) return laisser(venue)
  COLLAGE.charger().then(
    ({ default: coller }) => laisser(coller),
    () => annoncer(textesSaisie.collageAbsent),
  )
}
