import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acteDe, type Mode, modeApres, modeEcrit, type Place } from './mode.ts'

// Two tellings of the same figures. `ouvrirTableur` is a spreadsheet as one knows it, in which only
// entered cells stand. `ouvrirGrille` is the page: our modes, a field as a browser makes it, rows and
// columns that are computed. Whatever keys are pressed, both must hold and show the same.

/** What a person, or somebody else on the report, does. */
type Geste =
  | { touche: string }
  /** A second click in the cell in hand, before this sign. */
  | { clic: number }
  /** The value that somebody else has put in a cell comes. */
  | { ailleurs: number; valeur: string }

type EtatVu = { cellules: string[]; active: number; texte: string; edite: boolean }

const RANGEES = 3
const COLONNES = 2
const CASES = RANGEES * COLONNES

const borner = (rang: number, max: number) => Math.min(Math.max(rang, 0), max)

/** A spreadsheet: ready, entering, editing. */
function ouvrirTableur(seule: boolean) {
  const cellules = Array.from({ length: CASES }, () => '7')
  const colonnes = seule ? 1 : COLONNES
  const derniere = CASES / colonnes - 1
  let active = 0
  let etat: 'prete' | 'entre' | 'edite' = 'prete'
  let tampon = '7'
  let curseur = 0
  let avant: string | null = null
  const arriver = (case_: number) => {
    active = case_
    etat = 'prete'
    tampon = cellules[active] ?? ''
    avant = null
  }
  const ecrire = (texte: string, place: number) => {
    avant ??= cellules[active] ?? ''
    if (etat === 'prete') etat = 'entre'
    tampon = texte
    curseur = place
    cellules[active] = texte
  }
  const inserer = (signe: string) => {
    if (etat === 'prete') return ecrire(signe, 1)
    if (etat === 'entre') return ecrire(tampon + signe, tampon.length + 1)
    ecrire(tampon.slice(0, curseur) + signe + tampon.slice(curseur), curseur + 1)
  }
  const effacer = () => {
    if (etat === 'prete') return tampon === '' ? undefined : ecrire('', 0)
    const place = etat === 'entre' ? tampon.length : curseur
    if (place > 0) ecrire(tampon.slice(0, place - 1) + tampon.slice(place), place - 1)
  }
  const vider = () => {
    if (etat === 'edite') {
      if (curseur < tampon.length)
        ecrire(tampon.slice(0, curseur) + tampon.slice(curseur + 1), curseur)
    } else if (tampon !== '' && (etat === 'prete' || !seule)) ecrire('', 0)
  }
  /** An arrow in a text: whole, it goes to its side; with a caret, one sign further. */
  const bouger = (touche: string) => {
    const { length } = tampon
    const place = { prete: touche.endsWith('Left') ? 1 : length - 1, entre: length, edite: curseur }
    const pas = touche.endsWith('Left') ? -1 : 1
    const pas1 = borner(place[etat] + pas, length)
    const bouts: Record<string, number> = { Home: 0, ArrowUp: 0, End: length, ArrowDown: length }
    const ctrl = touche.startsWith('Ctrl+')
    const net = touche.replace('Ctrl+', '')
    curseur = bouts[net] ?? (ctrl ? (pas < 0 ? 0 : length) : pas1)
    etat = 'edite'
  }
  const sauter = (rangee: number, colonne: number) =>
    arriver(borner(rangee, derniere) * colonnes + borner(colonne, colonnes - 1))
  const presser = (touche: string) => {
    const [r, c] = [Math.floor(active / colonnes), active % colonnes]
    if (/^\d$/.test(touche)) return inserer(touche)
    if (touche === 'Backspace') return effacer()
    if (touche === 'Delete') return vider()
    if (touche === 'F2') {
      etat = 'edite'
      curseur = tampon.length
      return
    }
    if (touche === 'Escape') {
      if (avant !== null) cellules[active] = avant
      return arriver(active)
    }
    if (touche === 'Enter') return sauter(r + 1, c)
    if (touche === 'Shift+Enter') return sauter(r - 1, c)
    if (touche === 'Tab') return arriver(borner(active + 1, CASES - 1))
    if (touche === 'Shift+Tab') return arriver(borner(active - 1, CASES - 1))
    if (touche.startsWith('Page')) {
      if (!seule) sauter(r + (touche === 'PageDown' ? 10 : -10), c)
      return
    }
    const deRang = /Arrow(Up|Down)$/.test(touche)
    if (etat === 'edite' || (seule && !deRang)) return bouger(touche)
    if (seule && touche.startsWith('Ctrl+')) return arriver(active)
    const loin = touche.startsWith('Ctrl+') ? CASES : 1
    if (touche.endsWith('Up')) return sauter(r - loin, c)
    if (touche.endsWith('Down')) return sauter(r + loin, c)
    if (touche.endsWith('Left')) return sauter(r, c - loin)
    if (touche.endsWith('Right')) return sauter(r, c + loin)
    const coin = touche.startsWith('Ctrl+')
    if (touche.endsWith('Home')) return sauter(coin ? 0 : r, 0)
    sauter(coin ? derniere : r, COLONNES)
  }
  return {
    faire: (fait: Geste) => {
      if ('touche' in fait) return presser(fait.touche)
      if ('clic' in fait) {
        etat = 'edite'
        curseur = Math.min(fait.clic, tampon.length)
        return
      }
      // One keeps what one has typed: the page, too, would ask.
      if (fait.ailleurs === active && avant !== null) return
      cellules[fait.ailleurs] = fait.valeur
      if (fait.ailleurs === active && etat === 'prete') tampon = fait.valeur
    },
    voir: (): EtatVu => ({
      cellules: [...cellules],
      active,
      texte: tampon,
      edite: etat === 'edite',
    }),
  }
}

