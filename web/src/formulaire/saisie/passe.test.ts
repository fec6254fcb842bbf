import type { ChiffreDit, Passe } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { periodeDe, rangDe } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { direMemeTexte } from '../formulaire.textes.ts'
import { createJuger, moisDe, usuelDe } from './Passe.tsx'
import { textesPasse } from './saisie.textes.ts'

const RANG = rangDe({ mois: 'MARCH', annee: 2025 })

const CASE = {
  adresse: 'MVT.FIN.M',
  nature: 'entier',
  unite: null,
  decimales: null,
  calculee: false,
  min: null,
  max: null,
  nd: true,
} as Cellule

/** What was said of a cell, from the month before backwards; undefined: nothing received. */
function passe(...dits: (ChiffreDit | undefined)[]): Passe {
  const recus = dits
    .map((dit, age) => ({ dit, mois: periodeDe(RANG - 1 - age) }))
    .filter(({ dit }) => dit !== undefined)
    .toReversed()
  return {
    mois: recus.map(({ mois }) => mois),
    valeurs: { 'MVT.FIN.M': recus.map(({ dit }) => dit ?? null) },
    justifications: {},
    commentaires: {},
  }
}

describe('le passé d’une case', () => {
  it('distingue un mois non reçu, un blanc, ND et 0', () => {
    const mois = moisDe(passe(0, 'ND', null, undefined, 44), RANG, 'MVT.FIN.M')
    expect(mois).toHaveLength(12)
    expect(mois.slice(-5)).toEqual([
      { mois: { mois: 'OCTOBER', annee: 2024 }, dit: 44 },
      { mois: { mois: 'NOVEMBER', annee: 2024 }, dit: undefined },
      { mois: { mois: 'DECEMBER', annee: 2024 }, dit: null },
      { mois: { mois: 'JANUARY', annee: 2025 }, dit: 'ND' },
      { mois: { mois: 'FEBRUARY', annee: 2025 }, dit: 0 },
    ])
    expect(mois.slice(0, 7).every(({ dit }) => dit === undefined)).toBe(true)
  })

  it('d’un rapport trimestriel n’a que ses trimestres', () => {
    const lu = passe(undefined, undefined, 7, undefined, undefined, 5)
    expect(moisDe(lu, RANG, 'MVT.FIN.M', [3, 6, 9, 12, 15]).map(({ dit }) => dit)).toEqual([
      undefined,
      undefined,
      5,
      7,
    ])
  })

  it('dit sa fourchette en français, ou ce qu’il a toujours été', () => {
    expect(usuelDe(passe(1440, 1500, 1460, 1520, 1480, 1490), RANG, CASE)?.dit).toMatch(
      /^entre 1\u202f330 et 1\u202f640$/,
    )
    expect(usuelDe(passe(12, 12, 12, 12, 12, 12), RANG, CASE)?.dit).toBe('toujours 12')
    expect(usuelDe(passe(12, 'ND', null, 12, 12, 12, 12), RANG, CASE)).toBeNull()
  })

  it('juge la valeur d’une case, et rend le même objet pour le même verdict', () => {
    const juger = createJuger(passe(45, 44, 46, 43, 45, 47), RANG)
    expect(juger(CASE, 46)).toBeNull()
    expect(juger(CASE, 'ND')).toBeNull()
    expect(juger(CASE, undefined)).toBeNull()
    const plus = juger(CASE, 90)
    expect(plus).toEqual({
      sens: 1,
      dit: 'Valeur inhabituelle\u00a0: plus que d’ordinaire (entre 31 et 59).',
    })
    expect(juger(CASE, 4500)).toBe(plus)
    expect(juger(CASE, 3)?.sens).toBe(-1)
    expect(juger({ ...CASE, adresse: 'MVT.DEB.M' }, 4500)).toBeNull()
  })

  it('annonce un texte à reprendre par son début et son mois', () => {
    const long = 'Travaux dans l’aile ouest. '.repeat(10)
    const dit = textesPasse.reprendre(long, { mois: 'MARCH', annee: 2025 })
    expect(dit).toMatch(/^Reprendre\u00a0: «\u00a0Travaux .*…\u00a0» \(mars 2025\)$/)
    expect(dit.length).toBeLessThan(130)
  })

  it('dit depuis quand un texte est le même', () => {
    const dernier = { mois: 'MARCH', annee: 2025 } as const
    expect(direMemeTexte({ dernier, depuis: dernier })).toBe('Même texte qu’en mars 2025.')
    expect(direMemeTexte({ dernier, depuis: { mois: 'OCTOBER', annee: 2024 } })).toBe(
      'Même texte qu’en mars 2025, depuis octobre 2024.',
    )
  })
})
