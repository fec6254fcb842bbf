import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrondir,
  compterChiffres,
  confronter,
  divise,
  ecrireChiffres,
  ecrireDecimal,
  enNombre,
  fois,
  garder,
  lireDecimal,
  moins,
  plus,
} from './exact.ts'

const tiers = (n: number) => divise(n, 3) ?? Number.NaN

describe('un nombre', () => {
  it.each<[number, number, number]>([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [-43.75, 1, -43.8],
    [43.75, 1, 43.8],
    [42.45, 1, 42.5],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [-0.4, 0, 0],
    [1250, -2, 1300],
    [-1250, -2, -1300],
    [1e21, 2, 1e21],
    [1e-7, 6, 0],
    [Number.NaN, 1, Number.NaN],
  ])(
    '%d s’arrondit à %d décimales en %d, loin de zéro à mi-chemin',
    (nombre, decimales, attendu) => {
      expect(arrondir(nombre, decimales)).toBe(attendu)
    },
  )

  it('s’arrondit sur ses chiffres, quels qu’ils soient', () => {
    const chiffres = fc.integer({ min: -99_999_999, max: 99_999_999 })
    fc.assert(
      fc.property(chiffres, fc.nat({ max: 6 }), fc.nat({ max: 6 }), (unites, places, decimales) => {
        // By its digits alone: what is dropped begins with a 5 or more.
        const texte = String(Math.abs(unites)).padStart(places + 1, '0')
        const coupe = Math.min(texte.length, texte.length - places + decimales)
        const monte = Number(texte[coupe] ?? '0') >= 5
        const garde = Number(texte.slice(0, coupe) || '0') + (monte ? 1 : 0)
        const sienne = Number(`${garde}e-${Math.min(places, decimales)}`)
        const attendu = unites < 0 && sienne !== 0 ? -sienne : sienne
        expect(arrondir(Number(`${unites}e-${places}`), decimales)).toBe(attendu)
      }),
    )
  })

  it('s’écrit avec tous ses chiffres, sans exposant', () => {
    expect(ecrireChiffres(1e-7)).toBe('0.0000001')
    expect(ecrireChiffres(-1.5e-9)).toBe('-0.0000000015')
    expect(ecrireChiffres(1e21)).toBe('1000000000000000000000')
    expect(ecrireChiffres(123456789012.345)).toBe('123456789012.345')
    expect(ecrireDecimal(-1234.5, 2)).toBe('-1234.5')
    expect(ecrireDecimal(-0.001, 2)).toBe('0')
  })

  it.each<[string, number]>([
    ['0.1', 1],
    ['-1234.50', 5],
    ['1e-7', 1],
    ['123456789012.123456', 18],
    ['0.000', 0],
    ['1200', 4],
  ])('« %s » a %d chiffres significatifs', (texte, nombre) => {
    expect(compterChiffres(texte)).toBe(nombre)
  })
})

describe('un calcul', () => {
  it('ne perd rien : le tiers, trois fois, est le tout', () => {
    expect(confronter(fois(tiers(1), 3), 1)).toBe(0)
    expect(confronter(plus(0.1, 0.2), 0.3)).toBe(0)
    expect(enNombre(moins(927.15, 884.7))).toBe(42.45)
  })

  it('d’entiers reste un entier de la machine', () => {
    for (const fait of [plus(2, 3), fois(600_000_000_000, 1000), moins(3, 3), divise(-6, 3)])
      expect(Number.isSafeInteger(fait)).toBe(true)
    for (const nul of [fois(0, -5), divise(0, -5), moins(5, 5)]) expect(nul).toBe(0)
  })

  it('va au-delà de 2⁵³ sans perdre un chiffre', () => {
    const grand = fois(9_007_199_254_740_991, 9_007_199_254_740_991)
    expect(ecrireDecimal(moins(grand, lireDecimal('81129638414606663681390495662080')), 0)).toBe(
      '1',
    )
  })

  it('lit tous les chiffres d’un nombre écrit', () => {
    expect(ecrireDecimal(lireDecimal('0.12345678901234567890'), 20)).toBe('0.1234567890123456789')
    expect(lireDecimal('12.5')).toBe(12.5)
  })
})

describe('ce qu’une case garde d’un résultat', () => {
  it.each<[number, number | null, number | null]>([
    [2.345, 2, 2.35],
    [-2.345, 2, -2.35],
    [999_999_999_999_999, null, 999_999_999_999_999],
    [1e15, null, null],
    [1e15, 2, null],
    [-1e15, 0, null],
    [12_345_678_901_234.5, null, 12_345_678_901_234.5],
    [9_999_999_999_999.96, 1, 1e13],
    [1e-20, null, 1e-20],
    [0, 2, 0],
  ])('%d, à %j décimales : %j', (nombre, decimales, attendu) => {
    expect(garder(nombre, decimales)).toBe(attendu)
  })

  it('a quinze chiffres significatifs si elle ne nomme pas ses décimales', () => {
    expect(garder(tiers(1), null)).toBe(0.333333333333333)
    expect(garder(tiers(200), null)).toBe(66.6666666666667)
    expect(garder(divise(1, 3_000_000) ?? 0, null)).toBe(3.33333333333333e-7)
    // Rounding would add a whole digit.
    expect(garder(plus(999_999_999_999_999, 0.6), null)).toBeNull()
  })

  it('n’est rien, plutôt qu’un chiffre changé, s’il en faut seize', () => {
    expect(garder(plus(123_456_789_012_345, 0.6), 1)).toBeNull()
    expect(garder(fois(1e8, 1e8), 0)).toBeNull()
  })
})