/** A table of the page: in its middle, a row and a column that are computed. */
const PLAN = [
  [0, null, 1],
  [null, null, null],
  [2, null, 3],
  [4, null, 5],
] as const

/** Where a key leads in the table, as `clavierCase.ts` looks for it; null where it leads nowhere. */
function viser(active: number, touche: string): number | null {
  const rangee = PLAN.findIndex((ligne) => ligne.some((case_) => case_ === active))
  const colonne = PLAN[rangee]?.findIndex((case_) => case_ === active) ?? 0
  const suivre = (dr: number, dc: number, combien: number) => {
    let trouvee: number | null = null
    let reste = combien
    for (let pas = 1; pas <= 4 && reste > 0; pas += 1) {
      const case_ = PLAN[rangee + dr * pas]?.[colonne + dc * pas]
      if (case_ !== null && case_ !== undefined) [trouvee, reste] = [case_, reste - 1]
    }
    return trouvee
  }
  switch (touche) {
    case 'Enter':
    case 'ArrowDown':
      return suivre(1, 0, 1)
    case 'Shift+Enter':
    case 'ArrowUp':
      return suivre(-1, 0, 1)
    case 'ArrowLeft':
      return suivre(0, -1, 1)
    case 'ArrowRight':
      return suivre(0, 1, 1)
    case 'PageDown':
      return suivre(1, 0, 10)
    case 'PageUp':
      return suivre(-1, 0, 10)
    case 'Ctrl+ArrowDown':
      return suivre(1, 0, Infinity)
    case 'Ctrl+ArrowUp':
      return suivre(-1, 0, Infinity)
    case 'Home':
    case 'Ctrl+ArrowLeft':
      return PLAN[rangee]?.[0] ?? null
    case 'End':
    case 'Ctrl+ArrowRight':
      return PLAN[rangee]?.[2] ?? null
    case 'Ctrl+Home':
      return 0
    case 'Ctrl+End':
      return CASES - 1
    default:
      return null
  }
}

