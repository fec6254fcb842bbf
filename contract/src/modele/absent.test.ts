import { describe, expect, it } from 'vitest'
import { calculer, juger, ouvrirEssai, ouvrirFormule } from './banc.ts'
import type { Donnees } from './modele.schema.ts'

describe('une valeur absente', () => {
  it.each([
    ['A + B', { A: 1 }],
    ['A * B', { A: 0 }],
    ['A / B', { A: 1, B: 0 }],
    ['-A', {}],
    ['A + 1', { A: 'ND' }],
    ['A + 1', { A: 'SO' }],
    ['MAX(A; B)', { A: 1 }],
    ['MOYENNE(A; B)', { A: 1, B: 'SO' }],
    ['SI(A > 1; 1; 2)', {}],
    ['SI(A > 1; B; 2)', { A: 2 }],
    ['PRECEDENT(A)', {}],
    ['STRUCTURE("inconnue")', {}],
  ])('rend %s absent', (formule, donnees) => {
    expect(calculer(formule, donnees)).toBeNull()
  })

  it('n’est pas zéro', () => {
    expect(calculer('A + 1', { A: 0 })).toBe(1)
    expect(calculer('A + 1')).toBeNull()
  })

  it('ne gêne pas SI dans la branche qui n’est pas prise', () => {
    expect(calculer('SI(A > 1; B; 2)', { A: 0 })).toBe(2)
  })

  it('ne décide pas à la place de ce qui décide : FAUX pour ET, VRAI pour OU', () => {
    expect(juger('O ET P', { P: false })).toBe(false)
    expect(juger('O ET P', { O: false })).toBe(false)
    expect(juger('O ET P', { P: true })).toBeNull()
    expect(juger('O OU P', { P: true })).toBe(true)
    expect(juger('O OU P', { P: false })).toBeNull()
    expect(juger('NON O')).toBeNull()
  })

  it('se reconnaît par VIDE, qui répond toujours : ND et SO ne sont pas vides', () => {
    expect(juger('VIDE(A)')).toBe(true)
    expect(juger('VIDE(A)', { A: 0 })).toBe(false)
    expect(juger('VIDE(A)', { A: 'ND' })).toBe(false)
    expect(juger('VIDE(A)', { A: 'SO' })).toBe(false)
    expect(juger('VIDE(A + B)', { A: 1 })).toBe(true)
    expect(juger('VIDE(T)', { T: 'ND' })).toBe(false)
  })

  it('vaut pour les textes et les dates comme pour les nombres', () => {
    expect(juger('T = "ND"', { T: 'ND' })).toBeNull()
    expect(juger('L = "NORMAL"')).toBeNull()
    expect(juger('L <> "NORMAL"', { L: 'FERME' })).toBe(true)
    expect(juger('D > D', {})).toBeNull()
  })
})

describe('un total', () => {
  it('additionne ce qui est rempli', () => {
    expect(calculer('SOMME(A; B; C)', { A: 1, B: 2, C: 0 })).toBe(3)
  })

  it('saute SO, et vaut SO quand tout est SO', () => {
    expect(calculer('SOMME(A; B)', { A: 1, B: 'SO' })).toBe(1)
    expect(calculer('SOMME(A; B)', { A: 'SO', B: 'SO' })).toBe('SO')
  })

  it('devient ND dès qu’un terme est ND', () => {
    expect(calculer('SOMME(A; B; C)', { A: 1, B: 'ND', C: 'SO' })).toBe('ND')
    expect(calculer('SOMME(A; B)', { B: 'ND' })).toBe('ND')
  })

  it('reste absent, mais partiel, tant qu’une case est vide', () => {
    const calcul = ouvrirFormule('SOMME(A; B; C)', { A: 1, B: 2 })
    expect(calcul.valeur('R')).toBeNull()
    expect(calcul.partiel('R')).toBe(3)
    calcul.changer({ C: 4 })
    expect(calcul.valeur('R')).toBe(7)
    expect(calcul.partiel('R')).toBeNull()
  })

  it('n’est pas partiel quand rien n’est encore connu', () => {
    expect(ouvrirFormule('SOMME(A; B)').partiel('R')).toBeNull()
  })

  it('compte comme absent dans une autre opération tant qu’il est partiel, ND ou SO', () => {
    expect(calculer('SOMME(A; B) + 1', { A: 1 })).toBeNull()
    expect(calculer('SOMME(A; B) + 1', { A: 1, B: 'ND' })).toBeNull()
    expect(calculer('SOMME(A; B) + 1', { A: 'SO', B: 'SO' })).toBeNull()
  })

  it('de totaux partiels montre ce qui est connu de chacun', () => {
    const calcul = ouvrirEssai({ 'ENT.JUDIC.M': 2, 'ENT.FAM.F': 3 })
    expect(calcul.partiel('ENT.TOT.M')).toBe(2)
    expect(calcul.partiel('ENT.TOT.TOT')).toBe(5)
    expect(calcul.valeur('ENT.TOT.TOT')).toBeNull()
  })

  it('se recopie tel quel dans une cellule qui ne fait que le nommer', () => {
    const ligne = (motif: string) => ({ [`ENT.${motif}.M`]: 1 })
    const calcul = ouvrirEssai({ ...ligne('JUDIC'), ...ligne('FAM') })
    expect(calcul.partiel('MVT.ENT.M')).toBe(2)
    calcul.changer({ 'ENT.AUTRE.M': 'ND' })
    expect(calcul.valeur('MVT.ENT.M')).toBe('ND')
  })

  it('ne compte jamais une ligne ou une colonne déjà calculée', () => {
    const donnees = Object.fromEntries(
      ['JUDIC', 'FAM', 'AUTRE'].flatMap((motif) => [
        [`ENT.${motif}.M`, 1],
        [`ENT.${motif}.F`, 10],
      ]),
    )
    const calcul = ouvrirEssai(donnees)
    expect(calcul.valeur('ENT.TOT.M')).toBe(3)
    expect(calcul.valeur('ENT.FAM.TOT')).toBe(11)
    expect(calcul.valeur('ENT.TOT.TOT')).toBe(33)
  })
})

