import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { MOIS } from '@releve/contract/mois.ts'
import { expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'

const { asDpps, asAdmin, asStructure, asDirectionRegionale, anonyme, base } = await ouvrirBanc()

it('dit à chacun des rôles les modèles qui existent, par code, chacun une fois', async () => {
  const { definition } = await base.db
    .selectFrom('modele')
    .select('definition')
    .where('code', '=', 'RMA')
    .executeTakeFirstOrThrow()
  // No longer in force: its reports are still looked for.
  const ancien = {
    enVigueurDu: 24_000,
    enVigueurAu: 24_001,
    definition: JSON.stringify(definition),
  }
  await base.db
    .insertInto('modele')
    .values([
      { ...ancien, code: 'RMA', version: 2, libelle: 'Rapport refondu' },
      { ...ancien, code: 'ABC', version: 1, libelle: 'Abandonné' },
    ])
    .execute()
  for (const personne of [asDpps, asAdmin, asStructure, asDirectionRegionale]) {
    const { statut, corps } = await personne.appeler(modeleApi.listModeles)
    expect(statut).toBe(200)
    expect(corps.map(({ code }) => code)).toEqual(['ABC', 'EPM', 'RMA', 'SMP'])
    expect(corps[2]).toEqual({
      id: expect.any(Number),
      code: 'RMA',
      libelle: 'Rapport refondu',
      avecEffectif: true,
      avecEcart: true,
      moisAttendus: [...MOIS],
      moisCouverts: 1,
    })
  }
})

it('ne dit rien à qui n’a pas ouvert de session', async () => {
  expect(await anonyme.appeler(modeleApi.listModeles)).toMatchObject({
    statut: 401,
    code: 'JETON_ABSENT',
  })
})