/** Among lone fields, the one under or over. */
function viserSeule(active: number, touche: string): number | null {
  const pas = { Enter: 1, ArrowDown: 1, 'Shift+Enter': -1, ArrowUp: -1 }[touche] ?? 0
  const visee = active + pas
  return pas === 0 || visee < 0 || visee >= CASES ? null : visee
}

/** The page: our modes over a field of the browser, and what is kept of the figures. */
function ouvrirGrille(place: Place) {
  const cellules = Array.from({ length: CASES }, () => '7')
  let active = 0
  let mode: Mode = 'repos'
  let texte = '7'
  let [debut, fin] = [0, 1]
  let avant: string | null = null
  const choisir = (a: number, b: number) => {
    ;[debut, fin] = [a, b]
  }
  const toutChoisir = () => choisir(0, texte.length)
  const arriver = (case_: number) => {
    active = case_
    mode = 'repos'
    avant = null
    texte = cellules[active] ?? ''
    toutChoisir()
  }
  const ecrire = (nouveau: string, curseur: number) => {
    if (nouveau === texte && debut === fin) return
    avant ??= cellules[active] ?? ''
    texte = nouveau
    choisir(curseur, curseur)
    mode = modeEcrit(mode)
    cellules[active] = texte
  }
  /** What a browser does of a key that is left to it. */
  const naviguer = (touche: string) => {
    const remplacer = (signes: string, de = debut, a = fin) =>
      ecrire(texte.slice(0, de) + signes + texte.slice(a), de + signes.length)
    const entier = debut !== fin
    const net = touche.replace('Ctrl+', '')
    if (/^\d$/.test(touche)) remplacer(touche)
    else if (touche === 'Backspace') remplacer('', entier ? debut : Math.max(debut - 1, 0))
    else if (touche === 'Delete') remplacer('', debut, entier ? fin : debut + 1)
    else if (touche === 'Tab') arriver(Math.min(active + 1, CASES - 1))
    else if (touche === 'Shift+Tab') arriver(Math.max(active - 1, 0))
    else if (net === 'Home' || net === 'ArrowUp') choisir(0, 0)
    else if (net === 'End' || net === 'ArrowDown') choisir(texte.length, texte.length)
    else if (touche === 'Ctrl+ArrowLeft') choisir(0, 0)
    else if (touche === 'Ctrl+ArrowRight') choisir(texte.length, texte.length)
    else if (touche === 'ArrowLeft') {
      const vers = entier ? debut : Math.max(debut - 1, 0)
      choisir(vers, vers)
    } else if (touche === 'ArrowRight') {
      const vers = entier ? fin : Math.min(fin + 1, texte.length)
      choisir(vers, vers)
    }
  }
  const presser = (touche: string) => {
    const acte = acteDe(mode, touche, place)
    if (acte === 'remplacer') toutChoisir()
    if (acte === 'prolonger') choisir(texte.length, texte.length)
    if (acte === 'rendre' && avant !== null) cellules[active] = avant
    if (acte === 'ouvrir') choisir(texte.length, texte.length)
    if (acte === 'aller')
      return arriver((place === 'seule' ? viserSeule : viser)(active, touche) ?? active)
    mode = modeApres(mode, acte)
    if (acte === 'rendre') arriver(active)
    else if (acte !== 'ouvrir') naviguer(touche)
  }
  return {
    faire: (fait: Geste) => {
      if ('touche' in fait) return presser(fait.touche)
      if ('clic' in fait) {
        mode = 'retouche'
        const curseur = Math.min(fait.clic, texte.length)
        return choisir(curseur, curseur)
      }
      if (fait.ailleurs === active && avant !== null) return
      cellules[fait.ailleurs] = fait.valeur
      if (fait.ailleurs !== active || mode !== 'repos') return
      texte = fait.valeur
      toutChoisir()
    },
    voir: (): EtatVu => ({ cellules: [...cellules], active, texte, edite: mode === 'retouche' }),
  }
}

