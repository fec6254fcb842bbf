import { describe, expect, it } from 'vitest'
import { blocsJoues, nommerAppel } from './atteinte.ts'
import { listOperations } from './operations.ts'

const plage = (startOffset: number, endOffset: number, count: number) => ({
  startOffset,
  endOffset,
  count,
})

describe('ce qui a été joué d’un script', () => {
  it('est ce que dit la plage la plus étroite, celles qui se touchent jointes', () => {
    expect(
      blocsJoues([
        { ranges: [plage(0, 100, 1), plage(10, 20, 0), plage(14, 16, 2)] },
        { ranges: [plage(30, 60, 0)] },
        { ranges: [plage(70, 90, 3)] },
      ]),
    ).toEqual([
      [0, 10],
      [14, 16],
      [20, 30],
      [60, 100],
    ])
  })

  it('n’est rien d’une fonction qui n’a pas été appelée', () => {
    expect(blocsJoues([{ ranges: [plage(5, 50, 0)] }])).toEqual([])
  })
})

describe('un appel', () => {
  const appel = { methode: 'GET', chemin: '', qui: 'ROLE_DPPS', statut: 200 }

  it('porte le nom de son opération, de qui appelle et de ce qui en est dit', async () => {
    const chemin = '/api/formulaire/lire/RMA-1'
    expect(nommerAppel(await listOperations(), { ...appel, chemin })).toMatch(/^\w+ ROLE_DPPS 200$/)
  })

  it('n’en est pas un à une adresse qui n’est à aucune opération', async () => {
    const chemin = '/api/rien/de/tel'
    expect(nommerAppel(await listOperations(), { ...appel, chemin })).toBeNull()
  })
})
