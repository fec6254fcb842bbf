import { expect, test } from 'vitest'
import { fauteChamp, normaliserChamp } from '../champ.ts'
import { CHAMPS_INSCRIPTION } from './inscription.champs.ts'
import { raisonsInscription } from './inscription.rules.ts'

type ChampInscription = keyof typeof CHAMPS_INSCRIPTION
// The keys of a literal are its own.
const NOMS = Object.keys(CHAMPS_INSCRIPTION) as ChampInscription[]
const fauteDe = (champ: ChampInscription, valeur: string) =>
  fauteChamp(CHAMPS_INSCRIPTION[champ], valeur)
const garde = (champ: ChampInscription, valeur: string) =>
  normaliserChamp(CHAMPS_INSCRIPTION[champ], valeur)

const JUSTE: Record<ChampInscription, string> = {
  prenoms: 'Awa',
  nom: 'Diallo',
  fonction: 'Directrice',
  telephone: '+221 33 800 00 00',
  identifiant: 'awa.diallo',
  password: 'Platane-Retrouve-27',
  confirmation: 'Platane-Retrouve-27',
}

test('une inscription bien remplie est sans faute', () => {
  for (const champ of NOMS) {
    expect(fauteDe(champ, JUSTE[champ]), champ).toBeNull()
  }
})

test('le téléphone et la fonction sont facultatifs, le reste est demandé', () => {
  const demandes = NOMS.filter((champ) => fauteDe(champ, '   ') !== null)
  expect(demandes).toEqual(['prenoms', 'nom', 'identifiant'])
  expect(fauteDe('password', '')).toBe('Saisissez un mot de passe.')
})

test.each(['awa', 'a-b_c.d', 'CAU-R01-01', '12345'])('« %s » peut être un identifiant', (nom) => {
  expect(fauteDe('identifiant', nom)).toBeNull()
})

test.each([
  ['aw', /au moins 3/],
  ['awa diallo', /lettres sans accent/],
  ['awà', /lettres sans accent/],
  ['.awa', /lettres sans accent/],
  ['awa@diallo.org', /lettres sans accent/],
])('« %s » ne peut pas être un identifiant, et l’on dit pourquoi', (nom, raison) => {
  expect(fauteDe('identifiant', nom)).toMatch(raison)
})

test('chaque champ a sa longueur, comptée sans les espaces autour', () => {
  for (const champ of ['prenoms', 'nom', 'fonction'] as const) {
    const plein = 'a'.repeat(CHAMPS_INSCRIPTION[champ].max)
    expect(fauteDe(champ, ` ${plein} `)).toBeNull()
    expect(fauteDe(champ, `${plein}a`)).toMatch(/Utilisez au plus 1[02]0/)
  }
})

test('un champ se garde sur une ligne, un mot de passe tel qu’il est saisi', () => {
  expect(garde('nom', '  Diallo\n  Sow ')).toBe('Diallo Sow')
  expect(garde('nom', 'Sow\u202E\u0007wolaiD')).toBe('Sow wolaiD')
  expect(garde('password', ' deux  espaces ')).toBe(' deux  espaces ')
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
