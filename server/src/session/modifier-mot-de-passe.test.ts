import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import { MINUTE, MOT_DE_PASSE, ouvrirBancSession } from './session.banc.ts'

const { refuser, reussir, avancer, creerCompte, connecter, echouer, lireJournal } =
  await ouvrirBancSession()

const NOUVEAU = 'Pirogue-Lagune-88'
const LIRE = { params: { code: 'SEXE' } }
const corps = (nouveauMotDePasse = NOUVEAU, ancienMotDePasse = MOT_DE_PASSE) => ({
  ancienMotDePasse,
  nouveauMotDePasse,
})

describe('changer son mot de passe', () => {
  it('ferme toutes les sessions et en ouvre une autre', async () => {
    const id = await creerCompte({ identifiant: 'change' })
    const ici = await connecter('change')
    const ailleurs = await connecter('change')
    const suite = await reussir(sessionApi.modifierMotDePasse, { token: ici.token, body: corps() })
    expect(suite).toMatchObject({ identifiant: 'change', forceChangePassword: false })
    await reussir(codificationApi.listCodifications, { ...LIRE, token: suite.token })
    for (const { token, refreshToken } of [ici, ailleurs]) {
      const refus = await refuser(codificationApi.listCodifications, { ...LIRE, token })
      expect(refus).toMatchObject({ statut: 401, code: 'JETON_EXPIRE' })
      const query = { refreshToken }
      expect(await refuser(sessionApi.renouvelerJeton, { query })).toMatchObject({
        code: 'JETON_EXPIRE',
      })
    }
    expect(await echouer('change', MOT_DE_PASSE)).toMatchObject({ code: 'IDENTIFIANTS_INVALIDES' })
    await connecter('change', NOUVEAU)
    expect((await lireJournal(id)).map(({ action }) => action)).toContain('MOT_DE_PASSE_MODIFIE')
  })

  it('refuse si l’actuel est faux, et freine au cinquième sans fermer la connexion', async () => {
    const id = await creerCompte({ identifiant: 'oublieux' })
    const { token } = await connecter('oublieux')
    for (let i = 0; i < 5; i += 1) {
      const body = corps(NOUVEAU, 'faux')
      expect(await refuser(sessionApi.modifierMotDePasse, { token, body })).toMatchObject({
        statut: 422,
        code: 'ANCIEN_MOT_DE_PASSE_INCORRECT',
      })
    }
    const body = corps()
    expect(await refuser(sessionApi.modifierMotDePasse, { token, body })).toMatchObject({
      statut: 429,
      code: 'TROP_DE_TENTATIVES',
      attente: 900,
    })
    const detail = { adresse: '192.0.2.1' }
    expect((await lireJournal(id)).slice(-6)).toEqual([
      ...Array.from({ length: 5 }, () => ({ action: 'MOT_DE_PASSE_REFUSE', detail })),
      { action: 'MOT_DE_PASSE_FREINE', detail },
    ])
    await connecter('oublieux')
    avancer(14 * MINUTE)
    expect(await refuser(sessionApi.modifierMotDePasse, { token, body })).toMatchObject({
      statut: 429,
    })
  })

  it('refuse un mot de passe faible, et dit pourquoi', async () => {
    await creerCompte({ identifiant: 'awa.ndiaye' })
    const { token } = await connecter('awa.ndiaye')
    const refus = await refuser(sessionApi.modifierMotDePasse, { token, body: corps('Ndiaye-1') })
    expect(refus).toMatchObject({ statut: 422, code: 'MOT_DE_PASSE_FAIBLE' })
    expect(refus.libelle).toContain('Utilisez au moins 12 caractères.')
    expect(refus.details).toEqual([
      {
        chemin: 'nouveauMotDePasse',
        code: 'MOT_DE_PASSE_FAIBLE',
        libelle: 'Utilisez au moins 12 caractères.',
      },
      {
        chemin: 'nouveauMotDePasse',
        code: 'MOT_DE_PASSE_FAIBLE',
        libelle: 'N’utilisez ni votre identifiant, ni votre nom, ni votre adresse électronique.',
      },
    ])
    // Nothing has changed: the session lives, the old password opens.
    await reussir(codificationApi.listCodifications, { ...LIRE, token })
    await connecter('awa.ndiaye')
  })

  it('demande 16 caractères à un compte central', async () => {
    await creerCompte({ identifiant: 'chef', roles: ['ROLE_ADMIN'] })
    const { token } = await connecter('chef')
    const refus = await refuser(sessionApi.modifierMotDePasse, {
      token,
      body: corps('Girafe-Verte7'),
    })
    expect(refus.libelle).toContain('Utilisez au moins 16 caractères.')
    await reussir(sessionApi.modifierMotDePasse, { token, body: corps() })
  })

  it('refuse le même, écrit avec d’autres octets', async () => {
    await creerCompte({ identifiant: 'accentuee' })
    const [compose, decompose] = ['NFC', 'NFD'].map((forme) => 'Été-Lagune-88'.normalize(forme))
    const { token } = await connecter('accentuee')
    const suite = await reussir(sessionApi.modifierMotDePasse, { token, body: corps(compose) })
    const refus = await refuser(sessionApi.modifierMotDePasse, {
      token: suite.token,
      body: corps(decompose, compose),
    })
    expect(refus.libelle).toContain('différent de l’actuel')
  })

  it('refuse le même', async () => {
    await creerCompte({ identifiant: 'immobile' })
    const { token } = await connecter('immobile')
    const body = corps(MOT_DE_PASSE)
    expect(await refuser(sessionApi.modifierMotDePasse, { token, body })).toMatchObject({
      libelle: 'Ce mot de passe est trop faible. Choisissez un mot de passe différent de l’actuel.',
    })
  })

  it('demande une session', async () => {
    expect(await refuser(sessionApi.modifierMotDePasse, { body: corps() })).toMatchObject({
      statut: 401,
      code: 'JETON_ABSENT',
    })
  })
})

describe('un mot de passe à changer', () => {
  it('ferme tout, sauf son changement et la déconnexion', async () => {
    await creerCompte({ identifiant: 'temporaire', forceChangePassword: true })
    const session = await connecter('temporaire')
    expect(session.forceChangePassword).toBe(true)
    const { token } = session
    const A_CHANGER = { statut: 403, code: 'MOT_DE_PASSE_A_CHANGER' }
    expect(await refuser(codificationApi.listCodifications, { ...LIRE, token })).toMatchObject(
      A_CHANGER,
    )
    expect(await refuser(structureApi.listStructures, { token })).toMatchObject(A_CHANGER)
    const suite = await reussir(sessionApi.modifierMotDePasse, { token, body: corps() })
    await reussir(codificationApi.listCodifications, { ...LIRE, token: suite.token })
    expect((await connecter('temporaire', NOUVEAU)).forceChangePassword).toBe(false)

    await creerCompte({ identifiant: 'renonce', forceChangePassword: true })
    const autre = await connecter('renonce')
    await reussir(sessionApi.deconnecter, { token: autre.token })
  })
})
