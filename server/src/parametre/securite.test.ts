import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { type Securite, securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { ouvrirBancCompte } from '../compte/compte.banc.ts'
import { insertProvisoire } from '../session/secret.sql.ts'
import { MINUTE, MOT_DE_PASSE } from '../session/session.banc.ts'
import { updateReglage } from './parametre.sql.ts'

const banc = await ouvrirBancCompte()
const { asDpps, asAdmin, asStructure, reussir, refuser, creerCompte, connecter, avancer } = banc
const { lireSecurite, modifierSecurite } = securiteApi
const { lireCompte, listSessions, preparerSecondFacteur } = compteApi
const { listUtilisateurs } = utilisateurApi
const { renouvelerJeton } = sessionApi

const DEFAUTS: Securite = {
  secondFacteurCentral: false,
  secondFacteurDelaiJours: 0,
  sessionInactiviteMinutes: 30,
  sessionDureeHeures: 10,
  postePartage: false,
  fournisseurDpps: false,
  fournisseurAdmin: false,
  fournisseurStructure: false,
  jetonsPermis: true,
  jetonDureeJours: 365,
}
const regler = (reglages: Partial<Securite>) => {
  const { db } = banc.base
  const { maintenant } = banc.horloge
  const ecrire = ([cle, valeur]: [string, unknown]) => updateReglage(db, cle, valeur, maintenant)
  return Promise.all(Object.entries({ ...DEFAUTS, ...reglages }).map(ecrire))
}
afterEach(() => regler({}))

const NOUVEAU = 'Girofle-Amarante-77'
const A_ACTIVER = { statut: 403, code: 'SECOND_FACTEUR_A_ACTIVER' }

describe('les réglages de sécurité', () => {
  it('se lisent et se changent par la DPPS, avec une ligne au journal', async () => {
    expect((await asDpps.appeler(lireSecurite)).corps).toMatchObject(DEFAUTS)
    const body = { ...DEFAUTS, sessionInactiviteMinutes: 60 }
    expect((await asDpps.appeler(modifierSecurite, { body })).corps).toMatchObject(body)
    expect((await asDpps.appeler(lireSecurite)).corps).toMatchObject(body)
    await asDpps.appeler(modifierSecurite, { body })
    const lignes = (await banc.lireJournal(asDpps.id)).filter(
      ({ action }) => action === 'SECURITE_MODIFIEE',
    )
    expect(lignes).toEqual([
      {
        action: 'SECURITE_MODIFIEE',
        detail: { changements: { sessionInactiviteMinutes: { avant: 30, apres: 60 } } },
      },
    ])
  })

  it('refusent ce qu’une autre personne a changé depuis leur lecture', async () => {
    const { version } = (await asDpps.appeler(lireSecurite)).corps
    await asDpps.appeler(modifierSecurite, { body: { ...DEFAUTS, sessionInactiviteMinutes: 60 } })
    const body = { ...DEFAUTS, sessionDureeHeures: 12, version }
    expect(await asDpps.appeler(modifierSecurite, { body })).toMatchObject({
      statut: 409,
      code: 'VERSION_PARAMETRES_PERIMEE',
    })
    const { corps } = await asDpps.appeler(lireSecurite)
    expect([corps.sessionInactiviteMinutes, corps.sessionDureeHeures]).toEqual([60, 10])
  })

  it('refusent les autres rôles, et les valeurs hors bornes', async () => {
    for (const qui of [asAdmin, asStructure]) {
      expect((await qui.appeler(lireSecurite)).code).toBe('DROIT_INSUFFISANT')
      const refus = await qui.appeler(modifierSecurite, { body: DEFAUTS })
      expect(refus).toMatchObject({ statut: 403, code: 'DROIT_INSUFFISANT' })
    }
    const hors: Partial<Securite>[] = [
      { sessionInactiviteMinutes: 4 },
      { sessionInactiviteMinutes: 481 },
      { sessionDureeHeures: 0 },
      { sessionDureeHeures: 25 },
      { sessionDureeHeures: 1.5 },
    ]
    for (const valeur of hors) {
      const refus = await asDpps.appeler(modifierSecurite, { body: { ...DEFAUTS, ...valeur } })
      expect(refus).toMatchObject({ statut: 400, code: 'REQUETE_INVALIDE' })
    }
    expect((await asDpps.appeler(lireSecurite)).corps).toMatchObject(DEFAUTS)
  })
})

describe('le second facteur exigé passé un délai', () => {
  const JOUR = 24 * 60 * MINUTE
  const lister = (token: string) => reussir(listUtilisateurs, { token })
  const EXIGE = { secondFacteurCentral: true, secondFacteurDelaiJours: 7 }

  it('l’est au huitième jour après la première connexion du compte, fût-il déjà connecté', async () => {
    await regler(EXIGE)
    await creerCompte({ identifiant: 'zoe', roles: ['ROLE_DPPS'] })
    const debut = banc.horloge.maintenant.getTime()
    const secondFacteurLe = new Date(debut + 7 * JOUR).toISOString()
    const annonce = { secondFacteurAActiver: false, secondFacteurLe }
    const premiere = await connecter('zoe')
    expect(premiere).toMatchObject(annonce)
    await lister(premiere.token)
    avancer(7 * JOUR - MINUTE)
    const { token, refreshToken, ...veille } = await connecter('zoe')
    expect(veille).toMatchObject(annonce)
    await lister(token)
    avancer(MINUTE)
    expect(await refuser(listUtilisateurs, { token })).toMatchObject(A_ACTIVER)
    const suite = await reussir(renouvelerJeton, { query: { refreshToken } })
    expect(suite).toMatchObject({ secondFacteurAActiver: true, secondFacteurLe })
    await banc.equiper(suite.token)
    await lister(suite.token)
  })

  it('l’est aussitôt de qui s’est connecté avant qu’on ne le compte', async () => {
    await regler(EXIGE)
    expect(await asAdmin.appeler(listUtilisateurs)).toMatchObject(A_ACTIVER)
  })

  it('ne l’est pas d’une structure, ni annoncé à qui en a un', async () => {
    await regler(EXIGE)
    await creerCompte({ identifiant: 'yaye' })
    expect(await connecter('yaye')).toMatchObject({ secondFacteurLe: null })
    await creerCompte({ identifiant: 'xavier', roles: ['ROLE_ADMIN'] })
    const { token } = await connecter('xavier')
    const { secret } = await banc.equiper(token)
    const session = await banc.verifier(await banc.defier('xavier'), banc.code(secret))
    expect(session).toMatchObject({ secondFacteurAActiver: false, secondFacteurLe: null })
  })

  it('l’est aussitôt où le délai, mal écrit dans la base, ne dit rien', async () => {
    await regler({ secondFacteurCentral: true })
    await creerCompte({ identifiant: 'wasis', roles: ['ROLE_ADMIN'] })
    for (const valeur of ['une semaine', null, -4, [7]]) {
      const { db } = banc.base
      await updateReglage(db, 'secondFacteurDelaiJours', valeur, banc.horloge.maintenant)
      expect(await connecter('wasis')).toMatchObject({ secondFacteurAActiver: true })
    }
  })

  it('se règle de 0 à 30 jours ; qui n’en dit rien le laisse', async () => {
    for (const secondFacteurDelaiJours of [-1, 31, 1.5]) {
      const body = { ...DEFAUTS, secondFacteurDelaiJours }
      expect(await asDpps.appeler(modifierSecurite, { body })).toMatchObject({
        statut: 400,
        code: 'REQUETE_INVALIDE',
      })
    }
    await regler({ secondFacteurDelaiJours: 12 })
    const { secondFacteurDelaiJours: _, ...sans } = DEFAUTS
    const { corps } = await asDpps.appeler(modifierSecurite, { body: sans })
    expect(corps.secondFacteurDelaiJours).toBe(12)
  })
})

describe('les limites d’une session', () => {
  it('se lisent à l’ouverture', async () => {
    await regler({ sessionInactiviteMinutes: 120, sessionDureeHeures: 3 })
    await creerCompte({ identifiant: 'awa' })
    const debut = banc.horloge.maintenant.getTime()
    const session = await connecter('awa')
    expect(Date.parse(session.dateExpirationSession) - debut).toBe(120 * MINUTE)
    expect(Date.parse(session.dateFinSession) - debut).toBe(180 * MINUTE)
  })

  it('se lisent encore au renouvellement : une durée raccourcie vaut pour ce qui est ouvert', async () => {
    await creerCompte({ identifiant: 'bintou' })
    const debut = banc.horloge.maintenant.getTime()
    const { refreshToken } = await connecter('bintou')
    avancer(20 * MINUTE)
    await regler({ sessionInactiviteMinutes: 5, sessionDureeHeures: 1 })
    const suite = await reussir(renouvelerJeton, { query: { refreshToken } })
    expect(Date.parse(suite.dateFinSession) - debut).toBe(60 * MINUTE)
    expect(Date.parse(suite.dateExpirationSession) - debut).toBe(25 * MINUTE)
    avancer(6 * MINUTE)
    const query = { refreshToken: suite.refreshToken }
    expect(await refuser(renouvelerJeton, { query })).toMatchObject({ code: 'JETON_EXPIRE' })
  })

  it('ferment ce qui a trop duré, mais n’allongent pas ce qui est ouvert', async () => {
    await creerCompte({ identifiant: 'coumba' })
    await regler({ sessionInactiviteMinutes: 480 })
    const longue = await connecter('coumba')
    const fin = longue.dateFinSession
    await regler({ sessionInactiviteMinutes: 480, sessionDureeHeures: 24 })
    const { refreshToken, dateFinSession } = await reussir(renouvelerJeton, {
      query: { refreshToken: longue.refreshToken },
    })
    expect(dateFinSession).toBe(fin)
    await regler({ sessionDureeHeures: 1 })
    avancer(61 * MINUTE)
    expect(await refuser(renouvelerJeton, { query: { refreshToken } })).toMatchObject({
      statut: 401,
      code: 'JETON_EXPIRE',
    })
  })

  it('retrouvent leurs défauts quand la table a été mal modifiée', async () => {
    const { db } = banc.base
    await updateReglage(db, 'sessionInactiviteMinutes', 'souvent', banc.horloge.maintenant)
    await updateReglage(db, 'sessionDureeHeures', 1000, banc.horloge.maintenant)
    await updateReglage(db, 'secondFacteurCentral', 'oui', banc.horloge.maintenant)
    expect((await asDpps.appeler(lireSecurite)).corps).toMatchObject(DEFAUTS)
    await creerCompte({ identifiant: 'dado' })
    const debut = banc.horloge.maintenant.getTime()
    const { dateExpirationSession, dateFinSession } = await connecter('dado')
    expect(Date.parse(dateExpirationSession) - debut).toBe(30 * MINUTE)
    expect(Date.parse(dateFinSession) - debut).toBe(600 * MINUTE)
  })
})

describe('le second facteur exigé des comptes centraux', () => {
  it('ne laisse qu’activer le second facteur, changer de mot de passe et se déconnecter', async () => {
    await creerCompte({ identifiant: 'elhadj', roles: ['ROLE_ADMIN'] })
    await regler({ secondFacteurCentral: true })
    const session = await connecter('elhadj')
    expect(session.secondFacteurAActiver).toBe(true)
    const { token } = session
    for (const operation of [listUtilisateurs, listSessions, lireSecurite]) {
      expect(await refuser(operation, { token })).toMatchObject(A_ACTIVER)
    }
    expect(await reussir(lireCompte, { token })).toMatchObject({ secondFacteurExige: true })
    const body = { ancienMotDePasse: MOT_DE_PASSE, nouveauMotDePasse: NOUVEAU }
    const suite = await reussir(sessionApi.modifierMotDePasse, { token, body })
    const faux = { token: suite.token, body: { password: MOT_DE_PASSE } }
    expect(await refuser(preparerSecondFacteur, faux)).toMatchObject({
      code: 'ANCIEN_MOT_DE_PASSE_INCORRECT',
    })
    await banc.equiper(suite.token, NOUVEAU)
    expect(await reussir(listUtilisateurs, { token: suite.token })).toBeTruthy()
    await reussir(sessionApi.deconnecter, { token: suite.token })
  })

  it('vaut aussitôt pour une session ouverte, et ne demande rien aux structures', async () => {
    await creerCompte({ identifiant: 'fatou', roles: ['ROLE_DPPS'] })
    await creerCompte({ identifiant: 'gora', structure: 'CAU-R01-01' })
    const [centrale, structure] = [await connecter('fatou'), await connecter('gora')]
    expect(centrale.secondFacteurAActiver).toBe(false)
    await regler({ secondFacteurCentral: true })
    expect(await refuser(listSessions, { token: centrale.token })).toMatchObject(A_ACTIVER)
    expect(await reussir(listSessions, { token: structure.token })).toHaveLength(1)
    expect((await connecter('gora')).secondFacteurAActiver).toBe(false)
  })

  it('attend que le mot de passe provisoire soit changé', async () => {
    await creerCompte({ identifiant: 'hawa', roles: ['ROLE_ADMIN'], forceChangePassword: true })
    await regler({ secondFacteurCentral: true })
    const { token } = await connecter('hawa')
    const body = { password: MOT_DE_PASSE }
    const refus = await refuser(preparerSecondFacteur, { token, body })
    expect(refus).toMatchObject({ statut: 403, code: 'MOT_DE_PASSE_A_CHANGER' })
  })
})

describe('un mot de passe provisoire et un second facteur', () => {
  it('le mot de passe provisoire ne remplace l’ancien qu’avec le bon code', async () => {
    const { secret } = await banc.creerEquipe({ identifiant: 'issa' })
    const { id: utilisateurId } = await banc.base.db
      .selectFrom('utilisateur')
      .select('id')
      .where('identifiant', '=', 'issa')
      .executeTakeFirstOrThrow()
    const creeLe = banc.horloge.maintenant
    const expireLe = new Date(creeLe.getTime() + 30 * MINUTE)
    const motDePasse = 'mot-de-passe-provisoire'
    await insertProvisoire(banc.base.db, { utilisateurId, motDePasse, creeLe, expireLe })
    // The first challenge is left: neither password is lost.
    await banc.defier('issa', motDePasse)
    await banc.defier('issa', MOT_DE_PASSE)
    const session = await banc.verifier(await banc.defier('issa', motDePasse), banc.code(secret))
    expect(session.forceChangePassword).toBe(true)
    expect(await banc.echouer('issa', motDePasse)).toMatchObject({ code: 'VERIFICATION_REQUISE' })
    expect(await banc.echouer('issa', MOT_DE_PASSE)).toMatchObject({
      code: 'IDENTIFIANTS_INVALIDES',
    })
  })
})
