import type { Mois } from '@releve/contract/mois.ts'
import { expect, it } from 'vitest'
import {
  formatCompte,
  formatDate,
  formatEcart,
  formatInstant,
  formatJour,
  formatMoisCourt,
  formatNombre,
  formatPart,
  formatTotal,
} from './format.ts'

const normal = (texte: string) => texte.replace(/[\u00a0\u202f]/g, ' ')

it('écrit « 1ᵉʳ » pour le premier du mois, et lui seul', () => {
  expect(normal(formatDate('2025-03-01'))).toBe('1ᵉʳ mars 2025')
  expect(normal(formatDate('2025-03-11'))).toBe('11 mars 2025')
})

it('ne décale jamais un jour, quel que soit le fuseau du navigateur', () => {
  expect(normal(formatDate('2025-01-31'))).toBe('31 janvier 2025')
})

it('écrit un instant avec son heure sur deux chiffres', () => {
  expect(normal(formatInstant(new Date(2025, 2, 1, 9, 5)))).toBe('1ᵉʳ mars 2025 à 09:05')
})

it('groupe les milliers, met le signe moins typographique, et un tiret sans valeur', () => {
  expect(normal(formatNombre(1_234_567.891))).toBe('1 234 567,891')
  expect(formatNombre(-2)).toBe('−2')
  // The half of its digits, whatever their float: away from zero, losses as gains.
  expect([formatNombre(1.0005), formatNombre(-1.0005)]).toEqual(['1,001', '−1,001'])
  expect(formatNombre(null)).toBe('—')
})

it('accorde au singulier 0 et 1, au pluriel à partir de 2', () => {
  expect(normal(formatCompte(0, 'rapport'))).toBe('0 rapport')
  expect(normal(formatCompte(1, 'rapport'))).toBe('1 rapport')
  expect(normal(formatCompte(2, 'rapport'))).toBe('2 rapports')
})

it('dit « plus de » d’un total borné, avec ou sans ce qui est compté', () => {
  const borne = { total: 1000, totalBorne: true } as const
  expect(formatTotal(borne)).toBe('plus de\u00a01\u202f000')
  const dire = (n: number) => formatCompte(n, 'rapport')
  expect(normal(formatTotal(borne, dire))).toBe('plus de 1 000 rapports')
  expect(normal(formatTotal({ total: 1000 }, dire))).toBe('1 000 rapports')
})

it('n’annonce pas 100 % avant que tout soit rempli', () => {
  expect(normal(formatPart(0.999))).toBe('99 %')
  // 0.29 × 100 is 28.999… in floats.
  expect(normal(formatPart(0.29))).toBe('29 %')
  expect(normal(formatPart(1))).toBe('100 %')
})

it('signe un écart, et ne signe pas zéro', () => {
  expect([3, -2, 0, null].map(formatEcart)).toEqual(['+3', '−2', '0', '—'])
})

it('écrit en toutes lettres le jour d’une page, et en abrégé le mois d’une colonne', () => {
  expect(normal(formatJour('2026-11-20'))).toBe('Vendredi 20 novembre 2026')
  expect(normal(formatJour('2026-11-01'))).toBe('Dimanche 1ᵉʳ novembre 2026')
  expect(normal(formatMoisCourt({ mois: 'JANUARY', annee: 2026 }))).toBe('janv. 26')
  const court = (mois: Mois, couverts: number) =>
    normal(formatMoisCourt({ mois, annee: 2026 }, couverts))
  expect([court('SEPTEMBER', 3), court('JUNE', 6), court('DECEMBER', 12)]).toEqual([
    'T3 26',
    'S1 26',
    '2026',
  ])
  expect(court('MARCH', 12)).toBe('avr. 25–mars 26')
})
