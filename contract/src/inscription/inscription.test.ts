import { expect, test } from 'vitest'
import {
  CHAMPS_INSCRIPTION,
  fauteInscription,
  type Inscription,
  LONGUEURS_INSCRIPTION,
  normaliserInscription,
  raisonsInscription,
} from './inscription.rules.ts'

const JUSTE: Inscription = {
  prenoms: 'Awa',
  nom: 'Diallo',
  fonction: 'Directrice',
  telephone: '+221 33 800 00 00',
  identifiant: 'awa.diallo',
  password: 'Platane-Retrouve-27',
}

test('une inscription bien remplie est sans faute', () => {
  for (const champ of CHAMPS_INSCRIPTION) {
    expect(fauteInscription(champ, JUSTE[champ]), champ).toBeNull()
  }
})

test('le téléphone et la fonction sont facultatifs, le reste est demandé', () => {
  const demandes = CHAMPS_INSCRIPTION.filter((champ) => fauteInscription(champ, '   ') !== null)
  expect(demandes).toEqual(['prenoms', 'nom', 'identifiant'])
  expect(fauteInscription('password', '')).toBe('Saisissez un mot de passe.')
})

test.each(['awa', 'a-b_c.d', 'CAU-R01-01', '12345'])('« %s » peut être un identifiant', (nom) => {
  expect(fauteInscription('identifiant', nom)).toBeNull()
})

test.each([
  ['aw', /au moins 3/],
  ['awa diallo', /lettres sans accent/],
  ['awà', /lettres sans accent/],
  ['.awa', /lettres sans accent/],
  ['awa..diallo', /lettres sans accent/],
  ['awa@diallo.org', /lettres sans accent/],
])('« %s » ne peut pas être un identifiant, et l’on dit pourquoi', (nom, raison) => {
  expect(fauteInscription('identifiant', nom)).toMatch(raison)
})

test.each(['338000000', '+33 (0)1 23 45 67 89', '01.23.45.67.89'])(
  '« %s » est un numéro de téléphone',
  (numero) => {
    expect(fauteInscription('telephone', numero)).toBeNull()
  },
)

test.each(['poste', '12', '+', '33 80 zéro', '1'.repeat(31)])(
  '« %s » n’est pas un numéro de téléphone',
  (numero) => {
    expect(fauteInscription('telephone', numero)).not.toBeNull()
  },
)

test('chaque champ a sa longueur, comptée sans les espaces autour', () => {
  for (const champ of ['prenoms', 'nom', 'fonction'] as const) {
    const plein = 'a'.repeat(LONGUEURS_INSCRIPTION[champ])
    expect(fauteInscription(champ, ` ${plein} `)).toBeNull()
    expect(fauteInscription(champ, `${plein}a`)).toMatch(/au plus 100/)
  }
})

test('un champ se garde sur une ligne, un mot de passe tel qu’il est saisi', () => {
  expect(normaliserInscription('nom', '  Diallo\n  Sow ')).toBe('Diallo Sow')
  expect(normaliserInscription('nom', 'Sow\u202E\u0007wolaiD')).toBe('Sow wolaiD')
  expect(normaliserInscription('password', ' deux  espaces ')).toBe(' deux  espaces ')
})

test('le mot de passe d’une structure a douze caractères, et ne redit rien de la personne', () => {
  const raisonsDe = (password: string) =>
    raisonsInscription({ ...JUSTE, password }, 'accueil@lesalizes.org')
  expect(raisonsDe(JUSTE.password)).toEqual([])
  expect(raisonsDe('Kv7!pQz9')).toEqual(['Utilisez au moins 12 caractères.'])
  for (const password of ['Diallo-kv7!pQz9w', 'Accueil-kv7!pQz9w']) {
    expect(raisonsDe(password).join()).toMatch(/ni votre nom, ni votre adresse/)
  }
})
