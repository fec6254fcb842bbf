import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cleCarnet, creerCarnets } from '../../../app/carnets.ts'
import { memoire, monterBase } from '../../../app/navigateur.banc.ts'
import { ouvrirCarnet } from './carnet.ts'
import type { Reliquat } from './client.ts'

beforeEach(() => void vi.stubGlobal('localStorage', memoire()))
afterEach(() => void vi.unstubAllGlobals())

const CLE = cleCarnet('awa', 'RMA-1')

/** A page of a browser, and the notebook of a report in it. */
async function ouvrirPage(base = monterBase()) {
  const carnets = creerCarnets(base.ouvrir())
  await carnets.charger()
  const ouvrir = (identifiant = 'awa', numero = 'RMA-1') =>
    ouvrirCarnet(carnets, identifiant, numero)
  const carnet = ouvrir()
  /** Writes, and waits until the base has it. */
  const ecrire = async (reliquat: Reliquat | null) => {
    carnet.ecrire(reliquat)
    await vi.waitFor(() => expect(carnets.etat(CLE)).toBe('GARDE'))
  }
  return { base, carnets, carnet, ouvrir, ecrire }
}

const de = (textes: Record<string, string>, version = 3): Reliquat => {
  return { version, textes, commentaires: {}, justifications: {} }
}

describe('les modifications gardées dans le navigateur', () => {
  const reliquat = {
    version: 3,
    textes: { 'MVT.FIN.M': '4,5' },
    commentaires: { CAPACITE: null },
    justifications: { 'RA04:F': 'Erreur de février corrigée' },
  }

  it('retrouve ce qui attendait, texte invalide compris', async () => {
    const { base, ecrire } = await ouvrirPage()
    await ecrire(reliquat)
    expect((await ouvrirPage(base)).carnet.lire()).toEqual(reliquat)
  })

  it('ne montre rien à une autre personne ni dans un autre rapport', async () => {
    const { carnet, ouvrir } = await ouvrirPage()
    carnet.ecrire(reliquat)
    expect(ouvrir('binta').lire()).toBeNull()
    expect(ouvrir('awa', 'RMA-2').lire()).toBeNull()
  })

  it('dit depuis quand il attend : le plus ancien part d’abord', async () => {
    const { carnets, carnet, ouvrir } = await ouvrirPage()
    carnets.poser(CLE, '{"depuis":5}')
    ouvrir().ecrire(reliquat)
    ouvrir('awa', 'RMA-2').ecrire(reliquat)
    const depuis = (numero: string) =>
      Number(/"depuis":(\d+)/.exec(carnets.lire(cleCarnet('awa', numero)) ?? '')?.[1])
    expect(depuis('RMA-1')).toBe(5)
    expect(depuis('RMA-2')).toBeGreaterThan(5)
    expect(carnet.relire()).toEqual(reliquat)
  })

  it('s’efface quand tout est enregistré', async () => {
    const { base, carnet, ecrire } = await ouvrirPage()
    await ecrire(reliquat)
    await ecrire(null)
    expect(base.textes.size).toBe(0)
    expect(carnet.lire()).toBeNull()
  })

  it('garde ce qu’un autre onglet n’a pas encore enregistré, case par case', async () => {
    const un = await ouvrirPage()
    const deux = await ouvrirPage(un.base)
    const relire = async () => (await ouvrirPage(un.base)).carnet.lire()
    await un.ecrire(de({ A: '1', B: '2' }))
    await deux.ecrire(de({ C: '3' }, 5))
    expect(await relire()).toEqual(de({ A: '1', B: '2', C: '3' }))
    await un.ecrire(de({ B: '2' }))
    await deux.ecrire(de({ B: '4', C: '3' }, 5))
    await un.ecrire(null)
    expect(await relire()).toMatchObject({ textes: { B: '4', C: '3' } })
    await deux.ecrire(null)
    expect(un.base.textes.size).toBe(0)
  })

  it('garde ce que deux onglets écrivent au même moment', async () => {
    const un = await ouvrirPage()
    const deux = await ouvrirPage(un.base)
    await Promise.all([un.ecrire(de({ A: '1' })), deux.ecrire(de({ B: '2' }))])
    await Promise.all([un.ecrire(de({ A: '12' })), deux.ecrire(de({ B: '21' }))])
    expect((await ouvrirPage(un.base)).carnet.lire()).toEqual(de({ A: '12', B: '21' }))
    await Promise.all([un.ecrire(null), deux.ecrire(null)])
    expect(un.base.textes.size).toBe(0)
  })

  it('ce qui est enregistré pendant qu’il s’écrivait n’y reste pas', async () => {
    const { base, carnet, ecrire } = await ouvrirPage()
    carnet.ecrire(de({ A: '1', B: '2' }))
    carnet.ecrire(de({ B: '2' }))
    await Promise.resolve()
    await ecrire(null)
    expect(base.textes.size).toBe(0)
  })

  it('s’efface quand ce qu’une visite précédente a laissé est enregistré', async () => {
    const { base, ecrire } = await ouvrirPage()
    await ecrire(reliquat)
    const suivante = await ouvrirPage(base)
    suivante.carnet.lire()
    await suivante.ecrire(null)
    expect(base.textes.size).toBe(0)
  })

  it('oublie un contenu illisible ou d’une autre forme', async () => {
    const { carnets, carnet } = await ouvrirPage()
    for (const texte of ['{', '[]', '{"version":"3"}', '{"version":3,"textes":{"A":4}}']) {
      carnets.poser(CLE, texte)
      expect(carnet.lire()).toBeNull()
    }
  })

  it('ne gêne pas la saisie quand le navigateur refuse d’écrire', async () => {
    const { base, carnets, carnet } = await ouvrirPage()
    base.refuse = true
    carnet.ecrire(de({ A: '1' }))
    await vi.waitFor(() => expect(carnets.etat(CLE)).toBe('FENETRE'))
    carnet.ecrire(de({ A: '12', B: '2' }))
    expect(carnet.relire()).toEqual(de({ A: '12', B: '2' }))
    base.refuse = false
    carnet.ecrire(de({ B: '2' }))
    await vi.waitFor(() => expect(carnets.etat(CLE)).toBe('GARDE'))
    expect((await ouvrirPage(base)).carnet.lire()).toEqual(de({ B: '2' }))
  })
})
