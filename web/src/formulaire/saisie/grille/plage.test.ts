import { describe, expect, it } from 'vitest'
import { adressesDe, etendre, type Plage } from './plage.ts'

const GRILLE = [
  ['A1', 'A2', 'A3'],
  ['B1', 'B2', 'B3'],
]
const depuis = (ligne: number, colonne: number): Plage => ({
  ancre: { ligne, colonne },
  tete: { ligne, colonne },
})

describe('un rectangle de cases', () => {
  it('grandit et se replie du côté de la flèche, sans sortir du tableau', () => {
    const touches = ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown']
    const grand = touches.reduce<Plage>(
      (plage, touche) => etendre(GRILLE, plage, touche) ?? plage,
      depuis(0, 1),
    )
    expect(adressesDe(GRILLE, grand)).toEqual([
      ['A2', 'A3'],
      ['B2', 'B3'],
    ])
    const replie = etendre(GRILLE, grand, 'Shift+ArrowLeft') ?? grand
    expect(adressesDe(GRILLE, replie)).toEqual([['A2'], ['B2']])
  })

  it('se lit de haut en bas, d’où qu’on l’ait commencé', () => {
    const plage = { ancre: { ligne: 1, colonne: 2 }, tete: { ligne: 0, colonne: 1 } }
    expect(adressesDe(GRILLE, plage)).toEqual([
      ['A2', 'A3'],
      ['B2', 'B3'],
    ])
  })

  it('est tout le tableau avec Ctrl + A, et rien avec une autre touche', () => {
    const tout = etendre(GRILLE, depuis(1, 1), 'Ctrl+a')
    expect(tout && adressesDe(GRILLE, tout)).toEqual(GRILLE)
    for (const touche of ['ArrowRight', 'Shift+a', 'Shift+Tab', 'Ctrl+Shift+ArrowRight'])
      expect(etendre(GRILLE, depuis(0, 0), touche)).toBeNull()
  })
})
