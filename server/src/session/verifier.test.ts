import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBancCompte, PAS } from '../compte/compte.banc.ts'
import { MINUTE, MOT_DE_PASSE } from './session.banc.ts'

const banc = await ouvrirBancCompte()
const { creerEquipe, defier, verifier, refuser, reussir, echouer, avancer, code } = banc

const EXPIREE = { statut: 401, code: 'VERIFICATION_EXPIREE' }
const INCORRECT = { statut: 422, code: 'CODE_INCORRECT' }
const refus = (defi: string, saisi: string) =>
  refuser(verificationApi.verifier, { body: { defi, code: saisi } })

describe('se connecter avec un second facteur', () => {
  it('demande un code après le bon mot de passe, puis ouvre la session', async () => {
    const { secret } = await creerEquipe({ identifiant: 'awa', structure: 'CAU-R01-01' })
    const demande = await echouer('awa', MOT_DE_PASSE)
    expect(demande).toMatchObject({
      statut: 401,
      code: 'VERIFICATION_REQUISE',
      details: [{ chemin: 'defi', code: expect.stringMatching(/^[\w-]{43}$/) }],
    })
    const session = await verifier(demande.details?.[0]?.code ?? '', ` ${code(secret)} `)
    expect(session).toMatchObject({ identifiant: 'awa', secondFacteurAActiver: false })
    const journal = await banc.lireJournal(await idDe('awa'))
    expect(journal.slice(-2)).toMatchObject([
      { action: 'VERIFICATION_DEMANDEE' },
      { action: 'CONNEXION', detail: { secondFacteur: true } },
    ])
  })

  it('répond pareil à un mot de passe faux, avec ou sans second facteur', async () => {
    await creerEquipe({ identifiant: 'bineta' })
    await banc.creerCompte({ identifiant: 'binta' })
    const { libelle, ...avec } = await echouer('bineta')
    const sans = await echouer('binta')
    const inconnu = await echouer('personne')
    for (const autre of [sans, inconnu]) {
      expect(autre).toMatchObject({ libelle, statut: avec.statut, code: avec.code })
      expect(autre.details).toBeUndefined()
    }
    expect(avec).toMatchObject({ statut: 401, code: 'IDENTIFIANTS_INVALIDES' })
  })

  it('accepte le code d’avant et celui d’après, pas plus loin', async () => {
    const { secret } = await creerEquipe({ identifiant: 'cheikh' })
    avancer(5 * PAS)
    const defi = await defier('cheikh')
    expect(await refus(defi, code(secret, -2))).toMatchObject(INCORRECT)
    expect(await refus(defi, code(secret, 2))).toMatchObject(INCORRECT)
    expect((await verifier(defi, code(secret, -1))).token).toBeTruthy()
    expect((await verifier(await defier('cheikh'), code(secret, 1))).token).toBeTruthy()
  })

  it('n’accepte jamais un code deux fois, ni un plus ancien que le dernier accepté', async () => {
    const { secret } = await creerEquipe({ identifiant: 'dieynaba' })
    await verifier(await defier('dieynaba'), code(secret))
    const defi = await defier('dieynaba')
    expect(await refus(defi, code(secret))).toMatchObject(INCORRECT)
    expect(await refus(defi, code(secret, -1))).toMatchObject(INCORRECT)
    avancer(PAS)
    expect((await verifier(defi, code(secret))).token).toBeTruthy()
  })

  it('de deux mêmes codes donnés en même temps n’en accepte qu’un', async () => {
    const { secret } = await creerEquipe({ identifiant: 'demba' })
    const defis = [await defier('demba'), await defier('demba')]
    const issues = await Promise.allSettled(defis.map((defi) => verifier(defi, code(secret))))
    expect(issues.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('accepte un code de récupération une fois, écrit comme on veut', async () => {
    const { codesRecuperation } = await creerEquipe({ identifiant: 'el-hadj' })
    const [recuperation = ''] = codesRecuperation
    const ecrit = recuperation.replaceAll('-', ' ').toUpperCase()
    expect((await verifier(await defier('el-hadj'), ecrit)).token).toBeTruthy()
    const defi = await defier('el-hadj')
    expect(await refus(defi, recuperation)).toMatchObject(INCORRECT)
    expect((await verifier(defi, codesRecuperation[1] ?? '')).token).toBeTruthy()
    const actions = (await banc.lireJournal(await idDe('el-hadj'))).map(({ action }) => action)
    expect(actions.filter((action) => action === 'CODE_RECUPERATION_UTILISE')).toHaveLength(2)
  })

  it('n’accepte pas le code de récupération d’une autre personne', async () => {
    const { codesRecuperation } = await creerEquipe({ identifiant: 'fanta' })
    await creerEquipe({ identifiant: 'fily' })
    expect(await refus(await defier('fily'), codesRecuperation[0] ?? '')).toMatchObject(INCORRECT)
  })
})

describe('un défi', () => {
  it('ne vaut que cinq minutes', async () => {
    const { secret } = await creerEquipe({ identifiant: 'gnilane' })
    const defi = await defier('gnilane')
    const tardif = await defier('gnilane')
    avancer(5 * MINUTE - 1)
    expect((await verifier(defi, code(secret))).token).toBeTruthy()
    avancer(PAS)
    expect(await refus(tardif, code(secret))).toMatchObject(EXPIREE)
  })

  it('ne sert qu’une fois', async () => {
    const { secret } = await creerEquipe({ identifiant: 'hamady' })
    const defi = await defier('hamady')
    await verifier(defi, code(secret))
    avancer(PAS)
    expect(await refus(defi, code(secret))).toMatchObject(EXPIREE)
    expect(await refus('inconnu', code(secret))).toMatchObject(EXPIREE)
  })

  it('ne vaut plus rien après cinq codes faux ; un autre attend un quart d’heure', async () => {
    const { secret } = await creerEquipe({ identifiant: 'ibou' })
    const defi = await defier('ibou')
    for (let essai = 0; essai < 5; essai += 1) {
      expect(await refus(defi, '000000')).toMatchObject(INCORRECT)
    }
    expect(await refus(defi, code(secret))).toMatchObject(EXPIREE)
    const autre = await defier('ibou')
    expect(await refus(autre, code(secret))).toMatchObject({
      statut: 429,
      code: 'TROP_DE_CODES',
      attente: 900,
    })
    avancer(15 * MINUTE)
    expect((await verifier(await defier('ibou'), code(secret))).token).toBeTruthy()
  })

  it('laisse au journal d’où viennent les codes faux, ceux qu’on ne regarde plus, ceux d’un bloqué', async () => {
    const { secret } = await creerEquipe({ identifiant: 'lala' })
    const id = await idDe('lala')
    const debut = (await banc.lireJournal(id)).length
    const defi = await defier('lala')
    for (let essai = 0; essai < 5; essai += 1) await refus(defi, '000000')
    const autre = await defier('lala')
    for (let essai = 0; essai < 3; essai += 1) {
      expect(await refus(autre, code(secret))).toMatchObject({ code: 'TROP_DE_CODES' })
    }
    const lala = banc.base.db.updateTable('utilisateur').where('id', '=', id)
    await lala.set({ statut: 'BLOQUE' }).execute()
    expect(await refus(autre, code(secret))).toMatchObject({ code: 'COMPTE_BLOQUE' })
    const detail = { adresse: '192.0.2.1' }
    const [demande, echec] = ['VERIFICATION_DEMANDEE', 'VERIFICATION_ECHOUEE']
    const echecs = [...Array.from({ length: 5 }, () => echec), 'COMPTE_FREINE']
    const actions = [demande, ...echecs, demande]
    expect((await banc.lireJournal(id)).slice(debut)).toEqual(
      [...actions, 'VERIFICATION_FREINEE', 'CONNEXION_BLOQUEE'].map((action) => ({
        action,
        detail,
      })),
    )
  })

  it('fait attendre les inconnus de plus en plus longtemps, jamais un appareil qui en a donné un juste', async () => {
    const { secret } = await creerEquipe({ identifiant: 'jokhane' })
    const { jetonAppareil } = await verifier(await defier('jokhane'), code(secret))
    avancer(PAS)
    const defi = await defier('jokhane')
    for (let essai = 0; essai < 5; essai += 1) await refus(defi, '000000')
    avancer(15 * MINUTE)
    expect(await refus(await defier('jokhane'), '000000')).toMatchObject(INCORRECT)
    expect(await refus(await defier('jokhane'), code(secret))).toMatchObject({
      statut: 429,
      code: 'TROP_DE_CODES',
      attente: 1800,
      libelle: expect.stringContaining('Réessayez dans 30 minutes, ou demandez à l’administration'),
    })
    const body = { defi: await defier('jokhane'), code: code(secret), jetonAppareil }
    expect((await reussir(verificationApi.verifier, { body })).jetonAppareil).toBe(jetonAppareil)
  })

  it('ne vaut plus rien quand le mot de passe a changé, ni quand le compte est bloqué', async () => {
    const { secret } = await creerEquipe({ identifiant: 'khady' })
    const defi = await defier('khady')
    const { db } = banc.base
    const khady = db.updateTable('utilisateur').where('identifiant', '=', 'khady')
    await khady.set({ statut: 'BLOQUE' }).execute()
    expect(await refus(defi, code(secret))).toMatchObject({ statut: 403, code: 'COMPTE_BLOQUE' })
    await khady.set({ statut: 'ACTIF', motDePasse: 'autre' }).execute()
    expect(await refus(defi, code(secret))).toMatchObject(EXPIREE)
  })
})

async function idDe(identifiant: string): Promise<number> {
  const { id } = await banc.base.db
    .selectFrom('utilisateur')
    .select('id')
    .where('identifiant', '=', identifiant)
    .executeTakeFirstOrThrow()
  return id
}
