import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'

const { asDpps, asStructure, anonyme, base } = await ouvrirBanc()

const lire = (code: string) => ({ params: { code } })

it('donne à chacun la définition d’un modèle, dans sa version en vigueur ce mois-ci', async () => {
  for (const personne of [asDpps, asStructure]) {
    const { statut, corps } = await personne.appeler(modeleApi.lireModeleEnVigueur, lire('RMA'))
    expect(statut).toBe(200)
    expect(corps).toMatchObject({
      code: 'RMA',
      version: 1,
      indicateurs: { effectif: 'MVT.FIN.TOT' },
    })
  }
})

it('refuse un modèle qui n’existe pas, ou qui n’est plus en vigueur', async () => {
  const { definition } = await base.db
    .selectFrom('modele')
    .select('definition')
    .where('code', '=', 'RMA')
    .executeTakeFirstOrThrow()
  const ancien = { code: 'ABC', version: 1, libelle: 'Abandonné' }
  await base.db
    .insertInto('modele')
    .values({
      ...ancien,
      enVigueurDu: 24_000,
      enVigueurAu: 24_001,
      definition: JSON.stringify(definition),
    })
    .execute()
  for (const code of ['ABC', 'INCONNU'])
    expect(await asStructure.appeler(modeleApi.lireModeleEnVigueur, lire(code))).toMatchObject({
      statut: 404,
      code: 'MODELE_INTROUVABLE',
    })
  expect(await anonyme.appeler(modeleApi.lireModeleEnVigueur, lire('RMA'))).toMatchObject({
    statut: 401,
    code: 'JETON_ABSENT',
  })
})
