import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { montage } from './store.banc.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Saisie = ReturnType<typeof montage>['saisie']

function frapper(saisie: Saisie, adresse: string, texte: string): void {
  for (let fin = 1; fin <= texte.length; fin += 1) saisie.taper(adresse, texte.slice(0, fin))
  saisie.quitter(adresse)
}

describe('annuler et refaire', () => {
  it('rend à une case ce qu’elle tenait avant toute la frappe, au-delà de mille aussi', () => {
    const { saisie } = montage()
    frapper(saisie, 'MVT.FIN.M', '1200')
    frapper(saisie, 'MVT.FIN.M', '1268')
    expect(saisie.lire('MVT.FIN.M').texte).toBe('1\u202f268')
    expect(saisie.annuler()).toEqual({ cellule: 'MVT.FIN.M', cases: 1 })
    expect(saisie.lire('MVT.FIN.M').texte).toBe('1\u202f200')
    expect(saisie.annuler()).toEqual({ cellule: 'MVT.FIN.M', cases: 1 })
    expect(saisie.lire('MVT.FIN.M').texte).toBe('')
    expect(saisie.annuler()).toBeNull()
    saisie.refaire()
    expect(saisie.refaire()).toEqual({ cellule: 'MVT.FIN.M', cases: 1 })
    expect(saisie.lire('MVT.FIN.M').valeur).toBe(1268)
    expect(saisie.refaire()).toBeNull()
  })

  it('annule un collage entier en un geste, et le recalcule', () => {
    const { saisie } = montage()
    const avant = saisie.lire('MVT.ENT.TOT').texte
    saisie.poser([
      ['MVT.ENT.M', '40'],
      ['MVT.ENT.F', '2'],
      ['MVT.FIN.M', 'douze'],
    ])
    expect(saisie.lire('MVT.ENT.TOT').texte).toBe('42')
    expect(saisie.annuler()).toEqual({ cellule: 'MVT.ENT.M', cases: 3 })
    expect(saisie.lire('MVT.ENT.TOT').texte).toBe(avant)
    expect(saisie.lire('MVT.FIN.M')).toMatchObject({ texte: '', erreur: null })
    saisie.refaire()
    expect(saisie.lire('MVT.FIN.M').texte).toBe('douze')
  })

  it('envoie de nouveau ce qui avait été enregistré', async () => {
    const { saisie, tenu } = montage()
    frapper(saisie, 'MVT.ENT.M', '7')
    await saisie.vider()
    saisie.annuler()
    await saisie.vider()
    expect(tenu.recus.map(({ donnees }) => donnees)).toEqual([
      { 'MVT.ENT.M': 7 },
      { 'MVT.ENT.M': 4 },
    ])
  })

  it('laisse une case qui a changé depuis, et oublie ce qui était annulé quand on saisit', () => {
    const { saisie } = montage()
    saisie.poser([
      ['MVT.ENT.M', '40'],
      ['MVT.ENT.F', '2'],
    ])
    frapper(saisie, 'MVT.ENT.M', '41')
    saisie.annuler()
    saisie.annuler()
    frapper(saisie, 'MVT.ENT.F', '9')
    expect(saisie.refaire()).toBeNull()
    expect(saisie.lire('MVT.ENT.F').valeur).toBe(9)
  })

  it('rend une ligne retirée, avec ce qu’elle tenait', () => {
    const { saisie } = montage()
    const ligne = saisie.ajouterLigne('ACT') ?? ''
    frapper(saisie, `ACT.${ligne}.NOM`, 'Visite')
    saisie.supprimerLigne('ACT', ligne)
    expect(saisie.lignes('ACT')).toEqual([])
    saisie.annuler()
    expect(saisie.lignes('ACT')).toEqual([ligne])
    expect(saisie.lire(`ACT.${ligne}.NOM`).texte).toBe('Visite')
  })

  it('abandonne la frappe de la case où l’on est, et rien d’autre', () => {
    const { saisie } = montage()
    frapper(saisie, 'MVT.ENT.F', '5')
    saisie.abandonner('MVT.ENT.F')
    expect(saisie.lire('MVT.ENT.F').valeur).toBe(5)
    saisie.taper('MVT.ENT.F', '58')
    saisie.abandonner('MVT.ENT.F')
    expect(saisie.lire('MVT.ENT.F').valeur).toBe(5)
  })
})
