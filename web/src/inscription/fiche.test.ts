import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { expect, test } from 'vitest'
import { EchecApi } from '../app/envoi.ts'
import { corpsDe, existanteDe, fautesDe, refusDe, VIDE } from './fiche.ts'
import { lireFiltres } from './filtres.ts'

const JUSTE = {
  ...VIDE,
  code: ' cau-r02-07 ',
  email: ' accueil@bois-joli.example.org ',
  libelle: ' Centre de Bois-Joli ',
  typeStructure: 'CAU',
  region: 'R02',
}
const ALIZES = {
  code: 'ORPH-R02-01',
  libelle: 'Orphelinat Les Alizés',
  typeStructure: 'ORPH',
  region: 'R02',
  parent: { id: 2, code: 'DR-R02', libelle: 'Plateaux' },
  etat: 'INVITEE',
  // The fields that an invitation reads; the record has others.
} as Structure

test('une invitation vide dit tout ce qu’elle demande', () => {
  expect(Object.keys(fautesDe(VIDE, undefined))).toEqual([
    'code',
    'email',
    'libelle',
    'typeStructure',
    'region',
  ])
})

test('une invitation bien remplie part sans espaces, le code en majuscules', () => {
  expect(fautesDe(JUSTE, undefined)).toEqual({})
  expect(corpsDe({ ...JUSTE, capacite: '1\u202f200', parent: 'DR-R02' }, undefined)).toEqual({
    code: 'CAU-R02-07',
    email: 'accueil@bois-joli.example.org',
    libelle: 'Centre de Bois-Joli',
    typeStructure: 'CAU',
    region: 'R02',
    parent: 'DR-R02',
    responsable: null,
    capacite: 1200,
  })
})

test.each([
  ['code', 'cau r02'],
  ['email', 'bois-joli'],
  ['capacite', '12,5'],
])('un champ mal rempli se dit : %s', (champ, valeur) => {
  expect(Object.keys(fautesDe({ ...JUSTE, [champ]: valeur }, undefined))).toEqual([champ])
})

test('d’une structure qui existe, seuls le code et l’adresse se demandent, et sa fiche part', () => {
  const fiche = { ...VIDE, code: 'orph-r02-01', email: 'a@b.org' }
  const existante = existanteDe(fiche, [ALIZES])
  expect(existante).toBe(ALIZES)
  expect(fautesDe(fiche, existante)).toEqual({})
  expect(corpsDe(fiche, existante)).toEqual({
    code: 'ORPH-R02-01',
    libelle: 'Orphelinat Les Alizés',
    typeStructure: 'ORPH',
    region: 'R02',
    parent: 'DR-R02',
    email: 'a@b.org',
  })
})

test('une structure fermée ne s’invite pas', () => {
  const fiche = { ...VIDE, code: 'ORPH-R02-01', email: 'a@b.org' }
  expect(Object.keys(fautesDe(fiche, { ...ALIZES, etat: 'FERMEE' }))).toEqual(['code'])
})

test('ce que le serveur refuse se dit sous son champ', () => {
  const libelle = 'Choisissez une direction régionale.'
  const details = [{ chemin: 'body.parent', code: 'PARENT_INVALIDE', libelle }]
  expect(refusDe(new EchecApi(422, { code: 'PARENT_INVALIDE', libelle, details }))).toEqual({
    parent: libelle,
  })
  const inscrite = { code: 'STRUCTURE_DEJA_INSCRITE', libelle: 'Déjà un compte.' }
  expect(refusDe(new EchecApi(409, inscrite))).toEqual({ code: 'Déjà un compte.' })
  expect(refusDe(new EchecApi(0, {}))).toEqual({})
})

test('l’adresse ne dit de la liste que ce qui a un sens', () => {
  const params = new URLSearchParams('suivi=EXPIREE,AUTRE&invite=alizes&ordre=empreinte&page=x')
  expect(lireFiltres(params)).toEqual({
    etat: ['EXPIREE'],
    q: 'alizes',
    tri: undefined,
    page: 1,
    inviter: null,
  })
})
