import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { montage } from './store.banc.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('saisir une case', () => {
  it('calcule le total et réveille seulement les cases qui changent', () => {
    const { saisie } = montage()
    const reveils = { total: 0, autre: 0 }
    saisie.lire('MVT.ENT.TOT')
    saisie.lire('MVT.FIN.F')
    saisie.abonner('MVT.ENT.TOT', () => (reveils.total += 1))
    saisie.abonner('MVT.FIN.F', () => (reveils.autre += 1))
    saisie.taper('MVT.ENT.F', '1\u202f200')
    expect(saisie.lire('MVT.ENT.TOT').texte).toBe('1\u202f204')
    expect(reveils).toEqual({ total: 1, autre: 0 })
  })

  it('ne réveille ce qui entoure un texte que si autre chose que ce texte change', () => {
    const { saisie } = montage()
    const reveils = { texte: 0, cadre: 0 }
    saisie.taper('MVT.ENT.F', '1')
    const avant = saisie.encadrer('MVT.ENT.F')
    saisie.abonner('MVT.ENT.F', () => (reveils.texte += 1))
    saisie.abonnerCadre('MVT.ENT.F', () => (reveils.cadre += 1))
    saisie.taper('MVT.ENT.F', '12')
    saisie.taper('MVT.ENT.F', '123')
    expect(reveils).toEqual({ texte: 2, cadre: 0 })
    expect(saisie.encadrer('MVT.ENT.F')).toBe(avant)
    saisie.taper('MVT.ENT.F', '12,')
    expect(reveils).toEqual({ texte: 3, cadre: 1 })
    expect(saisie.encadrer('MVT.ENT.F').erreur).not.toBeNull()
    saisie.taper('MVT.ENT.F', '')
    expect(reveils).toEqual({ texte: 4, cadre: 2 })
    expect(saisie.encadrer('MVT.ENT.F').erreur).toBeNull()
    saisie.taper('MVT.ENT.F', '7')
    expect(reveils).toEqual({ texte: 5, cadre: 2 })
  })

  it('ne réveille ce qui entoure un total ni quand il change ni quand il devient entier', () => {
    const { saisie } = montage()
    const avant = saisie.encadrer('MVT.ENT.TOT')
    const textes: unknown[] = []
    saisie.abonner('MVT.ENT.TOT', () => textes.push(saisie.lire('MVT.ENT.TOT').partiel))
    saisie.taper('MVT.ENT.F', '12')
    saisie.taper('MVT.ENT.F', '')
    expect(textes).toEqual([false, true])
    expect(saisie.encadrer('MVT.ENT.TOT')).toBe(avant)
  })

  it('montre un total partiel tant qu’une case est vide', () => {
    const { saisie } = montage()
    expect(saisie.lire('MVT.ENT.TOT')).toMatchObject({
      texte: '4',
      partiel: true,
      valeur: undefined,
    })
  })

  it('garde un texte invalide tel quel, le dit, et ne l’envoie pas', async () => {
    const { saisie, tenu, carnet } = montage()
    saisie.taper('MVT.ENT.M', '3,5')
    saisie.quitter('MVT.ENT.M')
    expect(saisie.lire('MVT.ENT.M')).toMatchObject({ texte: '3,5', valeur: undefined })
    expect(saisie.lire('MVT.ENT.M').erreur).toContain('nombre entier')
    await vi.advanceTimersByTimeAsync(5000)
    expect(tenu.recus).toEqual([])
    expect(carnet()?.textes).toEqual({ 'MVT.ENT.M': '3,5' })
  })

  it('est noté dans la demi-seconde, même de qui tape sans s’arrêter', async () => {
    const { saisie, carnet } = montage()
    for (let n = 1; n <= 6; n += 1) {
      saisie.taper('MVT.ENT.M', '1'.repeat(n))
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(carnet()?.textes['MVT.ENT.M']).toBe('11111')
  })

  it('écrit le nombre à la française quand on quitte la case', () => {
    const { saisie } = montage()
    saisie.taper('MVT.ENT.F', '12345')
    expect(saisie.lire('MVT.ENT.F').texte).toBe('12345')
    saisie.quitter('MVT.ENT.F')
    expect(saisie.lire('MVT.ENT.F').texte).toBe('12\u202f345')
  })

  it('demande un commentaire avec ND', () => {
    const { saisie } = montage()
    saisie.taper('MVT.FIN.M', 'nd')
    expect(saisie.lire('MVT.FIN.M')).toMatchObject({ valeur: 'ND', commentaireRequis: true })
  })

  it('reprend la valeur du mois précédent', () => {
    const { saisie } = montage()
    saisie.reprendre('MVT.FIN.M')
    expect(saisie.lire('MVT.FIN.M').valeur).toBe(1200)
  })

  it('ne met à 0 que les cases vides obligatoires, et laisse les textes invalides', () => {
    const { saisie } = montage()
    saisie.taper('MVT.FIN.F', 'douze')
    expect(saisie.mettreAZero('MVT')).toBe(2)
    expect(saisie.lire('MVT.ENT.M').valeur).toBe(4)
    expect(saisie.lire('MVT.FIN.F').texte).toBe('douze')
    expect(saisie.lire('CAP').valeur).toBeUndefined()
  })
})

describe('les lignes d’un tableau', () => {
  it('s’ajoutent jusqu’au maximum, et se retirent avec leurs valeurs', async () => {
    const { saisie, tenu } = montage()
    const premiere = saisie.ajouterLigne('ACT') ?? ''
    expect(saisie.ajouterLigne('ACT')).toMatch(/^[a-z0-9]{1,12}$/)
    expect(saisie.ajouterLigne('ACT')).toBeNull()
    saisie.taper(`ACT.${premiere}.NOM`, 'Visite')
    await saisie.vider()
    saisie.supprimerLigne('ACT', premiere)
    await saisie.vider()
    expect(saisie.lignes('ACT')).toHaveLength(1)
    expect(tenu.donnees).toEqual({ 'MVT.ENT.M': 4 })
  })
})

describe('les contrôles', () => {
  it('veulent une justification d’au moins 10 caractères, à redire quand le chiffre change', async () => {
    const { saisie } = montage()
    saisie.poser([
      ['MVT.FIN.M', '90'],
      ['MVT.FIN.F', '20'],
    ])
    const justifie = async (texte: string) => {
      saisie.justifier('RA01', texte)
      await vi.advanceTimersByTimeAsync(300)
      return saisie.lireBilan().aJustifier === 0
    }
    expect(await justifie('trop court')).toBe(true)
    expect(await justifie('court')).toBe(false)
    expect(await justifie('Accueil d’une crise')).toBe(true)
    saisie.taper('MVT.FIN.F', '25')
    await vi.advanceTimersByTimeAsync(300)
    expect(saisie.lireBilan().aJustifier).toBe(1)
    const avertissement = saisie.lireBilan().problemes.find(({ cle }) => cle === 'RA01')
    expect(avertissement?.justification).toMatchObject({
      texte: 'Accueil d’une crise',
      perimee: true,
    })
  })
})
