import type { Tableur } from '../../platform/tableur.cases.ts'
import type { Constat } from './ailleurs.ts'

/** The sheets that an XLSForm is made of, by their names; `survey` at least. */
export const FEUILLES_XLSFORM = ['survey', 'choices', 'settings'] as const
export type FeuillesXlsform = ReadonlyMap<string, Tableur>

/** A column as its heading names it: `label::Français (fr)`. */
type Colonne = { entete: string; base: string; langue: string }

/** A line of a sheet: what it says in a column, in the language that was chosen where it has some. */
export type LigneXlsform = { numero: number; dire: (colonne: string) => string }

export type FeuilleLue = {
  nom: string
  lignes: LigneXlsform[]
  /** Columns that are filled somewhere, and in how many lines. */
  emplois: ReadonlyMap<string, number>
  langues: ReadonlySet<string>
}

/** Spellings of old questionnaires. */
const ALIAS: ReadonlyMap<string, string> = new Map([
  ['caption', 'label'],
  ['command', 'type'],
  ['tag', 'name'],
  ['value', 'name'],
  ['list name', 'list_name'],
  ['relevance', 'relevant'],
  ['bind::relevant', 'relevant'],
  ['bind::required', 'required'],
  ['bind::constraint', 'constraint'],
  ['bind::calculate', 'calculation'],
  ['bind::readonly', 'readonly'],
  ['bind::jr:constraintmsg', 'constraint_message'],
  ['bind::jr:requiredmsg', 'required_message'],
  ['calculate', 'calculation'],
  ['constraint-msg', 'constraint_message'],
  ['constraint message', 'constraint_message'],
  ['requiredmsg', 'required_message'],
  ['constraintmsg', 'constraint_message'],
  ['required message', 'required_message'],
  ['read_only', 'readonly'],
  ['read only', 'readonly'],
  ['form_title', 'title'],
  ['set form title', 'title'],
  ['form_id', 'id_string'],
  ['set form id', 'id_string'],
])

/** Those that may be said in several languages. */
const TRADUITES = new Set(['label', 'hint', 'constraint_message', 'required_message'])

function colonneDe(entete: string): Colonne {
  const net = entete.trim()
  const plie = net.toLowerCase().replace(/\s*::\s*/g, '::')
  const entier = ALIAS.get(plie) ?? ALIAS.get(plie.replace(/^bind:(?!:)/, 'bind::'))
  if (entier) return { entete, base: entier, langue: '' }
  const [, debut = '', langue = ''] = /^([^:]+?)\s*::?\s*(.+)$/.exec(net) ?? []
  const base = ALIAS.get(debut.toLowerCase()) ?? debut.toLowerCase()
  if (TRADUITES.has(base)) return { entete, base, langue: langue.trim() }
  return { entete, base: plie.replace(/\s+/g, '_'), langue: '' }
}

const EST_FRANCAIS = /^(?:fr|fra|fre|french|fran[cç]ais)(?:\b|$)|\(fr\)/i

/** The language in which the labels are taken: French, else the one by default. */
export function choisirLangue(langues: ReadonlySet<string>, parDefaut: string): string {
  const dites = [...langues]
  const francais = dites.find((langue) => EST_FRANCAIS.test(langue))
  if (francais !== undefined) return francais
  const voulue = dites.find((langue) => langue.toLowerCase() === parDefaut.toLowerCase())
  return voulue ?? (langues.has('') ? '' : (dites[0] ?? ''))
}

/** Reads a sheet; `langue`: that of its labels, when it is known. */
export function lireFeuille(nom: string, tableur: Tableur | undefined, langue = ''): FeuilleLue {
  const colonnes = (tableur?.entetes ?? []).map(colonneDe)
  const parBase = Map.groupBy(colonnes, ({ base }) => base)
  const emplois = new Map<string, number>()
  const langues = new Set<string>()
  const lignes = (tableur?.lignes ?? []).map(({ numero, cellules }): LigneXlsform => {
    for (const { entete, base, langue: dite } of colonnes) {
      if (!cellules[entete]) continue
      emplois.set(base, (emplois.get(base) ?? 0) + 1)
      if (TRADUITES.has(base)) langues.add(dite)
    }
    const dire = (base: string) => {
      const siennes = parBase.get(base) ?? []
      const rangees = siennes.toSorted(
        (a, b) => Number(b.langue === langue) - Number(a.langue === langue),
      )
      return rangees.map(({ entete }) => cellules[entete] ?? '').find(Boolean) ?? ''
    }
    return { numero, dire }
  })
  return { nom, lignes, emplois, langues }
}

/** What is told of the columns that have no place here, once each. */
export function direColonnes(
  { nom, emplois }: FeuilleLue,
  prises: ReadonlySet<string>,
  raisons: ReadonlyMap<string, string>,
  sinon = 'elle n’a pas d’équivalent ici',
): Constat[] {
  return [...emplois].flatMap(([base, nombre]): Constat[] => {
    if (prises.has(base)) return []
    const famille = base.split('::')[0] ?? base
    const raison = raisons.get(famille) ?? sinon
    const lignes = nombre === 1 ? '1\u00a0ligne' : `${nombre}\u00a0lignes`
    const phrase = `La colonne «\u00a0${base.slice(0, 60)}\u00a0» (${lignes}) n’est pas reprise\u00a0: ${raison}.`
    return [{ place: nom, genre: 'LAISSE', phrase }]
  })
}
