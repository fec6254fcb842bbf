import { sessionApi } from '@releve/contract/session/session.api.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { controlerMotDePasse } from '@releve/contract/utilisateur/mot-de-passe.ts'
import { describe, expect, it } from 'vitest'
import { SECURITE_INSTALLEE } from '../../seed/securite.ts'
import { testBase } from '../../test/base.ts'
import { createApp } from '../app.ts'
import { findSecurite, installerReglages } from '../parametre/parametre.sql.ts'
import { readConfig } from '../platform/config.ts'
import { createSecretCopie } from '../platform/mot-de-passe.ts'
import { installerAdministrateur } from './utilisateur.installation.ts'
import { insertUtilisateur } from './utilisateur.sql.ts'

const base = await testBase()
const ancienne = await testBase()

/** Signs in as the first account, by the real clock. */
async function seConnecter(password: string): Promise<Session> {
  const app = await createApp({ base, config: readConfig({ LOG_LEVEL: 'silent' }) })
  const payload = { identifiant: 'administrateur', password }
  const reponse = await app.inject({
    method: 'POST',
    url: `/api${sessionApi.connecter.path}`,
    payload,
  })
  await app.close()
  return reponse.json()
}

describe('le premier compte', () => {
  it('se crée une seule fois, même par deux processus, et doit changer son mot de passe', async () => {
    const essais = await Promise.all([1, 2, 3].map(() => installerAdministrateur(base.db)))
    const motsDePasse = essais.filter((motDePasse) => motDePasse !== null)
    expect(motsDePasse).toHaveLength(1)
    expect(await installerAdministrateur(base.db)).toBeNull()
    const debut = Date.now()
    const premiere = await seConnecter(motsDePasse[0] ?? '')
    expect(premiere).toMatchObject({
      identifiant: 'administrateur',
      roles: ['ROLE_DPPS', 'ROLE_ADMIN'],
      forceChangePassword: true,
      structure: null,
      secondFacteurAActiver: false,
    })
    // From the eighth day on: until then nothing is closed.
    expect(await findSecurite(base.db)).toMatchObject(SECURITE_INSTALLEE)
    const jours = (Date.parse(premiere.secondFacteurLe ?? '') - debut) / (24 * 3_600_000)
    expect(Math.floor(jours)).toBe(7)
  })

  it('ne règle rien d’une base qui a des comptes, ni ce qu’une base vide avait déjà réglé', async () => {
    const { db } = ancienne
    const compte = { identifiant: 'dpps', nom: 'Direction', nomAffichable: 'Direction' }
    await insertUtilisateur(db, { ...compte, roles: ['ROLE_DPPS'], motDePasse: 'x' })
    expect(await installerAdministrateur(db)).toBeNull()
    expect((await findSecurite(db)).secondFacteurCentral).toBe(false)
    await db.deleteFrom('utilisateur').execute()
    await installerReglages(db, { secondFacteurCentral: false })
    expect(await installerAdministrateur(db)).not.toBeNull()
    expect((await findSecurite(db)).secondFacteurCentral).toBe(false)
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
