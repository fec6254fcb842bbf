import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { montage } from './store.banc.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('examiner un collage', () => {
  it('dit de chaque case ce qu’elle tient, ce qu’elle tiendrait, et ne change rien', async () => {
    const { saisie, tenu } = montage()
    saisie.poser([
      ['MVT.ENT.F', '1200'],
      ['MVT.FIN.F', 'douze'],
    ])
    await saisie.vider()
    const envois = tenu.recus.length
    const examens = saisie.examiner(
      [
        ['MVT.ENT.M', '5'],
        ['MVT.ENT.F', '1.200,0'],
        ['MVT.FIN.M', '1.234'],
        ['MVT.FIN.F', 'douze'],
        ['CAP', '7'],
        ['LITS', ''],
      ],
      false,
    )
    expect(examens.map(({ sorte, avant, apres }) => [sorte, avant, apres])).toEqual([
      ['remplacee', '4', '5'],
      ['inchangee', '1\u202f200', '1\u202f200'],
      ['refusee', '', '1.234'],
      ['inchangee', 'douze', 'douze'],
      ['remplie', '', '7'],
      ['inchangee', '', ''],
    ])
    expect(examens[2]).toMatchObject({ lectures: { milliers: '1234' } })
    expect(examens[2]?.erreur).toContain('de deux façons')
    expect(saisie.lire('MVT.ENT.M').texte).toBe('4')
    await saisie.vider()
    expect(tenu.recus).toHaveLength(envois)
  })

  it('dit qu’une case se vide, et qu’une valeur prend la place d’un texte refusé', () => {
    const { saisie } = montage()
    saisie.taper('MVT.FIN.F', 'douze')
    const sortes = saisie
      .examiner(
        [
          ['MVT.ENT.M', ''],
          ['MVT.FIN.F', '12'],
        ],
        false,
      )
      .map(({ sorte }) => sorte)
    expect(sortes).toEqual(['videe', 'remplacee'])
    const [vide] = saisie.examiner([['MVT.FIN.F', '']], false)
    expect(vide?.sorte).toBe('videe')
  })
})

describe('un nombre qui se lit de deux façons', () => {
  it('reste comme il est tapé, empêche de soumettre, et mène à sa case', async () => {
    const { saisie, tenu } = montage()
    saisie.taper('CAP', '1.234')
    saisie.quitter('CAP')
    await vi.advanceTimersByTimeAsync(5000)
    expect(saisie.lire('CAP').texte).toBe('1.234')
    expect(tenu.recus).toEqual([])
    const { erreurs, problemes } = saisie.lireBilan()
    expect(erreurs).toBe(1)
    expect(problemes.find(({ sorte }) => sorte === 'invalide')?.cellules).toEqual(['CAP'])
    saisie.poser([['CAP', '1234']])
    expect(saisie.lire('CAP').valeur).toBe(1234)
  })
})

describe('les totaux d’un bloc', () => {
  const bloc = (h: string, f: string) =>
    [
      ['MVT.ENT.M', h],
      ['MVT.ENT.F', f],
    ] as const

  it('qui ne sont pas les nôtres se disent, avec les deux chiffres, et rien ne change', () => {
    const { saisie } = montage()
    expect(saisie.comparer(bloc('12', '30'), [['MVT.ENT.TOT', '43']])).toEqual([
      { adresse: 'MVT.ENT.TOT', dit: '43', calcule: '42' },
    ])
    expect(saisie.lire('MVT.ENT.M').texte).toBe('4')
  })

  it('se comparent comme ils s’écrivent, et se taisent quand ils sont les nôtres', () => {
    const { saisie } = montage()
    const ecarts = (dit: string) => saisie.comparer(bloc('1000', '234'), [['MVT.ENT.TOT', dit]])
    for (const memes of ['1234', '1 234', '1\u202f234', '1.234', '1234,0', '', 'Total'])
      expect(ecarts(memes), memes).toEqual([])
    for (const autres of ['1235', '1.235', '234', '1234,5']) expect(ecarts(autres)).toHaveLength(1)
  })

  it('comptent une valeur refusée pour rien', () => {
    const { saisie } = montage()
    const [ecart] = saisie.comparer(bloc('12', 'trente'), [['MVT.ENT.TOT', '42']])
    expect(ecart?.dit).toBe('42')
  })
})
