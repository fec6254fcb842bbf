import { describe, expect, it } from 'vitest'
import type { Juger } from './client.ts'
import { montage, montageLu } from './store.banc.ts'

const PLUS = { sens: 1, dit: 'Valeur inhabituelle.' } as const
const juger: Juger = (_, valeur) => (typeof valeur === 'number' && valeur > 50 ? PLUS : null)

describe('une valeur inhabituelle', () => {
  it('ne se dit qu’une fois sa case quittée, et s’en va avec elle', () => {
    const { saisie } = montage()
    saisie.juger(juger)
    saisie.taper('MVT.FIN.M', '60')
    expect(saisie.lire('MVT.FIN.M').inhabituelle).toBeNull()
    saisie.quitter('MVT.FIN.M')
    expect(saisie.lire('MVT.FIN.M')).toMatchObject({ inhabituelle: PLUS, erreur: null })
    saisie.taper('MVT.FIN.M', '6')
    expect(saisie.lire('MVT.FIN.M').inhabituelle).toBeNull()
    saisie.quitter('MVT.FIN.M')
    expect(saisie.lire('MVT.FIN.M').inhabituelle).toBeNull()
  })

  it('n’est pas un problème : rien n’attend, rien n’empêche de soumettre', () => {
    const { saisie } = montage()
    const avant = saisie.lireBilan()
    saisie.poser([['MVT.FIN.M', '60']])
    saisie.juger(juger)
    expect(saisie.lire('MVT.FIN.M').inhabituelle).toEqual(PLUS)
    expect(saisie.lireBilan().erreurs).toBe(avant.erreurs)
    expect(
      saisie.lireBilan().problemes.filter(({ cellules }) => cellules.includes('MVT.FIN.M')),
    ).toEqual(avant.problemes.filter(({ cellules }) => cellules.includes('MVT.FIN.M')))
  })

  it('ne réveille, quand le passé arrive, que les cases dont il dit quelque chose', () => {
    const { saisie } = montage()
    saisie.poser([['MVT.FIN.M', '60']])
    saisie.quitter('MVT.FIN.M')
    const reveillees: string[] = []
    for (const adresse of ['MVT.FIN.M', 'MVT.FIN.F', 'MVT.ENT.M', 'MVT.FIN.TOT', 'CAP']) {
      saisie.lire(adresse)
      saisie.abonner(adresse, () => reveillees.push(adresse))
    }
    saisie.juger(juger)
    // A total follows from what is entered: it is not judged.
    expect(reveillees).toEqual(['MVT.FIN.M'])
  })

  it('se dit aussi à qui lit le rapport', () => {
    const lecture = montageLu({ donnees: { 'MVT.FIN.M': 60 } })
    lecture.juger(juger)
    expect(lecture.lire('MVT.FIN.M').inhabituelle).toEqual(PLUS)
  })
})