describe('les valeurs des autres mois', () => {
  const mois = (valeurs: (number | 'ND' | null)[]): Record<string, Donnees> =>
    Object.fromEntries(
      valeurs.map((valeur, i): [string, Donnees] => [
        `CALC@2024-${String(12 - i).padStart(2, '0')}`,
        valeur === null ? {} : { A: valeur },
      ]),
    )

  it('viennent du mois précédent, ou de l’année précédente', () => {
    const autres = { 'CALC@2025-02': { A: 7 }, 'CALC@2024-03': { A: 5 } }
    expect(calculer('PRECEDENT(A)', {}, { autres })).toBe(7)
    expect(calculer('ANNEE_PRECEDENTE(A)', {}, { autres })).toBe(5)
    expect(calculer('PRECEDENT(A)', {}, { autres: { 'CALC@2025-02': { A: 'ND' } } })).toBeNull()
    expect(calculer('PRECEDENT(A)', {}, { autres, mois: 'APRIL' })).toBeNull()
  })

  it('passent d’une année à l’autre', () => {
    const contexte = { mois: 'JANUARY' as const, autres: { 'CALC@2024-12': { A: 9 } } }
    expect(calculer('PRECEDENT(A)', {}, contexte)).toBe(9)
    expect(calculer('CUMUL_ANNEE(A)', { A: 4 }, contexte)).toBe(4)
  })

  it('donnent une moyenne des mois présents, s’il y en a au moins la moitié', () => {
    const janvier = { mois: 'JANUARY' as const, annee: 2025 }
    expect(calculer('MOYENNE_MOIS(A; 4)', {}, { ...janvier, autres: mois([6, 4]) })).toBe(5)
    expect(calculer('MOYENNE_MOIS(A; 4)', {}, { ...janvier, autres: mois([6]) })).toBeNull()
    const troues = mois([6, null, 'ND', 3])
    expect(calculer('MOYENNE_MOIS(A; 4)', {}, { ...janvier, autres: troues })).toBe(4.5)
  })

  it('se cumulent depuis janvier, ce mois compris, en sautant les mois sans rapport', () => {
    const autres = { 'CALC@2025-01': { A: 10 }, 'CALC@2024-12': { A: 1000 } }
    expect(calculer('CUMUL_ANNEE(A)', { A: 5 }, { autres })).toBe(15)
    expect(calculer('CUMUL_ANNEE(A)', {}, { autres })).toBeNull()
  })

  it('ne se cumulent pas quand un rapport présent a la case vide, ou ND ; SO ne compte pas', () => {
    const avec = (donnees: Record<string, 'ND' | 'SO'>) =>
      calculer('CUMUL_ANNEE(A)', { A: 5 }, { autres: { 'CALC@2025-02': donnees } })
    expect(avec({})).toBeNull()
    expect(avec({ A: 'ND' })).toBeNull()
    expect(avec({ A: 'SO' })).toBe(5)
  })

  it('d’un autre modèle sont celles du même mois', () => {
    const autres = { 'RMA@2025-03': { 'MVT.FIN.TOT': 40 } }
    expect(calculer('AUTRE_MODELE(RMA; MVT.FIN.TOT) / 4', {}, { autres })).toBe(10)
    expect(calculer('AUTRE_MODELE(RMA; MVT.DEB.TOT)', {}, { autres })).toBeNull()
    expect(calculer('NB_JOURS()', {}, { mois: 'FEBRUARY', annee: 2024 })).toBe(29)
  })
})
