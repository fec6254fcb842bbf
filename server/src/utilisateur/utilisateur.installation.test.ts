import { sessionApi } from '@releve/contract/session/session.api.ts'
import { controlerMotDePasse } from '@releve/contract/utilisateur/mot-de-passe.ts'
import { describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { createSecretCopie } from '../platform/mot-de-passe.ts'
import { installerAdministrateur } from './utilisateur.installation.ts'

const base = await testBase()

describe('le premier compte', () => {
  it('se crée une seule fois, même par deux processus, et doit changer son mot de passe', async () => {
    const essais = await Promise.all([1, 2, 3].map(() => installerAdministrateur(base.db)))
    const motsDePasse = essais.filter((motDePasse) => motDePasse !== null)
    expect(motsDePasse).toHaveLength(1)
    expect(await installerAdministrateur(base.db)).toBeNull()
    const app = await createApp({ base, config: readConfig({ LOG_LEVEL: 'silent' }) })
    const reponse = await app.inject({
      method: 'POST',
      url: `/api${sessionApi.connecter.path}`,
      payload: { identifiant: 'administrateur', password: motsDePasse[0] },
    })
    await app.close()
    expect(reponse.json()).toMatchObject({
      identifiant: 'administrateur',
      roles: ['ROLE_DPPS', 'ROLE_ADMIN'],
      forceChangePassword: true,
      structure: null,
    })
  })

  it('reçoit un mot de passe que la règle admet, différent à chaque fois', () => {
    const tirage = Array.from({ length: 50 }, createSecretCopie)
    expect(new Set(tirage).size).toBe(50)
    const administrateur = {
      roles: ['ROLE_DPPS', 'ROLE_ADMIN'] as const,
      identifiant: 'administrateur',
    }
    for (const motDePasse of tirage)
      expect(controlerMotDePasse(motDePasse, administrateur)).toEqual([])
  })
})
