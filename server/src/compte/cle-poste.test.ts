import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { MOT_DE_PASSE } from '../session/session.banc.ts'
import { ouvrirBancCompte } from './compte.banc.ts'

const banc = await ouvrirBancCompte()
const { asDpps, reussir, refuser, creerCompte, connecter } = banc
const { lireClePoste } = compteApi
const NOUVEAU = 'Girofle-Amarante-77'

const cleDe = async (token: string) => (await reussir(lireClePoste, { token })).cle

describe('la clé d’un poste', () => {
  it('est celle du compte, de 256 bits, la même à chaque session, et nul autre n’a la même', async () => {
    await creerCompte({ identifiant: 'awa' })
    await creerCompte({ identifiant: 'binta' })
    const une = await cleDe((await connecter('awa')).token)
    expect(Buffer.from(une, 'base64')).toHaveLength(32)
    expect(await cleDe((await connecter('awa')).token)).toBe(une)
    expect(await cleDe((await connecter('binta')).token)).not.toBe(une)
  })

  it('est une seule quand deux pages la demandent pour la première fois ensemble', async () => {
    await creerCompte({ identifiant: 'coumba' })
    const { token } = await connecter('coumba')
    const cles = await Promise.all([cleDe(token), cleDe(token), cleDe(token)])
    expect(new Set(cles).size).toBe(1)
  })

  it('reste quand le mot de passe change, et quand le compte prend un autre nom', async () => {
    const id = await creerCompte({ identifiant: 'dado', structure: 'CAU-R01-01' })
    const { token } = await connecter('dado')
    const avant = await cleDe(token)
    const body = { ancienMotDePasse: MOT_DE_PASSE, nouveauMotDePasse: NOUVEAU }
    const suite = await reussir(sessionApi.modifierMotDePasse, { token, body })
    expect(await cleDe(suite.token)).toBe(avant)
    const { corps } = await asDpps.appeler(utilisateurApi.lireUtilisateur, { params: { id } })
    const { nom, prenoms, email, roles, version } = corps
    const fiche = {
      id,
      version,
      nom,
      prenoms,
      email: email ?? 'dado@example.org',
      roles,
      structure: 'CAU-R01-01',
      identifiant: 'dado.sy',
    }
    const { statut } = await asDpps.appeler(utilisateurApi.modifierUtilisateur, { body: fiche })
    expect(statut).toBe(200)
    expect(await cleDe((await connecter('dado.sy', NOUVEAU)).token)).toBe(avant)
  })

  it('n’est donnée ni sans session, ni à un mot de passe à changer, ni à un compte bloqué', async () => {
    expect(await refuser(lireClePoste)).toMatchObject({ statut: 401, code: 'JETON_ABSENT' })
    await creerCompte({ identifiant: 'elhadj', forceChangePassword: true })
    const { token } = await connecter('elhadj')
    expect(await refuser(lireClePoste, { token })).toMatchObject({
      statut: 403,
      code: 'MOT_DE_PASSE_A_CHANGER',
    })
    const id = await creerCompte({ identifiant: 'fatou' })
    const session = await connecter('fatou')
    await cleDe(session.token)
    await asDpps.appeler(utilisateurApi.bloquerUtilisateur, { params: { id } })
    expect(await refuser(lireClePoste, { token: session.token })).toMatchObject({
      statut: 403,
      code: 'COMPTE_BLOQUE',
    })
  })

  it('ne laisse rien au journal, et nul ne la garde en chemin', async () => {
    const id = await creerCompte({ identifiant: 'gora' })
    const { token } = await connecter('gora')
    const avant = (await banc.lireJournal(id)).length
    const reponse = await banc.app.inject({
      method: 'POST',
      url: `/api${lireClePoste.path}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reponse.statusCode).toBe(200)
    expect(reponse.headers['cache-control']).toBe('no-store')
    expect(await banc.lireJournal(id)).toHaveLength(avant)
  })
})

it('le réglage qui tient tous les postes pour partagés se dit avant la connexion, et avec la clé', async () => {
  await creerCompte({ identifiant: 'hawa' })
  const { token } = await connecter('hawa')
  const dits = async () => [
    (await reussir(systemeApi.lireConfiguration)).postePartage,
    (await reussir(lireClePoste, { token })).postePartage,
  ]
  expect(await dits()).toEqual([false, false])
  const { corps } = await asDpps.appeler(securiteApi.lireSecurite)
  const body = { ...corps, postePartage: true }
  expect((await asDpps.appeler(securiteApi.modifierSecurite, { body })).corps).toMatchObject({
    postePartage: true,
  })
  expect(await dits()).toEqual([true, true])
  // A client of before the setting does not undo it.
  const { postePartage: _, version: __, ...ancien } = body
  await asDpps.appeler(securiteApi.modifierSecurite, { body: ancien })
  expect(await dits()).toEqual([true, true])
})
