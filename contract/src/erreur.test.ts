import { describe, expect, it } from 'vitest'
import { type CodeErreur, ERREURS, enoncer, libelleErreur } from './erreur.ts'

describe('une phrase de refus', () => {
  it('reçoit chacune de ses places, et rien d’autre', () => {
    const dit = libelleErreur('TRANSITION_INTERDITE', { etat: 'Validé' })
    expect(dit).toContain('Validé')
    // @ts-expect-error a place is missing
    expect(libelleErreur('IMAGE_TROP_GRANDE', { dimensions: '9 × 9' })).toContain('undefined')
    // @ts-expect-error its place is missing
    expect(libelleErreur('TRANSITION_INTERDITE')).toContain('undefined')
    // @ts-expect-error nothing of that name
    expect(libelleErreur('SOI_MEME', { etat: 'Validé' })).not.toContain('Validé')
    expect(enoncer('SOI_MEME').code).toBe('SOI_MEME')
  })

  it('est écrite dans la liste, et non par qui la dit', () => {
    // One of ours for each key of the table.
    const codes = Object.keys(ERREURS) as CodeErreur[]
    const vides = codes.filter((code) => ERREURS[code][1].replace(/\{\w+\}/g, '').trim() === '')
    expect(vides).toEqual([])
  })
})
