import type { Chiffre } from '@releve/contract/annuaire/annuaire.schema.ts'
import { enNombre } from '@releve/contract/exact.ts'
import { describe, expect, it } from 'vitest'
import { variationDe } from './composer.ts'
import { Cube, lireOperande, operandeDe } from './cube.ts'
import { couvertureDe } from './mission.ts'

const chiffre = (valeur: number): Chiffre => ({ sorte: 'valeur', valeur })

describe('une variation', () => {
  it.each([
    [9, 16, -43.8],
    [23, 16, 43.8],
    [884.7, 927.15, -4.6],
    [1, 0, null],
  ])('à %d depuis %d s’arrondit loin de zéro, perte comme gain : %j', (apres, avant, dite) => {
    expect(variationDe(chiffre(apres), chiffre(avant), false)).toBe(dite)
  })

  it.each([
    [87.35, 87.3, 0.1],
    [87.3, 87.35, -0.1],
    [42.5, 42.45, 0.1],
  ])('de taux, de %d à %d, en points : %d', (apres, avant, dite) => {
    expect(variationDe(chiffre(apres), chiffre(avant), true)).toBe(dite)
  })
})

describe('ce qui s’additionne', () => {
  const forme = { adresses: ['A', 'B'] }
  const sommeDes = (valeurs: readonly number[]) => {
    const cube = new Cube([{ cle: 'M', modele: 'M', avec: null, cellules: ['A'], moyennes: [] }])
    const formulaires = valeurs.map((valeur, rang) => ({
      modele: 'M',
      region: 'R01',
      type: 'CAU',
      mois: rang + 1,
      forme,
      valeurs: [valeur, 0],
    }))
    cube.voirStructure({ attentes: [], formulaires })
    const mois = valeurs.map((_, rang) => rang + 1)
    const { somme, n } = cube.lire({
      lecture: 'M',
      cellules: ['A'],
      region: null,
      type: null,
      mois,
    })
    return [enNombre(somme), n]
  }

  it('de décimales est exact, entiers compris', () => {
    expect(sommeDes([0.1, 0.2])).toEqual([0.3, 2])
    expect(sommeDes([884.7, 42.45, 3])).toEqual([930.15, 3])
    expect(sommeDes([1.1, 2.2, 3.3, 4, -0.1])).toEqual([10.5, 5])
  })

  it('d’un produit aussi', () => {
    expect(lireOperande(operandeDe('A*B'), 1.1, 3)).toBe(3.3)
  })

  it('se dit en part au dixième, la moitié vers le haut', () => {
    const comptes = { attendus: 2000, recus: 1, aTemps: 0, retenus: 0 }
    const avance = { pasEncoreDus: 0, enAvance: 0, retenusEnAvance: 0 }
    const { completude } = couvertureDe({ ...comptes, ...avance })
    expect(completude).toBe(0.1)
  })
})
