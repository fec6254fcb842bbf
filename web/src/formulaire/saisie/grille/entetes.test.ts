import { describe, expect, it } from 'vitest'
import { lireBloc } from './collage.ts'
import { type Legendes, reconnaitre } from './entetes.ts'

const SIMPLE: Legendes = {
  lignes: ['Réintégration familiale', 'Placement en famille d’accueil', 'Total'],
  colonnes: ['Masculin', 'Féminin', 'Total'].map((libelle) => ({ groupe: null, libelle })),
  chiffres: true,
}
const GROUPEE: Legendes = {
  lignes: ['Vol', 'Accident'],
  colonnes: ['Mineurs', 'Majeurs'].flatMap((groupe) =>
    ['M', 'F', 'Total'].map((libelle) => ({ groupe, libelle })),
  ),
  chiffres: true,
}

const lire = (texte: string, table = SIMPLE, colonne = 0) =>
  reconnaitre(lireBloc(texte), table, colonne)

describe('les intitulés d’un bloc copié', () => {
  it('manquent quand tout est chiffre, ND ou vide', () => {
    const sans = { haut: 0, gauche: 0, lignes: null, colonnes: null }
    for (const bloc of ['1\t2\n3\t4', 'ND\t2\n3\t', '\t\n\t', '1.234\t2', '12 %\t3'])
      expect(lire(bloc), bloc).toEqual(sans)
  })

  it('mènent chaque colonne à sa place, dans un autre ordre aussi', () => {
    expect(lire('Féminin\tMasculin\n1\t2')).toEqual({
      haut: 1,
      gauche: 0,
      lignes: null,
      colonnes: [1, 0],
    })
  })

  it('mènent chaque ligne à la sienne, accents, casse et espaces à part', () => {
    const texte = "placement en famille d'accueil :\t1\nREINTEGRATION\u00a0familiale\t2"
    expect(lire(texte)).toEqual({ haut: 0, gauche: 1, lignes: [1, 0], colonnes: null })
  })

  it('se lisent des deux côtés, un coin quelconque entre eux', () => {
    for (const coin of ['', 'Motif', 'Mars 2025'])
      expect(lire(`${coin}\tTotal\tMasculin\nTotal\t5\t3\nRéintégration familiale\t2\t1`)).toEqual({
        haut: 1,
        gauche: 1,
        lignes: [2, 0],
        colonnes: [2, 0],
      })
  })

  it('laissent sans place une colonne que le tableau n’a pas', () => {
    expect(lire('Masculin\tObservations\n1\tRAS')).toMatchObject({ haut: 1, colonnes: [0, null] })
  })

  it('ne sont pas collés, sans mener nulle part, quand le tableau ne les connaît pas', () => {
    const poses = { haut: 1, gauche: 0, lignes: null, colonnes: null }
    expect(lire('Garçons\tFilles\n1\t2')).toEqual(poses)
    expect(lire('Centre A\t1\t2\nCentre B\t3\t4')).toEqual({ ...poses, haut: 0, gauche: 1 })
    expect(lire('\tH\tF\nCentre A\t1\t2')).toEqual({ ...poses, gauche: 1 })
  })

  it('ne sont pas un texte isolé parmi des chiffres, ni des textes sans chiffre', () => {
    for (const bloc of ['douze\t2\n3\t4', '1\t2\n3\tquatre', 'un\tdeux\ntrois\tquatre'])
      expect(lire(bloc), bloc).toMatchObject({ haut: 0, gauche: 0 })
  })

  it('ne font pas d’un texte du tableau un intitulé', () => {
    const textes = { ...SIMPLE, chiffres: false }
    expect(lire('Visite\t12\nRéunion\t3', textes)).toMatchObject({ haut: 0, gauche: 0 })
    expect(lire('Total\tMasculin\n1\t2', textes)).toMatchObject({ haut: 1, colonnes: [2, 0] })
  })

  it('se lisent sur deux rangs, les groupes fusionnés étendus', () => {
    expect(
      lire(
        '\tMajeurs\t\t\tMineurs\t\t\n\tM\tF\tTotal\tM\tF\tTotal\nVol\t1\t2\t3\t4\t5\t9',
        GROUPEE,
      ),
    ).toEqual({ haut: 2, gauche: 1, lignes: [0], colonnes: [3, 4, 5, 0, 1, 2] })
  })

  it('se répètent sur un seul rang\u00a0: à partir de la case active', () => {
    expect(lire('M\tF\tTotal\tM\tF\tTotal\n1\t2\t3\t4\t5\t9', GROUPEE)).toMatchObject({
      colonnes: [0, 1, 2, 3, 4, 5],
    })
    expect(lire('M\tF\n1\t2', GROUPEE, 3)).toMatchObject({ colonnes: [3, 4] })
    expect(lire('Majeurs – M\tMineurs – F\n1\t2', GROUPEE)).toMatchObject({ colonnes: [3, 1] })
  })

  it('se reconnaissent avec leur unité', () => {
    const table = {
      ...SIMPLE,
      colonnes: [{ groupe: null, libelle: 'Montant versé', unite: 'F CFA' }],
    }
    for (const nom of ['Montant versé (en F CFA)', 'Montant versé, F CFA', 'montant verse *'])
      expect(lire(`${nom}\n5`, table), nom).toMatchObject({ haut: 1, colonnes: [0] })
  })
})
