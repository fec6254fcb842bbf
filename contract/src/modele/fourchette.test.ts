import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CHIFFRES_MIN,
  type ChiffrePasse,
  type Fourchette,
  fourchetteDe,
  sensDe,
} from './fourchette.ts'

const CASE = {
  nature: 'entier',
  decimales: null,
  calculee: false,
  min: null,
  max: null,
} as const

/** Figures from the last month backwards. */
const passe = (...valeurs: number[]): ChiffrePasse[] =>
  valeurs.map((valeur, rang) => ({ age: rang + 1, valeur }))

const fourchette = (...valeurs: number[]) => fourchetteDe(CASE, passe(...valeurs))

/** A past long enough to be judged by. */
const jugeable = (chiffres: ChiffrePasse[], cellule: Parameters<typeof fourchetteDe>[0] = CASE) => {
  const lue = fourchetteDe(cellule, chiffres)
  if (!lue) throw new Error('sans fourchette')
  return lue
}

describe('la fourchette d’une case', () => {
  it('part de la médiane et s’étend de ce que la case a l’habitude de bouger', () => {
    expect(fourchette(45, 44, 46, 43, 45, 47, 44, 42, 45, 46, 44, 45)).toEqual({
      min: 31,
      max: 59,
      constante: false,
    })
  })

  it('ne dit rien d’un passé trop court', () => {
    expect(CHIFFRES_MIN).toBe(6)
    expect(fourchette(4, 5, 4, 5, 4)).toBeNull()
    expect(fourchette(4, 5, 4, 5, 4, 5)).not.toBeNull()
    expect(fourchette()).toBeNull()
  })

  it('ne se laisse pas élargir par une faute de frappe d’un mois passé', () => {
    const sages = [45, 44, 46, 43, 45, 47, 44, 42, 45, 46, 44]
    const { max } = jugeable(passe(...sages, 4500))
    expect(max).toBeLessThan(70)
  })

  it('admet ce qui revient de temps en temps', () => {
    const lue = jugeable(passe(0, 0, 0, 5, 0, 0, 4, 0, 0, 0, 0, 6))
    expect([0, 4, 5].map((valeur) => sensDe(lue, valeur))).toEqual([0, 0, 0])
    expect(sensDe(lue, 20)).toBe(1)
  })

  it('d’un passé constant, dit qu’il l’est, et ne crie pas pour une unité', () => {
    const lue = jugeable(passe(0, 0, 0, 0, 0, 0))
    expect(lue).toEqual({ min: 0, max: 2, constante: true })
    expect([1, 2, 3].map((valeur) => sensDe(lue, valeur))).toEqual([0, 0, 1])
  })

  it('suit la saison quand deux années la disent, et pas une', () => {
    const plat = Array.from({ length: 12 }, (_, rang) => ({ age: rang + 1, valeur: 10 }))
    const an = (age: number) => ({ age, valeur: 100 })
    const sansUne = plat.filter(({ age }) => age !== 12)
    expect(sensDe(jugeable([...sansUne, an(12)]), 100)).toBe(1)
    expect(sensDe(jugeable([...sansUne, an(12), an(24)]), 100)).toBe(0)
    // What is usual the rest of the year is not made unusual by it.
    expect(sensDe(jugeable([...sansUne, an(12), an(24)]), 10)).toBe(0)
  })

  it('regarde les douze derniers chiffres', () => {
    const lue = jugeable(passe(...Array(12).fill(200), ...Array(12).fill(20)))
    expect(sensDe(lue, 20)).toBe(-1)
  })

  it('se dit en deux chiffres, jamais plus étroite', () => {
    const montants = passe(1_204_513, 1_650_200, 1_411_870, 1_893_221, 1_502_000, 1_333_333)
    const lue = jugeable(montants, { ...CASE, nature: 'montant' })
    expect(lue.min % 10_000).toBe(0)
    expect(lue.max % 10_000).toBe(0)
    expect(jugeable(passe(1.25, 1.5, 1.25, 2, 1.75, 1.5), { ...CASE, nature: 'decimal' })).toEqual({
      min: 0,
      max: 4,
      constante: false,
    })
  })

  it('reste dans ce que la case accepte, et ne descend sous 0 que si le passé y est allé', () => {
    const jours = { ...CASE, min: 0, max: 31 }
    expect(jugeable(passe(30, 31, 30, 31, 28, 31), jours).max).toBe(31)
    expect(jugeable(passe(1, 0, 1, 0, 1, 0)).min).toBe(0)
    expect(jugeable(passe(1, -1, 1, 0, 1, 0), { ...CASE, nature: 'entierSigne' }).min).toBeLessThan(
      0,
    )
  })
})

describe('quel que soit le passé', () => {
  const comptes = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 6, maxLength: 11 })
  const dedans = (lue: Fourchette, valeur: number) => sensDe(lue, valeur) === 0

  it('l’ordre des chiffres n’y fait rien', () => {
    fc.assert(
      fc.property(comptes, (valeurs) => {
        const chiffres = passe(...valeurs)
        expect(fourchetteDe(CASE, chiffres.toReversed())).toEqual(fourchetteDe(CASE, chiffres))
      }),
    )
  })

  it('un de plus ou de moins qu’un passé constant n’étonne jamais', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (valeur) => {
        const lue = jugeable(passe(...Array(8).fill(valeur)))
        expect([valeur, valeur + 1, Math.max(0, valeur - 1)].every((v) => dedans(lue, v))).toBe(
          true,
        )
      }),
    )
  })

  it('de ce qui a été dit, au plus deux chiffres étonnent', () => {
    fc.assert(
      fc.property(comptes, (valeurs) => {
        const lue = jugeable(passe(...valeurs))
        expect(valeurs.filter((valeur) => !dedans(lue, valeur)).length).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('un seul chiffre, si grand soit-il, ne l’étend pas jusqu’à lui', () => {
    fc.assert(
      fc.property(comptes, fc.nat({ max: 10 }), (valeurs, rang) => {
        const faux = valeurs.toSpliced(rang % valeurs.length, 1, 1_000_000_000)
        expect(jugeable(passe(...faux)).max).toBeLessThan(10_000)
      }),
    )
  })

  it('ce que ce mois a été deux années de suite n’étonne pas', () => {
    fc.assert(
      fc.property(comptes, fc.nat({ max: 5000 }), (valeurs, valeur) => {
        const saison = [12, 24].map((age) => ({ age, valeur }))
        expect(dedans(jugeable([...passe(...valeurs), ...saison]), valeur)).toBe(true)
      }),
    )
  })

  it('ses bornes se suivent, et sont des nombres', () => {
    const tous = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), {
      minLength: 6,
      maxLength: 24,
    })
    fc.assert(
      fc.property(tous, (valeurs) => {
        const { min, max } = jugeable(passe(...valeurs), { ...CASE, nature: 'decimal' })
        expect(Number.isFinite(min) && Number.isFinite(max) && min < max).toBe(true)
      }),
    )
  })
})
