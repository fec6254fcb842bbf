import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { describe, expect, it } from 'vitest'
import { pendant } from '../session/course.banc.ts'
import { findSecondFacteur, insertCodes, updateActivation } from '../session/second-facteur.sql.ts'
import { updateDerniereConnexion, updateMotDePasse } from '../session/secret.sql.ts'
import { MOT_DE_PASSE } from '../session/session.banc.ts'
import { insertSession } from '../session/session.sql.ts'
import { createCodesRecuperation } from '../session/totp.ts'
import { ouvrirBancCompte } from './compte.banc.ts'

const banc = await ouvrirBancCompte()
const { base } = banc
const compteDe = (identifiant: string) =>
  base.db
    .selectFrom('utilisateur')
    .select(['id', 'identifiant', 'motDePasse'])
    .where('identifiant', '=', identifiant)
    .executeTakeFirstOrThrow()

// The embedded base has one connection: nobody comes between.
describe.runIf(base.maison === 'serveur')('deux renouvellements de codes à la fois', () => {
  it('n’en laissent que dix : les derniers donnés', async () => {
    const { token, secret } = await banc.creerEquipe({ identifiant: 'presse' })
    const { id } = await compteDe('presse')
    const body = { password: MOT_DE_PASSE, code: banc.code(secret) }
    const { appel } = await pendant(
      base,
      (tx) => insertCodes(tx, id, createCodesRecuperation()),
      () => banc.reussir(compteApi.renouvelerCodes, { token, body }),
    )
    await appel
    expect(await banc.reussir(compteApi.lireCompte, { token })).toMatchObject({ codesRestants: 10 })
  })
})

describe.runIf(base.maison === 'serveur')('activer son second facteur', () => {
  /** An account whose factor is ready: the call that activates it. */
  async function preparer(identifiant: string) {
    await banc.creerCompte({ identifiant })
    const { token } = await banc.connecter(identifiant)
    const password = MOT_DE_PASSE
    const { secret } = await banc.reussir(compteApi.preparerSecondFacteur, {
      token,
      body: { password },
    })
    const body = { password, code: banc.code(secret) }
    return { token, body, compte: await compteDe(identifiant) }
  }

  it('est refusé si le mot de passe donné a changé entre-temps', async () => {
    const { token, body, compte } = await preparer('devance')
    const { appel } = await pendant(
      base,
      (tx) => updateMotDePasse(tx, compte, compte.motDePasse.toUpperCase()),
      () => banc.refuser(compteApi.activerSecondFacteur, { token, body }),
    )
    expect(await appel).toMatchObject({ statut: 422, code: 'ANCIEN_MOT_DE_PASSE_INCORRECT' })
    expect(await banc.reussir(compteApi.lireCompte, { token })).toMatchObject({
      secondFacteur: false,
      codesRestants: 0,
    })
  })

  it('ferme aussi la session qui s’ouvre au même moment, par le mot de passe seul', async () => {
    const { token, body, compte } = await preparer('talonne')
    const { maintenant } = banc.horloge
    let autre = ''
    const { appel } = await pendant(
      base,
      async (tx) => {
        await updateDerniereConnexion(tx, compte, maintenant)
        autre = (await insertSession(tx, compte.id, maintenant)).token
      },
      () => banc.reussir(compteApi.activerSecondFacteur, { token, body }),
    )
    await appel
    expect(await banc.refuser(compteApi.lireCompte, { token: autre })).toMatchObject({
      code: 'JETON_EXPIRE',
    })
  })

  it('ne laisse pas s’ouvrir après lui une session par le mot de passe seul', async () => {
    const { body, compte } = await preparer('presque')
    const { maintenant } = banc.horloge
    const { appel } = await pendant(
      base,
      async (tx) => {
        const facteur = await findSecondFacteur(tx, compte.id)
        const secret = facteur?.secret ?? Buffer.of()
        expect(await updateActivation(tx, compte.id, secret, maintenant, 0)).toBe(true)
        await updateDerniereConnexion(tx, compte, maintenant)
      },
      () => banc.echouer('presque', body.password),
    )
    expect(await appel).toMatchObject({ statut: 401, code: 'IDENTIFIANTS_INVALIDES' })
    expect(await banc.defier('presque')).not.toBe('')
  })
})
