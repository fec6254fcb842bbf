import { setTimeout as attendre } from 'node:timers/promises'
import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { describe, expect, it } from 'vitest'
import { updateReglage } from '../parametre/parametre.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { createJeton } from '../platform/jeton.ts'
import { type Jetons, scellerJetons } from './jeton.ts'
import { deleteJetonsPerimes } from './purge.sql.ts'
import { MINUTE, ouvrirBancSession } from './session.banc.ts'
import { findJetonRenouvellement, updateSuccesseur } from './session.sql.ts'

const SECONDE = MINUTE / 60
const HEURE = 60 * MINUTE

const { refuser, reussir, avancer, creerCompte, connecter, lireJournal, base, horloge } =
  await ouvrirBancSession()

const renouveler = (refreshToken: string) =>
  reussir(sessionApi.renouvelerJeton, { query: { refreshToken } })
const nePasRenouveler = (refreshToken: string) =>
  refuser(sessionApi.renouvelerJeton, { query: { refreshToken } })
const LIRE = { params: { code: 'SEXE' } }
const lire = (token: string) => reussir(codificationApi.listCodifications, { ...LIRE, token })
const nePasLire = (token: string) => refuser(codificationApi.listCodifications, { ...LIRE, token })
const EXPIRE = { statut: 401, code: 'JETON_EXPIRE' }

describe('renouveler sa session', () => {
  it('donne de nouveaux jetons, 15 minutes de plus, sans mot de passe', async () => {
    await creerCompte({ identifiant: 'renouvele', structure: 'CAU-R01-01' })
    const { jetonAppareil, ...premiere } = await connecter('renouvele')
    expect(jetonAppareil).toBeTruthy()
    avancer(14 * MINUTE)
    const suite = await renouveler(premiere.refreshToken)
    expect(suite).toEqual({
      ...premiere,
      token: expect.not.stringMatching(premiere.token),
      refreshToken: expect.not.stringMatching(premiere.refreshToken),
      dateExpirationJeton: '2025-03-20T10:29:00.000Z',
      dateExpirationSession: '2025-03-20T10:44:00.000Z',
    })
    expect(premiere.dateExpirationSession).toBe('2025-03-20T10:30:00.000Z')
    expect(premiere.dateFinSession).toBe('2025-03-20T20:00:00.000Z')
    await lire(suite.token)
    // Another tab still holds the previous access token: it lives its 15 minutes.
    await lire(premiere.token)
  })

  it('refuse un jeton inconnu, et un jeton d’accès mis à sa place', async () => {
    await creerCompte({ identifiant: 'confus' })
    const { token } = await connecter('confus')
    expect(await nePasRenouveler(createJeton())).toMatchObject(EXPIRE)
    expect(await nePasRenouveler(token)).toMatchObject(EXPIRE)
    const vide = await refuser(sessionApi.renouvelerJeton, { query: { refreshToken: '' } })
    expect(vide).toMatchObject({ statut: 400, code: 'REQUETE_INVALIDE' })
  })

  it('n’est plus possible après 30 minutes sans usage', async () => {
    await creerCompte({ identifiant: 'endormi' })
    const { refreshToken } = await connecter('endormi')
    avancer(30 * MINUTE - 1)
    const suite = await renouveler(refreshToken)
    avancer(30 * MINUTE)
    expect(await nePasRenouveler(suite.refreshToken)).toMatchObject(EXPIRE)
  })

  it('n’est plus possible, ni rien d’autre, après une inactivité réglée à 5 minutes', async () => {
    const regler = (minutes: number) =>
      updateReglage(base.db, 'sessionInactiviteMinutes', minutes, horloge.maintenant)
    await creerCompte({ identifiant: 'absente' })
    await regler(5)
    const { token, refreshToken, dateExpirationJeton } = await connecter('absente')
    await regler(30)
    expect(Date.parse(dateExpirationJeton) - horloge.maintenant.getTime()).toBe(5 * MINUTE)
    avancer(5 * MINUTE)
    // An access token that outlived the limit would still open what the list of sessions forgets.
    expect(await nePasLire(token)).toMatchObject(EXPIRE)
    expect(await nePasRenouveler(refreshToken)).toMatchObject(EXPIRE)
  })

  it('ne prolonge pas la session au-delà de 10 heures', async () => {
    await creerCompte({ identifiant: 'assidu' })
    let session = await connecter('assidu')
    const fin = new Date(horloge.maintenant.getTime() + 10 * HEURE)
    for (let i = 0; i < 29; i += 1) {
      avancer(20 * MINUTE)
      session = await renouveler(session.refreshToken)
    }
    expect(session.dateExpirationJeton).toBe(new Date(fin.getTime() - 5 * MINUTE).toISOString())
    avancer(18 * MINUTE)
    session = await renouveler(session.refreshToken)
    expect(session.dateExpirationJeton).toBe(fin.toISOString())
    // The idle limit never promises more than the absolute one.
    expect(session.dateExpirationSession).toBe(fin.toISOString())
    expect(session.dateFinSession).toBe(fin.toISOString())
    avancer(2 * MINUTE)
    expect(await nePasLire(session.token)).toMatchObject(EXPIRE)
    expect(await nePasRenouveler(session.refreshToken)).toMatchObject(EXPIRE)
  })
})

