import { CHAMPS_INSCRIPTION } from '@releve/contract/inscription/inscription.champs.ts'
import { expect, test } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import { fautesDe, refusDe } from '../ui/saisie.ts'
import { corpsDe, fautesPropres, type SaisieInscription, VIDE } from './InscriptionPage.tsx'

const JUSTE: SaisieInscription = {
  prenoms: ' Awa ',
  nom: 'Diallo',
  fonction: '',
  telephone: '',
  identifiant: 'awa.diallo',
  password: 'Platane-Retrouve-27',
  confirmation: 'Platane-Retrouve-27',
}
const fautes = (saisie: SaisieInscription) =>
  fautesDe(CHAMPS_INSCRIPTION, saisie, fautesPropres('accueil@lesalizes.org')(saisie))
const refus = (echec: EchecApi) => refusDe(echec, CHAMPS_INSCRIPTION, VIDE)

test('un formulaire vide dit tout ce qu’il demande, dans l’ordre de l’écran', () => {
  expect(Object.keys(fautes(VIDE))).toEqual([
    'prenoms',
    'nom',
    'identifiant',
    'password',
    'confirmation',
  ])
})

test('un formulaire bien rempli n’a pas de faute', () => {
  expect(fautes(JUSTE)).toEqual({})
})

test('le mot de passe suit les règles, et se saisit deux fois pareil', () => {
  const faible = { ...JUSTE, password: 'Diallo-kv7!pQz9w', confirmation: 'autre' }
  expect(fautes(faible)).toEqual({
    password: 'Ce mot de passe ne remplit pas encore toutes les règles.',
    confirmation: 'Les deux saisies sont différentes. Saisissez le même mot de passe.',
  })
})

test('ce que le serveur refuse d’un champ se dit sous ce champ', () => {
  const echec = new EchecApi(422, {
    code: 'MOT_DE_PASSE_FAIBLE',
    libelle: 'Ce mot de passe est trop faible.',
    details: [
      { chemin: 'password', code: 'MOT_DE_PASSE_FAIBLE', libelle: 'Trop court.' },
      { chemin: 'password', code: 'MOT_DE_PASSE_FAIBLE', libelle: 'Trop courant.' },
      { chemin: 'body.identifiant', code: 'CUSTOM', libelle: 'Déjà pris.' },
      { chemin: 'inconnu', code: 'AUTRE', libelle: 'Autre.' },
    ],
  })
  expect(refus(echec)).toEqual({
    identifiant: 'Déjà pris.',
    password: 'Trop court. Trop courant.',
  })
  expect(refus(new EchecApi(0, {}))).toEqual({})
})

test('ce qui est facultatif et laissé vide ne s’envoie pas', () => {
  expect(corpsDe(JUSTE)).toEqual({
    identifiant: 'awa.diallo',
    nom: 'Diallo',
    prenoms: 'Awa',
    password: JUSTE.password,
  })
  expect(corpsDe({ ...JUSTE, telephone: ' 33 800 00 00 ' }).telephone).toBe('33 800 00 00')
})
