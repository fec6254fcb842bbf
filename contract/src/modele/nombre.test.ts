import { describe, expect, it } from 'vitest'
import { lireNombre, signeDecimal } from './nombre.ts'

/** Every space of Unicode, by number: an editor would change them. */
const ESPACES = [
  0x09, 0x20, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
  0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
].map((point) => String.fromCodePoint(point))

describe('un nombre écrit en français ou en anglais', () => {
  it.each<[string, number]>([
    ['0', 0],
    ['42', 42],
    ['007', 7],
    ['1234', 1234],
    ['1 234', 1234],
    ['1 234 567', 1_234_567],
    ['1 234,5', 1234.5],
    ['1 234.5', 1234.5],
    ['1 234,567', 1234.567],
    ['1 234.567', 1234.567],
    ['1.234,5', 1234.5],
    ['1.234.567,89', 1_234_567.89],
    ['1,234.5', 1234.5],
    ['1,234,567.89', 1_234_567.89],
    ['1.234.567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['1’234,5', 1234.5],
    ["1'234'567", 1_234_567],
    ['1234.5', 1234.5],
    ['1234,5', 1234.5],
    ['1234.567', 1234.567],
    ['0.500', 0.5],
    ['0,125', 0.125],
    ['12.5', 12.5],
    ['12,50', 12.5],
    ['12.3456', 12.3456],
    [',5', 0.5],
    ['.5', 0.5],
    ['+3', 3],
    ['-1 234,5', -1234.5],
    ['- 3', -3],
    ['−3', -3],
    ['–3', -3],
    ['‑3', -3],
    ['－3', -3],
    ['-0', 0],
    ['999999999999999', 999_999_999_999_999],
  ])('« %s » se lit', (texte, nombre) => {
    expect(lireNombre(texte)).toMatchObject({ nombre })
  })

  it('se lit avec toute espace d’Unicode, entre ses groupes et autour', () => {
    for (const espace of ESPACES) {
      const texte = `${espace}12${espace}345,5${espace}`
      expect(lireNombre(texte), `U+${espace.codePointAt(0)?.toString(16)}`).toEqual({
        nombre: 12_345.5,
        entier: false,
      })
    }
  })

  it('se lit malgré les signes invisibles qu’un tableur ou une page laissent', () => {
    for (const point of [0x200b, 0x200e, 0x200f, 0x202a, 0x202c, 0x2060, 0x2066, 0x2069, 0x61c]) {
      const signe = String.fromCodePoint(point)
      expect(lireNombre(`${signe}1${signe}5${signe}`)).toMatchObject({ nombre: 15 })
    }
  })

  it('dit s’il est entier, ses décimales nulles comprises', () => {
    expect(lireNombre('12,00')).toEqual({ nombre: 12, entier: true })
    expect(lireNombre('12,01')).toEqual({ nombre: 12.01, entier: false })
  })
})

describe('un nombre qui se lit de deux façons', () => {
  it.each<[string, number, number, string]>([
    ['1.234', 1234, 1.234, '.'],
    ['1,234', 1234, 1.234, ','],
    ['12.345', 12_345, 12.345, '.'],
    ['-123,456', -123_456, -123.456, ','],
    ['− 1.000', -1000, -1, '.'],
  ])('« %s » n’est ni l’un ni l’autre', (texte, milliers, decimal, signe) => {
    expect(lireNombre(texte)).toEqual({ milliers, decimal, signe })
  })
})

describe('ce qui n’est pas un nombre', () => {
  it.each([
    '',
    '-',
    ',',
    'douze',
    '12x',
    '1e5',
    '1,23E+05',
    '1 2',
    '1 23',
    '12 34 567',
    '1234 567',
    '1.23.456',
    '1,234,56',
    '1.234 567',
    '1 234.567,8',
    '1,234,567,89',
    '1,2,3',
    '1..5',
    '1,.5',
    '3+4',
    '--3',
    '3-',
    '(3)',
    '#REF!',
    '1/2',
    '12:30',
    '½',
    '١٢',
    'Infinity',
    'NaN',
    '0x10',
  ])('« %s » est illisible', (texte) => {
    expect(lireNombre(texte)).toEqual({ faux: 'ILLISIBLE' })
  })

  it('est trop long au-delà de quinze chiffres, qui changeraient sans rien dire', () => {
    expect(lireNombre('9'.repeat(16))).toEqual({ faux: 'TROP_LONG' })
    expect(lireNombre('9 999 999 999 999 999')).toEqual({ faux: 'TROP_LONG' })
  })

  it('est trop précis au-delà de quinze chiffres, décimales comprises', () => {
    expect(lireNombre('123 456 789 012,1234')).toEqual({ faux: 'TROP_PRECIS' })
    expect(lireNombre(`1,${'0'.repeat(30)}1`)).toEqual({ faux: 'TROP_PRECIS' })
    expect(lireNombre('123 456 789 012,123')).toMatchObject({ nombre: 123_456_789_012.123 })
    expect(lireNombre('123 456 789 012,123000')).toMatchObject({ nombre: 123_456_789_012.123 })
  })
})

describe('le signe décimal que des chiffres montrent', () => {
  it.each<[string, string | null]>([
    ['12,5', ','],
    ['12.5', '.'],
    ['1.234,5', ','],
    ['1,234.5', '.'],
    ['1.234.567', ','],
    ['1,234,567', '.'],
    ['1 234,567', ','],
    ['1.234', null],
    ['1,234', null],
    ['1234', null],
    ['1 234', null],
    ['a,b', null],
  ])('de « %s » est %s', (texte, signe) => {
    expect(signeDecimal(texte)).toBe(signe)
  })
})