describe('un jeton de renouvellement déjà utilisé', () => {
  it('répond pendant 60 secondes ses mêmes successeurs : réponse perdue, deux onglets', async () => {
    await creerCompte({ identifiant: 'deux-onglets' })
    const { refreshToken } = await connecter('deux-onglets')
    const suite = await renouveler(refreshToken)
    avancer(60 * SECONDE)
    expect(await renouveler(refreshToken)).toEqual(suite)
    await lire(suite.token)
    await renouveler(suite.refreshToken)
  })

  it('scellé par une version qui ignorait les échéances, est refusé sans fermer la session', async () => {
    await creerCompte({ identifiant: 'mis-a-jour' })
    const { refreshToken } = await connecter('mis-a-jour')
    const { dateExpirationSession, dateFinSession, ...connus } = await renouveler(refreshToken)
    expect([dateExpirationSession, dateFinSession]).not.toContain(undefined)
    // What the previous version sealed: these three and no more.
    const { token, dateExpirationJeton, refreshToken: suivant } = connus
    const anciens = { token, dateExpirationJeton, refreshToken: suivant } as Jetons
    await updateSuccesseur(
      base.db,
      refreshToken,
      horloge.maintenant,
      scellerJetons(refreshToken, anciens),
    )
    expect(await nePasRenouveler(refreshToken)).toMatchObject(EXPIRE)
    await lire(token)
    await renouveler(suivant)
  })

  it('ferme toute la session passé ce délai, et le journal le dit', async () => {
    const id = await creerCompte({ identifiant: 'vole' })
    const premiere = await connecter('vole')
    const autre = await connecter('vole')
    const suite = await renouveler(premiere.refreshToken)
    const derniere = await renouveler(suite.refreshToken)
    avancer(60 * SECONDE + 1)
    await lire(derniere.token)
    expect(await nePasRenouveler(premiere.refreshToken)).toMatchObject(EXPIRE)
    // Refused, and yet written: the whole family is dead, whoever holds its last tokens.
    for (const { token } of [premiere, suite, derniere])
      expect(await nePasLire(token)).toMatchObject(EXPIRE)
    expect(await nePasRenouveler(derniere.refreshToken)).toMatchObject(EXPIRE)
    await lire(autre.token)
    const lignes = (await lireJournal(id)).filter(({ action }) => action === 'JETON_REUTILISE')
    expect(lignes).toMatchObject([{ detail: { adresse: '192.0.2.1' } }])
  })

  it('deux usages au même instant donnent le même successeur', async () => {
    await creerCompte({ identifiant: 'presse' })
    const { refreshToken } = await connecter('presse')
    // Held while they arrive, so that they are really at once wherever there are connections.
    const arrivees = await inTransaction(base.db, async (tx) => {
      await findJetonRenouvellement(tx, refreshToken)
      const tous = Array.from({ length: 8 }, () => renouveler(refreshToken))
      await attendre(300)
      return { tous }
    })
    const reponses = await Promise.all(arrivees.tous)
    expect(new Set(reponses.map(({ token }) => token)).size).toBe(1)
    expect(new Set(reponses.map((reponse) => reponse.refreshToken)).size).toBe(1)
    const lignes = await base.db.selectFrom('jetonRenouvellement').select('sessionId').execute()
    const parSession = Map.groupBy(lignes, ({ sessionId }) => sessionId)
    expect(Math.max(...parSession.keys())).toBeGreaterThan(0)
    expect(parSession.get(Math.max(...parSession.keys()))).toHaveLength(2)
  })
})

describe('le ménage', () => {
  it('n’ôte que les jetons qui ne valent plus rien', async () => {
    await creerCompte({ identifiant: 'present' })
    await creerCompte({ identifiant: 'parti' })
    const parti = await connecter('parti')
    await reussir(sessionApi.deconnecter, { token: parti.token })
    const present = await connecter('present')
    const compter = async () => {
      const acces = await base.db.selectFrom('jetonAcces').select('sessionId').execute()
      const suite = await base.db.selectFrom('jetonRenouvellement').select('sessionId').execute()
      return acces.length + suite.length
    }
    const avant = await compter()
    await deleteJetonsPerimes(base.db, horloge.maintenant)
    expect(await compter()).toBeLessThan(avant)
    await lire(present.token)
    await renouveler(present.refreshToken)
    expect(await nePasLire(parti.token)).toMatchObject(EXPIRE)
  })
})
