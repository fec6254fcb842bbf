import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EchecApi } from '../../../api/envoi.ts'
import { montage } from './store.banc.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('l’échange avec le serveur', () => {
  it('montre les modifications des autres, jamais par-dessus ce qui attend ici', async () => {
    const { saisie, tenu } = montage()
    saisie.taper('MVT.ENT.F', '7')
    tenu.donnees = { ...tenu.donnees, 'MVT.FIN.M': 50 }
    await saisie.vider()
    expect(saisie.lire('MVT.FIN.M').texte).toBe('50')
    expect(saisie.lire('MVT.ENT.F').texte).toBe('7')
  })

  it('juge sur ce qu’on y voyait la case où l’on tape encore quand un autre la change', async () => {
    const { saisie, tenu } = montage()
    saisie.taper('MVT.ENT.F', '1')
    await saisie.vider()
    const vue = saisie.version()
    expect(saisie.lire('MVT.ENT.F').texte).toBe('1')
    tenu.donnees = { ...tenu.donnees, 'MVT.ENT.F': 7 }
    // What the field does, which keeps what is typed there.
    const oublier = saisie.abonner('MVT.ENT.F', () => saisie.surprendre('MVT.ENT.F'))
    saisie.taper('MVT.FIN.M', '50')
    await saisie.vider()
    oublier()
    expect(saisie.lire('MVT.ENT.F').texte).toBe('7')
    expect(saisie.version()).toBe(vue)
    saisie.taper('MVT.ENT.F', '15')
    await saisie.vider()
    expect(tenu.recus.at(-1)).toMatchObject({ version: vue, donnees: { 'MVT.ENT.F': 15 } })
    // Left, and seen: what comes is read as anywhere.
    saisie.quitter('MVT.ENT.F')
    saisie.taper('MVT.FIN.M', '51')
    await saisie.vider()
    expect(saisie.version()).toBeGreaterThan(vue)
  })

  it('garde le chiffre qu’un verrou cache, et le rend au serveur quand il s’ouvre', async () => {
    const { saisie, tenu } = montage()
    saisie.taper('LITS', '5')
    await saisie.vider()
    saisie.taper('CAP', '0')
    tenu.donnees = { ...tenu.donnees, LITS: 'SO' }
    await saisie.vider()
    expect(saisie.lire('LITS').texte).toBe('SO')
    saisie.taper('CAP', '10')
    await saisie.vider()
    expect(saisie.lire('LITS').texte).toBe('5')
    expect(tenu.recus.at(-1)?.donnees).toEqual({ CAP: 10, LITS: 5 })
    expect(tenu.donnees).toMatchObject({ CAP: 10, LITS: 5 })
  })

  it('n’envoie pas le chiffre sur lequel un verrou vient de se fermer', async () => {
    const { saisie, tenu } = montage()
    saisie.poser([
      ['LITS', '5'],
      ['CAP', '0'],
    ])
    await saisie.vider()
    expect(tenu.recus.at(-1)?.donnees).toEqual({ CAP: 0 })
  })

  it('montre, sous un verrou que d’autres ont ouvert, ce qu’ils y ont mis', async () => {
    const { saisie, tenu } = montage()
    saisie.taper('LITS', '5')
    await saisie.vider()
    tenu.donnees = { ...tenu.donnees, CAP: 0, LITS: 'SO' }
    saisie.taper('MVT.ENT.F', '7')
    await saisie.vider()
    expect(saisie.lire('LITS').texte).toBe('SO')
    tenu.donnees = { ...tenu.donnees, CAP: 8, LITS: 2 }
    saisie.taper('MVT.ENT.F', '8')
    await saisie.vider()
    expect(saisie.lire('LITS').texte).toBe('2')
  })

  it('écarte les cases que le serveur refuse, sous sa raison, et envoie les autres', async () => {
    const { saisie, tenu } = montage()
    const details = [{ chemin: 'MVT.ENT.F', code: 'VALEUR_INVALIDE', libelle: 'Trop grand.' }]
    tenu.refus = new EchecApi(422, { code: 'SAISIE_INVALIDE', libelle: 'Corrigez.', details })
    saisie.poser([
      ['MVT.ENT.F', '999'],
      ['MVT.FIN.F', '3'],
    ])
    expect(await saisie.vider()).toBe(true)
    expect(tenu.recus.at(-1)?.donnees).toEqual({ 'MVT.FIN.F': 3 })
    expect(saisie.lire('MVT.ENT.F')).toMatchObject({ texte: '999', erreur: 'Trop grand.' })
  })

  it('fait choisir en cas de conflit, puis enregistre sur la version fraîche', async () => {
    const { saisie, tenu, conflits } = montage()
    const details = [
      { chemin: 'MVT.ENT.M', code: 'CONFLIT', libelle: 'Votre valeur : 5' },
      { chemin: 'MVT.FIN.M', code: 'CONFLIT', libelle: 'Votre valeur : 6' },
    ]
    tenu.refus = new EchecApi(409, { code: 'CELLULES_EN_CONFLIT', libelle: '', details })
    tenu.donnees = { 'MVT.ENT.M': 70, 'MVT.FIN.M': 80 }
    tenu.version = 9
    saisie.poser([
      ['MVT.ENT.M', '5'],
      ['MVT.FIN.M', '6'],
    ])
    expect(await saisie.vider()).toBe(false)
    expect(conflits).toMatchObject([
      { adresse: 'MVT.ENT.M', mienne: 5, leur: 70 },
      { adresse: 'MVT.FIN.M', mienne: 6, leur: 80 },
    ])
    expect(await saisie.trancher(['MVT.FIN.M'])).toBe(true)
    expect(tenu.recus.at(-1)).toMatchObject({ version: 9, donnees: { 'MVT.ENT.M': 5 } })
    expect(tenu.donnees).toEqual({ 'MVT.ENT.M': 5, 'MVT.FIN.M': 80 })
    expect(saisie.lire('MVT.FIN.M').texte).toBe('80')
  })

  it('n’envoie rien avant le choix de la personne, même si le réseau revient ou si elle part', async () => {
    const { saisie, tenu, carnet, conflits } = montage()
    const details = [{ chemin: 'MVT.ENT.M', code: 'CONFLIT', libelle: 'Votre valeur : 5' }]
    tenu.refus = new EchecApi(409, { code: 'CELLULES_EN_CONFLIT', libelle: '', details })
    tenu.donnees = { 'MVT.ENT.M': 70 }
    tenu.version = 9
    saisie.taper('MVT.ENT.M', '5')
    expect(await saisie.vider()).toBe(false)
    expect(await saisie.retenter()).toBe(false)
    saisie.taper('MVT.FIN.F', '3')
    expect(await saisie.fermer()).toBe(false)
    expect(tenu.recus).toHaveLength(1)
    expect(conflits).toHaveLength(1)
    // Next time, it is judged against what was seen, so that the same choice is asked for again.
    expect(carnet()).toMatchObject({ version: 1, textes: { 'MVT.ENT.M': '5', 'MVT.FIN.F': '3' } })
  })

  it('retrouve ce qu’une visite précédente n’a pas enregistré, et le juge sur la version vue alors', async () => {
    const laisse = {
      version: 0,
      textes: { 'MVT.ENT.F': '8', 'MVT.FIN.F': 'abc' },
      commentaires: {},
      justifications: {},
    }
    const { saisie, tenu, carnet } = montage(laisse)
    expect(saisie.retrouvees()).toBe(true)
    expect(saisie.lire('MVT.FIN.F').texte).toBe('abc')
    saisie.demarrer()
    await vi.advanceTimersByTimeAsync(1500)
    expect(tenu.recus).toEqual([expect.objectContaining({ version: 0 })])
    expect(tenu.donnees['MVT.ENT.F']).toBe(8)
    expect(carnet()?.textes).toEqual({ 'MVT.FIN.F': 'abc' })
    // Said as long as something of it is not saved, and no longer.
    expect(saisie.retrouvees()).toBe(true)
    const dits: boolean[] = []
    saisie.abonnerEnregistrement(() => dits.push(saisie.retrouvees()))
    saisie.taper('MVT.FIN.F', '6')
    await vi.advanceTimersByTimeAsync(1500)
    expect(carnet()).toBeNull()
    expect(dits.at(-1)).toBe(false)
  })

  it('ne garde rien dans le navigateur quand tout est enregistré', async () => {
    const { saisie, carnet } = montage()
    saisie.taper('MVT.ENT.F', '8')
    await vi.advanceTimersByTimeAsync(200)
    expect(carnet()?.textes).toEqual({ 'MVT.ENT.F': '8' })
    await vi.advanceTimersByTimeAsync(1500)
    expect(carnet()).toBeNull()
    expect(saisie.nonEnregistre()).toBe(false)
  })
})
