import { describe, expect, it } from 'vitest'
import { estBloc, lireBloc, placerBloc } from './collage.ts'

describe('lire un bloc copié d’un tableur', () => {
  it('sépare les lignes et les cases, sans ligne de trop à la fin', () => {
    expect(lireBloc('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('garde les cases vides, en début, au milieu et en fin de ligne', () => {
    expect(lireBloc('\t2\t\n\t\t')).toEqual([
      ['', '2', ''],
      ['', '', ''],
    ])
  })

  it('lit une case entre guillemets qui contient un retour à la ligne ou un guillemet', () => {
    expect(lireBloc('"un\ndeux"\t"dit ""oui"""')).toEqual([['un\ndeux', 'dit "oui"']])
  })

  it('garde tel quel un texte qui commence par un guillemet jamais fermé', () => {
    expect(lireBloc('"Relais\t3')).toEqual([['"Relais', '3']])
  })

  it('ne prend pas pour un bloc une valeur seule, même suivie d’un retour à la ligne', () => {
    expect(estBloc('1 234\r\n')).toBe(false)
    expect(estBloc('1\n2')).toBe(true)
    expect(estBloc('1\t2')).toBe(true)
  })
})

describe('poser un bloc dans un tableau', () => {
  const grille = [
    ['A.M', 'A.F', null],
    ['B.M', 'B.F', null],
    [null, null, null],
  ]

  it('remplit à partir de la case active, et ignore les totaux', () => {
    const bloc = lireBloc('1\t 2 \t3\n4\t5\t9')
    expect(placerBloc(bloc, grille, { ligne: 0, colonne: 0 })).toEqual({
      textes: [
        ['A.M', '1'],
        ['A.F', '2'],
        ['B.M', '4'],
        ['B.F', '5'],
      ],
      ignorees: 2,
      dehors: 0,
    })
  })

  it('compte les valeurs qui tombent hors du tableau, mais pas les cases vides', () => {
    const bloc = lireBloc('5\t6\t7\t8\t\n1\t1\n\t\t\n2\t2')
    const collage = placerBloc(bloc, grille, { ligne: 1, colonne: 1 })
    expect(collage.textes).toEqual([['B.F', '5']])
    expect(collage.dehors).toBe(4)
  })
})
