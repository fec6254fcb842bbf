import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { reinitialiserMotDePasse } from '../maintenance/comptes.ts'
import { empreinteDe } from '../platform/jeton.ts'
import { MOT_DE_PASSE } from '../session/session.banc.ts'
import { ouvrirBancCompte } from './compte.banc.ts'

const banc = await ouvrirBancCompte()
const { reussir, refuser, creerCompte, creerEquipe, equiper, connecter, code } = banc
const {
  activerSecondFacteur,
  desactiverSecondFacteur,
  lireCompte,
  preparerSecondFacteur,
  renouvelerCodes,
} = compteApi

const INCORRECT = { statut: 422, code: 'CODE_INCORRECT' }
const INACTIF = { statut: 409, code: 'SECOND_FACTEUR_INACTIF' }

const password = MOT_DE_PASSE
const preparer = (token: string) => reussir(preparerSecondFacteur, { token, body: { password } })

async function nouveau(identifiant: string): Promise<string> {
  await creerCompte({ identifiant, structure: 'CAU-R01-01' })
  return (await connecter(identifiant)).token
}

describe('activer son second facteur', () => {
  it('donne le secret en lettres, en lien et en image, puis dix codes de récupération', async () => {
    const token = await nouveau('awa')
    const { secret, uri, qr } = await preparer(token)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Relev%C3%A9:awa\?/)
    expect(uri).toContain(`secret=${secret}`)
    expect(qr).toHaveLength(qr[0]?.length ?? 0)
    // The quiet border, then the corner that readers look for.
    expect(qr[0]).toMatch(/^0+$/)
    expect(qr[4]).toMatch(/^00001111111/)
    const { codesRecuperation } = await reussir(activerSecondFacteur, {
      token,
      body: { password, code: code(secret) },
    })
    expect(new Set(codesRecuperation).size).toBe(10)
    // 28 signs among 31: 138 bits.
    const forme = /^[a-km-z2-9]{4}(?:-[a-km-z2-9]{4}){6}$/
    expect(codesRecuperation.filter((un) => !forme.test(un))).toEqual([])
    const compte = await reussir(lireCompte, { token })
    expect(compte).toMatchObject({
      secondFacteur: true,
      codesRestants: 10,
      codesCourts: false,
    })
    expect(compte.secondFacteurLe).toBe(banc.horloge.maintenant.toISOString())
  })

  it('ne garde aucun code de récupération en clair, et rien de secret au journal', async () => {
    const { identifiant, secret, codesRecuperation } = await creerEquipe({ identifiant: 'bintou' })
    const { rows } = await sql<{ codes: string; journal: string }>`
      select (select json_agg(c)::text from code_recuperation c) as codes,
        (select json_agg(j)::text from journal j) as journal`.execute(banc.base.db)
    for (const recuperation of [...codesRecuperation, secret]) {
      expect(rows[0]?.codes).not.toContain(recuperation)
      expect(rows[0]?.journal).not.toContain(recuperation)
    }
    expect(rows[0]?.journal).toContain('SECOND_FACTEUR_ACTIVE')
    expect(identifiant).toBe('bintou')
  })

  it('refuse un code faux, trop ancien ou illisible, et n’active rien', async () => {
    const token = await nouveau('coumba')
    const { secret } = await preparer(token)
    for (const pas of [-2, 2]) {
      const body = { password, code: code(secret, pas) }
      expect(await refuser(activerSecondFacteur, { token, body })).toMatchObject(INCORRECT)
    }
    const illisible = await refuser(activerSecondFacteur, {
      token,
      body: { password, code: '12345' },
    })
    expect(illisible).toMatchObject({ statut: 400, code: 'REQUETE_INVALIDE' })
    expect(await reussir(lireCompte, { token })).toMatchObject({ secondFacteur: false })
    expect((await connecter('coumba')).token).toBeTruthy()
  })

  it('refuse d’activer ce qui n’est pas préparé, et de préparer ou d’activer deux fois', async () => {
    const token = await nouveau('dado')
    const body = { password, code: '123456' }
    expect(await refuser(activerSecondFacteur, { token, body })).toMatchObject({
      statut: 409,
      code: 'SECOND_FACTEUR_NON_PREPARE',
    })
    await equiper(token)
    const ACTIF = { statut: 409, code: 'SECOND_FACTEUR_ACTIF' }
    expect(await refuser(activerSecondFacteur, { token, body })).toMatchObject(ACTIF)
    expect(await refuser(preparerSecondFacteur, { token, body })).toMatchObject(ACTIF)
  })

  it('remplace le secret tant qu’il n’est pas actif', async () => {
    const token = await nouveau('elhadj')
    const premier = await preparer(token)
    const second = await preparer(token)
    expect(second.secret).not.toBe(premier.secret)
    const body = { password, code: code(premier.secret) }
    expect(await refuser(activerSecondFacteur, { token, body })).toMatchObject(INCORRECT)
    await reussir(activerSecondFacteur, { token, body: { password, code: code(second.secret) } })
  })
})

