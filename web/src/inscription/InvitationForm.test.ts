import { CHAMPS_INVITATION } from '@releve/contract/inscription/inscription.champs.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { expect, test } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import { fautesDe, refusDe } from '../ui/saisie.ts'
import {
  corpsDe,
  existanteDe,
  fautesPropres,
  PAR_CODE,
  type SaisieInvitation,
  VIDE,
} from './InvitationForm.tsx'

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

const fautes = (saisie: SaisieInvitation, existante?: Structure) =>
  fautesDe(CHAMPS_INVITATION, saisie, fautesPropres(existante ? [existante] : [])(saisie))
const refus = (echec: EchecApi) => refusDe(echec, CHAMPS_INVITATION, VIDE, PAR_CODE)

test('une invitation vide dit tout ce qu’elle demande', () => {
  expect(Object.keys(fautes(VIDE))).toEqual(['code', 'email', 'libelle', 'typeStructure', 'region'])
})

test('une invitation bien remplie part sans espaces, le code en majuscules', () => {
  expect(fautes(JUSTE)).toEqual({})
  expect(corpsDe({ ...JUSTE, capacite: '1\u202f200', parent: 'DR-R02' })).toEqual({
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
  expect(Object.keys(fautes({ ...JUSTE, [champ]: valeur }))).toEqual([champ])
})

test('d’une structure qui existe, seuls le code et l’adresse se demandent, et sa fiche part', () => {
  const fiche = { ...VIDE, code: 'orph-r02-01', email: 'a@b.org' }
  const existante = existanteDe(fiche, [ALIZES])
  expect(existante).toBe(ALIZES)
  expect(fautes(fiche, existante)).toEqual({})
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
  expect(Object.keys(fautes(fiche, { ...ALIZES, etat: 'FERMEE' }))).toEqual(['code'])
})

test('ce que le serveur refuse se dit sous son champ', () => {
  const libelle = 'Choisissez une direction régionale.'
  const details = [{ chemin: 'body.parent', code: 'PARENT_FERME', libelle }]
  expect(refus(new EchecApi(422, { code: 'PARENT_FERME', libelle, details }))).toEqual({
    parent: libelle,
  })
  const inscrite = { code: 'STRUCTURE_DEJA_INSCRITE', libelle: 'Déjà un compte.' }
  expect(refus(new EchecApi(409, inscrite))).toEqual({ code: 'Déjà un compte.' })
  expect(refus(new EchecApi(0, {}))).toEqual({})
})
