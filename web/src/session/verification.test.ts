import {
  CODE_APPLICATION,
  CODE_RECUPERATION,
} from '@releve/contract/session/verification.champs.ts'
import { expect, test } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import { fauteDe, gardeDe } from '../ui/saisie.ts'
import { defiDe, estExpiree, estRecuperationRefusee } from './verification.ts'

const detail = (chemin: string) => ({ chemin, code: 'un-defi', libelle: 'Défi' })

test('le défi se lit dans le seul refus qui demande un code', () => {
  const code = 'VERIFICATION_REQUISE'
  expect(defiDe(new EchecApi(401, { code, details: [detail('defi')] }))).toBe('un-defi')
  expect(defiDe(new EchecApi(401, { code, details: [detail('autre')] }))).toBeNull()
  expect(defiDe(new EchecApi(401, { code }))).toBeNull()
  const autre = { code: 'IDENTIFIANTS_INVALIDES', details: [detail('defi')] }
  expect(defiDe(new EchecApi(401, autre))).toBeNull()
  expect(defiDe(new Error('réseau'))).toBeNull()
})

test('un code se colle avec ses espaces', () => {
  expect(gardeDe(CODE_APPLICATION, ' 123\u00a0456\n')).toBe('123456')
  expect(fauteDe(CODE_APPLICATION, '123 456')).toBeNull()
})

test.each(['', '  ', '12345', '1234567', '12a456'])('« %s » n’est pas un code', (code) => {
  expect(fauteDe(CODE_APPLICATION, code)).not.toBeNull()
})

test('un code de récupération n’a qu’à être saisi', () => {
  expect(fauteDe(CODE_RECUPERATION, ' ')).toBe('Saisissez un code de récupération.')
  expect(fauteDe(CODE_RECUPERATION, 'k3v9-pq2w')).toBeNull()
})

test('un défi qui ne vaut plus ramène au mot de passe ; un code faux, non', () => {
  expect(estExpiree(new EchecApi(401, { code: 'VERIFICATION_EXPIREE' }))).toBe(true)
  expect(estExpiree(new EchecApi(422, { code: 'CODE_INCORRECT' }))).toBe(false)
  expect(estExpiree(null)).toBe(false)
})

test('un code de récupération refusé ne renvoie pas à l’application perdue', () => {
  const refus = new EchecApi(422, { code: 'CODE_INCORRECT' })
  expect(estRecuperationRefusee(refus, true)).toBe(true)
  expect(estRecuperationRefusee(refus, false)).toBe(false)
  expect(estRecuperationRefusee(new EchecApi(429, { code: 'TROP_DE_TENTATIVES' }), true)).toBe(
    false,
  )
})
