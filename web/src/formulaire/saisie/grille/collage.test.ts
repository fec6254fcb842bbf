import { describe, expect, it } from 'vitest'
import { lireBloc, placerBloc, preparer } from './collage.ts'
import { estBloc } from './plage.ts'

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
      ignorees: [
        { ligne: 0, colonne: 2, texte: '3' },
        { ligne: 1, colonne: 2, texte: '9' },
      ],
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

describe('poser un bloc copié sans ses totaux', () => {
  const LIGNES = ['A', null, 'B', null]
  const COLONNES = ['1.M', '1.F', null, '2.M', '2.F', null]
  const grille = LIGNES.map((ligne) =>
    COLONNES.map((colonne) => ligne && colonne && `${ligne}.${colonne}`),
  )
  const poser = (texte: string, ligne = 0, colonne = 0) =>
    Object.fromEntries(placerBloc(lireBloc(texte), grille, { ligne, colonne }).textes)

  it('saute les colonnes calculées quand il est large comme les colonnes saisies', () => {
    const attendu = { 'A.1.M': '1', 'A.1.F': '2', 'A.2.M': '3', 'A.2.F': '4' }
    expect(poser('1\t2\t3\t4')).toEqual(attendu)
    expect(poser('2\t3\t4', 0, 1)).toEqual({ 'A.1.F': '2', 'A.2.M': '3', 'A.2.F': '4' })
  })

  it('ignore les totaux qu’il contient quand il est large comme tout le tableau', () => {
    const attendu = { 'A.1.M': '1', 'A.1.F': '2', 'A.2.M': '3', 'A.2.F': '4' }
    expect(poser('1\t2\t3\t3\t4\t7')).toEqual(attendu)
    expect(poser('1\t2\t\t3\t4\t')).toEqual(attendu)
  })

  it('ne prend pas un total pour la colonne suivante quand la largeur seule ne tranche pas', () => {
    const prestations = ['A', 'B'].map((ligne) => [`${ligne}.M`, `${ligne}.F`, null, `${ligne}.N`])
    const poserDe = (texte: string) =>
      placerBloc(lireBloc(texte), prestations, { ligne: 0, colonne: 0 }).textes.flat()
    expect(poserDe('1\t2\t3\n4\t1\t5')).toEqual(['A.M', '1', 'A.F', '2', 'B.M', '4', 'B.F', '1'])
    expect(poserDe('1\t2\t8')).toEqual(['A.M', '1', 'A.F', '2', 'A.N', '8'])
    expect(poserDe('0\t0\t0')).toEqual(['A.M', '0', 'A.F', '0', 'A.N', '0'])
  })

  it('saute les lignes calculées quand il est haut comme les lignes saisies', () => {
    expect(poser('1\n2')).toEqual({ 'A.1.M': '1', 'B.1.M': '2' })
    expect(poser('1\n1\n2\n2')).toEqual({ 'A.1.M': '1', 'B.1.M': '2' })
  })

  it('saute à la fois les lignes et les colonnes calculées', () => {
    const a = { 'A.1.M': '1', 'A.1.F': '2', 'A.2.M': '3', 'A.2.F': '4' }
    const b = { 'B.1.M': '5', 'B.1.F': '6', 'B.2.M': '7', 'B.2.F': '8' }
    expect(poser('1\t2\t3\t4\n5\t6\t7\t8')).toEqual({ ...a, ...b })
  })
})

describe('poser un bloc copié avec ses intitulés', () => {
  const grille = [
    ['A.M', 'A.F', null],
    ['B.M', 'B.F', null],
    [null, null, null],
  ]
  const noms = ['Masculin', 'Féminin', 'Total']
  const legendes = {
    lignes: ['Police', 'Famille', 'Total'],
    colonnes: noms.map((libelle) => ({ groupe: null, libelle })),
    chiffres: true,
  }
  const poser = (texte: string, html = '', depart = { ligne: 0, colonne: 0 }) =>
    preparer({ texte, html }, grille, legendes, depart)

  it('mène chaque valeur à sa ligne et à sa colonne, où que soit la case active', () => {
    const bloc = '\tTotal\tFéminin\tMasculin\nTotal\t10\t4\t6\nFamille\t7\t3\t4\n'
    for (const depart of [0, 1].map((rang) => ({ ligne: rang, colonne: rang })))
      expect(poser(bloc, '', depart)).toMatchObject({
        textes: [
          ['B.F', '3'],
          ['B.M', '4'],
        ],
        ignorees: ['10', '4', '6', '7'].map((texte) => ({ texte })),
        dehors: 0,
        entetes: { haut: 1, gauche: 1 },
      })
  })

  it('compte ce que le tableau n’a pas, sans le coller à côté', () => {
    expect(poser('Masculin\tFéminin\tInconnu\n1\t2\t3')).toMatchObject({
      textes: [
        ['A.M', '1'],
        ['A.F', '2'],
      ],
      dehors: 1,
    })
    expect(poser('Police\t1\nAutre\t2\nFamille\t3')).toMatchObject({
      textes: [
        ['A.M', '1'],
        ['B.M', '3'],
      ],
      dehors: 1,
    })
  })

  it('ne décale rien quand les intitulés ne sont pas ceux du tableau', () => {
    expect(poser('H\tF\n1\t2').textes).toEqual([
      ['A.M', '1'],
      ['A.F', '2'],
    ])
  })

  it('relève comment ses nombres sont écrits', () => {
    expect(poser('1,5\t1.234').signes).toEqual(new Set([',']))
    expect(poser('1,234.5\t1,234')).toMatchObject({ signes: new Set(['.']), anglais: true })
    expect(poser('12\t1.234')).toMatchObject({ signes: new Set(), anglais: false })
  })

  it('demande au tableau HTML du presse-papiers ce qu’un texte ne dit pas', () => {
    const html =
      '<table><tr><td sdval="1234" sdnum="1033;">1.234</td><td x:num="1.234">1.234</td></tr></table>'
    expect(poser('1.234\t1.234', html).textes).toEqual([
      ['A.M', '1234'],
      ['A.F', '1,2340'],
    ])
    // A table of another shape is not this block.
    expect(poser('1.234\t2', '<tr><td sdval="1234">1.234</td></tr>').textes[0]?.[1]).toBe('1.234')
    expect(poser('5\t2', html).textes[0]?.[1]).toBe('5')
  })
})
