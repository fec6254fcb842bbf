/**
 * What one does in the figure in hand, as in every spreadsheet:
 * - `repos`: one has just come, or has just committed: the next sign replaces all that it holds;
 * - `frappe`: one enters what one types: a key that moves commits, and leaves;
 * - `retouche`: one edits what it holds: arrows move a caret in it.
 */
export type Mode = 'repos' | 'frappe' | 'retouche'

/** A figure among those of a table, or one that stands alone under its label. */
export type Place = 'tableau' | 'seule'

/**
 * What a key asks:
 * - `laisser`: it is the browser's;
 * - `placer`: it is too, and puts a caret where one then edits;
 * - `remplacer`: it is too, on all that the field holds;
 * - `prolonger`: it is too, at the end of what was typed;
 * - `aller`: what is typed is committed, and one goes where the key leads; where it leads nowhere,
 *   it is committed all the same, and the next sign replaces it;
 * - `ouvrir`: one edits, the caret at the end;
 * - `rendre`: the field has again what it held.
 */
export type Acte = 'laisser' | 'placer' | 'remplacer' | 'prolonger' | 'aller' | 'ouvrir' | 'rendre'

/** Keys of which the modes do the same. */
const SORTES = [
  ['signe', /^(?:.|Ctrl\+v|Shift\+Insert)$/u],
  ['effacer', /^(?:Ctrl\+|Shift\+)?Backspace$/],
  ['vider', /^(?:Ctrl\+)?Delete$/],
  ['valider', /^(?:Shift\+)?Enter$/],
  ['rang', /^(?:Ctrl\+)?Arrow(?:Up|Down)$/],
  ['cote', /^(?:Ctrl\+)?(?:Arrow(?:Left|Right)|Home|End)$/],
  ['page', /^Page(?:Up|Down)$/],
  ['choix', /^(?:Ctrl\+a|(?:Ctrl\+)?Shift\+(?:Arrow\w+|Home|End))$/],
  ['modifier', /^F2$/],
  ['rendre', /^Escape$/],
] as const
type Sorte = (typeof SORTES)[number][0]

/** By kind of key: at rest, while one enters, while one edits. */
type Actes = Readonly<Record<Sorte, readonly [repos: Acte, frappe: Acte, retouche: Acte]>>

const RANGS: Readonly<Record<Mode, 0 | 1 | 2>> = { repos: 0, frappe: 1, retouche: 2 }

const TABLEAU: Actes = {
  signe: ['remplacer', 'prolonger', 'laisser'],
  effacer: ['remplacer', 'prolonger', 'laisser'],
  vider: ['remplacer', 'remplacer', 'laisser'],
  valider: ['aller', 'aller', 'aller'],
  rang: ['aller', 'aller', 'laisser'],
  cote: ['aller', 'aller', 'laisser'],
  page: ['aller', 'aller', 'aller'],
  // Those that choose cells are the table's, before (`TableSaisie.tsx`).
  choix: ['laisser', 'placer', 'laisser'],
  modifier: ['ouvrir', 'ouvrir', 'ouvrir'],
  rendre: ['rendre', 'rendre', 'rendre'],
}

/** Nothing stands beside it: the keys that move within a text are the browser's. */
const SEULE: Actes = {
  ...TABLEAU,
  vider: ['remplacer', 'laisser', 'laisser'],
  cote: ['placer', 'placer', 'laisser'],
  page: ['laisser', 'laisser', 'laisser'],
  choix: ['placer', 'placer', 'laisser'],
}

const ACTES: Readonly<Record<Place, Actes>> = { tableau: TABLEAU, seule: SEULE }

/** What a key asks of the figure in hand; keys are named as by `toucheDe`. */
export function acteDe(mode: Mode, touche: string, place: Place): Acte {
  const [sorte] = SORTES.find(([, forme]) => forme.test(touche)) ?? []
  return sorte === undefined ? 'laisser' : ACTES[place][sorte][RANGS[mode]]
}

/** The mode that an act leaves; what a key writes is told apart (`modeEcrit`): it may be refused. */
export function modeApres(mode: Mode, acte: Acte): Mode {
  switch (acte) {
    case 'aller':
    case 'rendre':
      return 'repos'
    case 'ouvrir':
    case 'placer':
      return 'retouche'
    case 'laisser':
    case 'remplacer':
    case 'prolonger':
      return mode
  }
}

/** The mode once something was written in the field, by a key, a finger, a voice or a paste. */
export const modeEcrit = (mode: Mode): Mode => (mode === 'repos' ? 'frappe' : mode)
