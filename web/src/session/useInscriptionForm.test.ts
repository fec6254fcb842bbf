import { expect, test } from 'vitest'
import { EchecApi } from '../app/client.ts'
import { type Champs, corpsDe, fautesDe, NOMS, refusDe, VIDE } from './useInscriptionForm.ts'

const JUSTE: Champs = {
  prenoms: ' Awa ',
  nom: 'Diallo',
  fonction: '',
  telephone: '',
  identifiant: 'awa.diallo',
  password: 'Platane-Retrouve-27',
  confirmation: 'Platane-Retrouve-27',
}
const EMAIL = 'accueil@lesalizes.org'

test('un formulaire vide dit tout ce qu’il demande, dans l’ordre de l’écran', () => {
  const fautes = fautesDe(VIDE, EMAIL)
  expect(NOMS.filter((nom) => fautes[nom])).toEqual([
    'prenoms',
    'nom',
    'identifiant',
    'password',
    'confirmation',
  ])
})

test('un formulaire bien rempli n’a pas de faute', () => {
  expect(fautesDe(JUSTE, EMAIL)).toEqual({})
})

test('le mot de passe suit les règles, et se saisit deux fois pareil', () => {
  const faible = { ...JUSTE, password: 'Diallo-kv7!pQz9w', confirmation: 'autre' }
  expect(fautesDe(faible, EMAIL)).toEqual({
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
  expect(refusDe(echec)).toEqual({
    identifiant: 'Déjà pris.',
    password: 'Trop court. Trop courant.',
  })
  expect(refusDe(new EchecApi(0, {}))).toEqual({})
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