const SIGNES = ['1', '2', '3']
const TOUCHES = [
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].flatMap((touche) => [
    touche,
    `Ctrl+${touche}`,
  ]),
  'Enter',
  'Shift+Enter',
  'Tab',
  'Shift+Tab',
  'PageUp',
  'PageDown',
  'F2',
  'Escape',
  'Backspace',
  'Delete',
]

const touches = (parmi: readonly string[]) =>
  fc.constantFrom(...parmi).map((touche): Geste => ({ touche }))

const fait: fc.Arbitrary<Geste> = fc.oneof(
  { arbitrary: touches(SIGNES), weight: 10 },
  { arbitrary: touches(TOUCHES), weight: 12 },
  { arbitrary: fc.nat({ max: 3 }).map((clic): Geste => ({ clic })), weight: 1 },
  {
    arbitrary: fc
      .tuple(fc.nat({ max: CASES - 1 }), fc.constantFrom('', '88', '999'))
      .map(([ailleurs, valeur]): Geste => ({ ailleurs, valeur })),
    weight: 1,
  },
)

/** Keys one after the other: what the page then shows, and where. */
function taper(place: Place, suite: string): string {
  const grille = ouvrirGrille(place)
  for (const touche of suite.split(' ')) grille.faire({ touche })
  const { cellules, active } = grille.voir()
  return `${cellules.join(' ')} en ${active}`
}

describe('les modes d’une case', () => {
  for (const place of ['tableau', 'seule'] as const)
    it(`font d’une suite de touches ce qu’en fait un tableur (${place})`, () => {
      fc.assert(
        fc.property(fc.array(fait, { maxLength: 12, size: 'max' }), (faits) => {
          const [tableur, grille] = [ouvrirTableur(place === 'seule'), ouvrirGrille(place)]
          for (const chacun of faits) {
            tableur.faire(chacun)
            grille.faire(chacun)
            // Compared in full, with what differs, only where they do: as quick as they are many.
            if (JSON.stringify(grille.voir()) !== JSON.stringify(tableur.voir()))
              expect(grille.voir()).toEqual(tableur.voir())
          }
        }),
        { numRuns: 50_000 },
      )
    })

  it('une touche qui mène ailleurs valide, et le chiffre suivant remplace, au bord aussi', () => {
    expect(taper('tableau', '3 ArrowRight 2')).toBe('3 2 7 7 7 7 en 1')
    expect(taper('tableau', '3 ArrowLeft 2')).toBe('2 7 7 7 7 7 en 0')
    expect(taper('tableau', '3 ArrowUp 2')).toBe('2 7 7 7 7 7 en 0')
    expect(taper('tableau', 'Ctrl+End 5 Ctrl+End 2')).toBe('7 7 7 7 7 2 en 5')
    expect(taper('tableau', 'Ctrl+End 3 Enter 2')).toBe('7 7 7 7 7 2 en 5')
    expect(taper('tableau', '5 6 PageUp 2')).toBe('2 7 7 7 7 7 en 0')
    expect(taper('seule', '5 6 Shift+Enter 2')).toBe('2 7 7 7 7 7 en 0')
  })

  it('les flèches déplacent le curseur une fois que l’on modifie', () => {
    expect(taper('tableau', 'F2 2 ArrowLeft ArrowLeft 3')).toBe('372 7 7 7 7 7 en 0')
    expect(taper('tableau', 'F2 2 Escape 4')).toBe('4 7 7 7 7 7 en 0')
    expect(taper('seule', '1 ArrowLeft 2')).toBe('21 7 7 7 7 7 en 0')
  })

  it('une touche d’un texte que l’on compose, ou d’un autre usage, est laissée au navigateur', () => {
    for (const touche of ['', 'Process', 'Alt+ArrowLeft', 'F5', 'Ctrl+c', 'Tab', 'Shift+Tab'])
      for (const mode of ['repos', 'frappe', 'retouche'] as const)
        expect(acteDe(mode, touche, 'tableau')).toBe('laisser')
  })
})
