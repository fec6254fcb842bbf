import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { securiteApi } from '@releve/contract/compte/securite.api.ts'
import type { Operation } from '@releve/contract/operation.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'

const { asDpps, asAdmin, asStructure, asDirectionRegionale, anonyme } = await ouvrirBanc()
const ROLES = { dpps: asDpps, admin: asAdmin, structure: asStructure, region: asDirectionRegionale }

const TOUS = ['dpps', 'admin', 'structure', 'region']
const CENTRAUX = ['dpps', 'admin']
const preuve = { password: 'faux', code: '000000' }
const securite = {
  secondFacteurCentral: false,
  sessionInactiviteMinutes: 30,
  sessionDureeHeures: 10,
}

/** Operation, whom it lets in, what is sent. */
const TABLE: [Operation, string[], unknown?][] = [
  [compteApi.lireCompte, TOUS],
  [compteApi.preparerSecondFacteur, TOUS, { password: 'faux' }],
  [compteApi.activerSecondFacteur, TOUS, preuve],
  [compteApi.desactiverSecondFacteur, TOUS, preuve],
  [compteApi.renouvelerCodes, TOUS, preuve],
  [compteApi.listSessions, TOUS],
  [compteApi.fermerSession, TOUS, { id: 999_999 }],
  [compteApi.fermerAutresSessions, TOUS],
  [compteApi.reinitialiserSecondFacteur, CENTRAUX, { id: asStructure.id }],
  [securiteApi.lireSecurite, ['dpps']],
  [securiteApi.modifierSecurite, ['dpps'], securite],
]

it.each(TABLE)('$path n’est ouvert qu’aux rôles de la table', async (operation, ouverts, corps) => {
  const { method, path } = operation
  for (const [nom, personne] of Object.entries(ROLES)) {
    const { statut, code } = await personne.brut(method, `/api${path}`, corps)
    expect([nom, statut === 403], code).toEqual([nom, !ouverts.includes(nom)])
    if (statut === 403) expect(code).toBe('DROIT_INSUFFISANT')
  }
  expect(await anonyme.brut(method, `/api${path}`, corps)).toMatchObject({ code: 'JETON_ABSENT' })
})

it('la vérification se passe de jeton, et la table porte toutes les autres opérations', async () => {
  const { method, path } = verificationApi.verifier
  const corps = { defi: 'inconnu', code: '000000' }
  expect(await anonyme.brut(method, `/api${path}`, corps)).toMatchObject({
    statut: 401,
    code: 'VERIFICATION_EXPIREE',
  })
  const toutes: Operation[] = [...Object.values(compteApi), ...Object.values(securiteApi)]
  expect(TABLE.map(([operation]) => operation.path).toSorted()).toEqual(
    toutes.map(({ path: chemin }) => chemin).toSorted(),
  )
})
