import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { describe, expect, it } from 'vitest'
import { MINUTE, MOT_DE_PASSE } from '../session/session.banc.ts'
import { ouvrirBancCompte } from './compte.banc.ts'

const banc = await ouvrirBancCompte()
const { reussir, refuser, creerCompte, connecter, avancer } = banc
const { lireCompte, listSessions, fermerSession, fermerAutresSessions } = compteApi
const EXPIRE = { statut: 401, code: 'JETON_EXPIRE' }
const password = MOT_DE_PASSE

describe('ses sessions', () => {
  it('se listent, la plus récemment active d’abord, la sienne marquée, rien des jetons', async () => {
    await creerCompte({ identifiant: 'awa', structure: 'CAU-R01-01' })
    const ancienne = await connecter('awa')
    avancer(MINUTE)
    const { token } = await connecter('awa')
    const sessions = await reussir(listSessions, { token })
    expect(sessions.map(({ courante }) => courante)).toEqual([true, false])
    expect(sessions[1]).toMatchObject({ adresse: '192.0.2.1', appareil: null })
    expect(JSON.stringify(sessions)).not.toContain(ancienne.refreshToken)
  })

  it('se ferment une à une ; celles des autres n’existent pas', async () => {
    const ABSENTE = { statut: 404, code: 'SESSION_INTROUVABLE' }
    const id = await creerCompte({ identifiant: 'bintou' })
    await creerCompte({ identifiant: 'binta' })
    const autre = await connecter('bintou')
    const { token } = await connecter('bintou')
    const [, cible] = await reussir(listSessions, { token })
    const body = { id: cible?.id ?? 0, password }
    const etrangere = await connecter('binta')
    expect(await refuser(fermerSession, { token: etrangere.token, body })).toMatchObject(ABSENTE)
    await reussir(fermerSession, { token, body })
    expect(await refuser(lireCompte, { token: autre.token })).toMatchObject(EXPIRE)
    const { refreshToken } = autre
    expect(await refuser(sessionApi.renouvelerJeton, { query: { refreshToken } })).toMatchObject(
      EXPIRE,
    )
    expect(await refuser(fermerSession, { token, body })).toMatchObject(ABSENTE)
    expect((await banc.lireJournal(id)).at(-1)).toMatchObject({
      action: 'SESSION_FERMEE',
      detail: { adresse: '192.0.2.1' },
    })
  })

  it('se ferment toutes, sauf celle d’où on le demande', async () => {
    await creerCompte({ identifiant: 'coumba' })
    const autres = [await connecter('coumba'), await connecter('coumba')]
    const { token } = await connecter('coumba')
    const demande = { token, body: { password } }
    expect(await reussir(fermerAutresSessions, demande)).toEqual({ fermees: 2 })
    expect(await reussir(fermerAutresSessions, demande)).toEqual({ fermees: 0 })
    for (const autre of autres) {
      expect(await refuser(listSessions, { token: autre.token })).toMatchObject(EXPIRE)
    }
    expect(await reussir(listSessions, { token })).toHaveLength(1)
  })

  it('ne se ferment pas sans le mot de passe : faux ou absent, rien ne l’est, et l’essai compte', async () => {
    const id = await creerCompte({ identifiant: 'elhadj' })
    const ailleurs = await connecter('elhadj')
    const { token } = await connecter('elhadj')
    const [, cible] = await reussir(listSessions, { token })
    const sienne = { id: cible?.id ?? 0 }
    for (const operation of [fermerSession, fermerAutresSessions]) {
      const sans = { token, body: sienne as typeof sienne & { password: string } }
      expect(await refuser(operation, sans)).toMatchObject({
        statut: 400,
        code: 'REQUETE_INVALIDE',
      })
      const faux = { token, body: { ...sienne, password: 'faux' } }
      expect(await refuser(operation, faux)).toMatchObject({
        statut: 422,
        code: 'ANCIEN_MOT_DE_PASSE_INCORRECT',
        libelle: 'Le mot de passe actuel est incorrect.',
      })
    }
    await reussir(lireCompte, { token: ailleurs.token })
    const actions = (await banc.lireJournal(id)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['MOT_DE_PASSE_REFUSE', 'MOT_DE_PASSE_REFUSE'])
    for (let n = 0; n < 3; n += 1) {
      await refuser(fermerAutresSessions, { token, body: { password: 'faux' } })
    }
    expect(await refuser(fermerAutresSessions, { token, body: { password } })).toMatchObject({
      statut: 429,
      code: 'TROP_DE_TENTATIVES',
      attente: 900,
    })
    // Where one signs in, nothing waits.
    await connecter('elhadj')
  })

  it('ne se disent qu’à qui est connecté', async () => {
    const ABSENT = { statut: 401, code: 'JETON_ABSENT' }
    expect(await refuser(listSessions)).toMatchObject(ABSENT)
    expect(await refuser(fermerAutresSessions, { body: { password } })).toMatchObject(ABSENT)
    expect(await refuser(lireCompte)).toMatchObject(ABSENT)
  })
})

describe('son compte', () => {
  it('dit qui l’on est, sa structure et les autres', async () => {
    await creerCompte({
      identifiant: 'dado',
      structure: 'CAU-R01-01',
      autreStructure: ['CSE-R01-01'],
    })
    const { token } = await connecter('dado')
    expect(await reussir(lireCompte, { token })).toMatchObject({
      identifiant: 'dado',
      roles: ['ROLE_STRUCTURE'],
      structure: { code: 'CAU-R01-01' },
      autreStructure: [{ code: 'CSE-R01-01' }],
      secondFacteur: false,
      secondFacteurExige: false,
    })
  })
})
