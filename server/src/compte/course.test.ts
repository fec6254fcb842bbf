import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { describe, expect, it } from 'vitest'
import { pendant } from '../session/course.banc.ts'
import { MOT_DE_PASSE } from '../session/session.banc.ts'
import { ouvrirBancCompte } from './compte.banc.ts'
import { insertCodes } from './second-facteur.sql.ts'
import { creerCodesRecuperation } from './totp.ts'

const banc = await ouvrirBancCompte()
const { base } = banc

// The embedded base has one connection: nobody comes between.
describe.runIf(base.maison === 'serveur')('deux renouvellements de codes à la fois', () => {
  it('n’en laissent que dix : les derniers donnés', async () => {
    const { token, secret } = await banc.creerEquipe({ identifiant: 'presse' })
    const { id } = await base.db
      .selectFrom('utilisateur')
      .select('id')
      .where('identifiant', '=', 'presse')
      .executeTakeFirstOrThrow()
    const body = { password: MOT_DE_PASSE, code: banc.code(secret) }
    const { appel } = await pendant(
      base,
      (tx) => insertCodes(tx, id, creerCodesRecuperation()),
      () => banc.reussir(compteApi.renouvelerCodes, { token, body }),
    )
    await appel
    expect(await banc.reussir(compteApi.lireCompte, { token })).toMatchObject({ codesRestants: 10 })
  })
})