describe('retirer son second facteur, renouveler ses codes', () => {
  it('demande le mot de passe et un code', async () => {
    const { token, secret } = await creerEquipe({ identifiant: 'fatou' })
    const juste = { password: MOT_DE_PASSE, code: code(secret) }
    for (const operation of [desactiverSecondFacteur, renouvelerCodes]) {
      const sansMotDePasse = { ...juste, password: 'faux' }
      expect(await refuser(operation, { token, body: sansMotDePasse })).toMatchObject({
        statut: 422,
        code: 'ANCIEN_MOT_DE_PASSE_INCORRECT',
      })
      const sansCode = { ...juste, code: '000000' }
      expect(await refuser(operation, { token, body: sansCode })).toMatchObject(INCORRECT)
    }
    await reussir(desactiverSecondFacteur, { token, body: juste })
    expect(await reussir(lireCompte, { token })).toMatchObject({
      secondFacteur: false,
      codesRestants: 0,
    })
    expect((await connecter('fatou')).token).toBeTruthy()
  })

  it('refuse quand aucun n’est actif, même préparé', async () => {
    const token = await nouveau('gora')
    await preparer(token)
    const body = { password: MOT_DE_PASSE, code: '123456' }
    expect(await refuser(desactiverSecondFacteur, { token, body })).toMatchObject(INACTIF)
    expect(await refuser(renouvelerCodes, { token, body })).toMatchObject(INACTIF)
  })

  it('donne dix codes nouveaux ; les précédents ne valent plus rien', async () => {
    const { token, secret, codesRecuperation } = await creerEquipe({ identifiant: 'hawa' })
    const demande = { token, body: { password: MOT_DE_PASSE, code: code(secret) } }
    const { codesRecuperation: suivants } = await reussir(renouvelerCodes, demande)
    expect(codesRecuperation.filter((ancien) => suivants.includes(ancien))).toEqual([])
    const [ancien = '', suivant = ''] = [codesRecuperation[0], suivants[0]]
    const defi = await banc.defier('hawa')
    const body = { password: MOT_DE_PASSE, code: ancien }
    expect(await refuser(renouvelerCodes, { token, body })).toMatchObject(INCORRECT)
    expect((await banc.verifier(defi, suivant)).token).toBeTruthy()
  })

  it('accepte encore les codes plus courts d’avant, et dit de les renouveler', async () => {
    const { token, secret } = await creerEquipe({ identifiant: 'jolie' })
    const { id: utilisateurId } = await banc.base.db
      .selectFrom('utilisateur')
      .select('id')
      .where('identifiant', '=', 'jolie')
      .executeTakeFirstOrThrow()
    const ancien = { utilisateurId, court: true }
    await banc.base.db
      .insertInto('codeRecuperation')
      .values(
        ['abcdefghjkmn', 'pqrstuvwxyz2'].map((un) => ({ ...ancien, empreinte: empreinteDe(un) })),
      )
      .execute()
    expect((await banc.verifier(await banc.defier('jolie'), 'ABCD efgh-jkmn')).token).toBeTruthy()
    expect(await reussir(lireCompte, { token })).toMatchObject({ codesCourts: true })
    await reussir(renouvelerCodes, { token, body: { password, code: code(secret) } })
    expect(await reussir(lireCompte, { token })).toMatchObject({ codesCourts: false })
  })

  it('attend un quart d’heure après cinq codes faux', async () => {
    const { token, secret } = await creerEquipe({ identifiant: 'issa' })
    const essayer = (saisi: string) =>
      refuser(desactiverSecondFacteur, { token, body: { password: MOT_DE_PASSE, code: saisi } })
    for (let essai = 0; essai < 5; essai += 1) {
      expect(await essayer('000000')).toMatchObject(INCORRECT)
    }
    expect(await essayer(code(secret))).toMatchObject({
      statut: 429,
      code: 'TROP_DE_CODES',
      attente: 900,
    })
  })
})

describe('retirer le second facteur d’une autre personne', () => {
  it('se fait aussi par l’exploitant, avec le mot de passe, quand plus personne ne le peut', async () => {
    await creerEquipe({ identifiant: 'moussa', roles: ['ROLE_DPPS'] })
    const { maintenant } = banc.horloge
    const rendu = await reinitialiserMotDePasse(banc.base.db, 'moussa', maintenant)
    expect(rendu).toMatchObject({ bloque: false, sansFacteur: true })
    const session = await connecter('moussa', rendu.motDePasse)
    expect(session.forceChangePassword).toBe(true)
    const autre = await reinitialiserMotDePasse(banc.base.db, 'moussa', maintenant)
    expect(autre.sansFacteur).toBe(false)
  })
})
