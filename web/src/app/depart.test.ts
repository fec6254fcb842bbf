import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoire } from './navigateur.banc.ts'

const DEMAIN = new Date(Date.now() + 86_400_000).toISOString()
const AUTH = {
  identifiant: 'awa',
  nomAffichable: 'Awa Diop',
  roles: ['ROLE_STRUCTURE'],
  token: { value: 'jeton', expirationDate: DEMAIN },
  refreshToken: 'renouvellement',
}

beforeEach(() => {
  vi.resetModules()
  const stockage = memoire()
  stockage.setItem('auth', JSON.stringify(AUTH))
  vi.stubGlobal('localStorage', stockage)
})
afterEach(() => void vi.unstubAllGlobals())

const charger = async () => ({
  ...(await import('./useDeconnexion.tsx')),
  ...(await import('../ui/avantDepart.ts')),
  ...(await import('./carnets.ts')),
})

describe('avant de se déconnecter', () => {
  it('attend que la dernière modification soit enregistrée', async () => {
    const { avantDepart, enregistrerAvantDepart, carnets } = await charger()
    carnets.poser('saisie:awa:RMA-1', '{}')
    avantDepart(async () => {
      await new Promise((finir) => setTimeout(finir, 20))
      carnets.poser('saisie:awa:RMA-1', null)
      return true
    })
    expect(await enregistrerAvantDepart()).toBe(true)
  })

  it('prévient quand l’enregistrement est refusé, échoue, ou tarde trop', async () => {
    const { avantDepart, enregistrerAvantDepart } = await charger()
    const echecs = [
      async () => false,
      () => Promise.reject(new Error('hors ligne')),
      () => new Promise<boolean>(() => undefined),
    ]
    for (const echec of echecs) {
      const reprendre = avantDepart(echec)
      expect(await enregistrerAvantDepart(20)).toBe(false)
      reprendre()
    }
    expect(await enregistrerAvantDepart(20)).toBe(true)
  })

  it('prévient de ce qui reste dans ce navigateur, d’un rapport déjà quitté ou d’une valeur fausse', async () => {
    const { avantDepart, enregistrerAvantDepart, carnets } = await charger()
    avantDepart(async () => true)
    carnets.poser('saisie:binta:RMA-1', '{}')
    expect(await enregistrerAvantDepart()).toBe(true)
    carnets.poser('saisie:awa:RMA-2', '{}')
    expect(await enregistrerAvantDepart()).toBe(false)
  })

  it('n’essaie pas d’enregistrer sous une session expirée', async () => {
    const { avantDepart, enregistrerAvantDepart } = await charger()
    const { demanderReconnexion } = await import('./session.ts')
    void demanderReconnexion()
    const enregistrer = vi.fn<() => Promise<boolean>>(async () => true)
    avantDepart(enregistrer)
    expect(await enregistrerAvantDepart()).toBe(true)
    expect(enregistrer).not.toHaveBeenCalled()
  })
})
