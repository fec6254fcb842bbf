import { CHIFFRES_MAX, compterChiffres } from '../exact.ts'

/** A number as it was written; or the two that it may be, for `1.234`; or why it is none. */
export type NombreLu =
  | { nombre: number; entier: boolean }
  | { milliers: number; decimal: number; signe: SigneDecimal }
  | { faux: 'ILLISIBLE' | 'TROP_LONG' | 'TROP_PRECIS' }

export type SigneDecimal = '.' | ','

/** Marks that show nothing: spreadsheets and web pages leave them around figures. */
const INVISIBLES = /\p{Cf}/gu
/** Any minus, as keyboards, word processors and spreadsheets write it. */
const SIGNE = /^([-+−–‐‑﹣－]?) ?(.+)$/
const AMBIGU = /^[1-9]\d{0,2}([.,])\d{3}$/
const SIMPLE = /^(\d+)(?:[.,](\d+))?$|^[.,](\d+)$/
/** The sign that parts the thousands is one and the same, and is not the decimal one. */
const GROUPES = /^([1-9]\d{0,2}(?:([ .,'])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/

const mettreAPlat = (texte: string) =>
  texte.replace(INVISIBLES, '').replace(/\s/g, ' ').replaceAll('’', "'").trim()

/**
 * Reads figures as people write them: `1 234,5` with any space, `1.234,5`, `1,234.5`, `1'234.5`,
 * `1234.5`, `,5`. Three digits after one sign alone are thousands for some, decimals for others.
 */
export function lireNombre(texte: string): NombreLu {
  const [, signe = '', corps = ''] = SIGNE.exec(mettreAPlat(texte)) ?? []
  const sens = signe === '' || signe === '+' ? 1 : -1
  const ambigu = AMBIGU.exec(corps)?.[1]
  if (ambigu === '.' || ambigu === ',') {
    const milliers = sens * Number(corps.replace(/\D/g, ''))
    return { milliers, decimal: sens * Number(corps.replace(',', '.')), signe: ambigu }
  }
  const simple = SIMPLE.exec(corps)
  const lu = simple ?? GROUPES.exec(corps)
  if (!lu) return { faux: 'ILLISIBLE' }
  const entiers = (lu[1] ?? '0').replace(/\D/g, '')
  const decimales = (simple ? (lu[2] ?? lu[3]) : lu[3]) ?? ''
  // Beyond what a float holds, digits would be changed in silence.
  if (entiers.length > CHIFFRES_MAX) return { faux: 'TROP_LONG' }
  const ecrit = `${entiers}.${decimales}`
  if (compterChiffres(ecrit) > CHIFFRES_MAX) return { faux: 'TROP_PRECIS' }
  const nombre = Number(ecrit)
  return { nombre: nombre === 0 ? 0 : sens * nombre, entier: !/[1-9]/.test(decimales) }
}

/** The decimal sign that figures show beyond doubt: it tells how their neighbours are written. */
export function signeDecimal(texte: string): SigneDecimal | null {
  const lu = lireNombre(texte)
  if (!('nombre' in lu)) return null
  const signes = mettreAPlat(texte).replace(/[^.,]/g, '')
  const [premier] = signes
  const dernier = signes.at(-1)
  if (dernier === undefined) return null
  // The same sign twice parts thousands: the other one is the decimal's.
  if (signes.length > 1 && premier === dernier) return dernier === '.' ? ',' : '.'
  return dernier === '.' ? '.' : ','
}
