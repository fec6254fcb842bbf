import { describe, expect, it } from 'vitest'
import { LIBELLES_NIVEAUX, NIVEAUX } from '../formulaire/ecart.rules.ts'
import { ETATS_OUVERTS, ETATS_RECUS } from '../formulaire/formulaire.rules.ts'
import {
  CASES,
  CASES_EN_RETARD,
  CASES_RECUES,
  type Case,
  ETAT_DE_CASE,
  LIBELLES_RAISONS,
  RAISONS,
} from './dashboard.rules.ts'
import { LIBELLES_STATUTS_RETARD, STATUTS_RETARD } from './dashboard.schema.ts'

// The keys of CASES, and no other.
const LETTRES = Object.keys(CASES) as Case[]

describe('les cases de la matrice', () => {
  it('ont chacune son libellé, qu’aucune autre n’a', () => {
    expect(new Set(Object.values(CASES)).size).toBe(LETTRES.length)
    expect(LETTRES.every((lettre) => lettre.length === 1)).toBe(true)
  })

  it('disent un retard par une minuscule, de la même lettre que sans retard', () => {
    for (const lettre of LETTRES.filter((l) => /[a-z]/.test(l))) {
      const majuscule = LETTRES.find((l) => l === lettre.toUpperCase())
      expect(majuscule && ETAT_DE_CASE[majuscule], lettre).toBe(ETAT_DE_CASE[lettre])
    }
  })

  it('sont reçues, en retard, ou ni l’un ni l’autre', () => {
    expect(CASES_RECUES.filter((lettre) => CASES_EN_RETARD.includes(lettre))).toEqual([])
    const recus = new Set(CASES_RECUES.map((lettre) => ETAT_DE_CASE[lettre]))
    expect(recus).toEqual(new Set([...ETATS_RECUS, 'RENVOYE']))
    expect(ETATS_OUVERTS).toContain(ETAT_DE_CASE.b)
  })
})

describe('les niveaux d’un écart', () => {
  it('ont chacun son libellé, et chaque raison aussi', () => {
    expect(Object.keys(LIBELLES_NIVEAUX)).toEqual([...NIVEAUX])
    expect(Object.keys(LIBELLES_RAISONS)).toEqual([...RAISONS])
    expect(Object.keys(LIBELLES_STATUTS_RETARD)).toEqual([...STATUTS_RETARD])
  })
})
