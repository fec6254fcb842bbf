import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlerMotDePasse, longueurMinimale, type Proprietaire } from './mot-de-passe.ts'

const agent: Proprietaire = {
  roles: ['ROLE_STRUCTURE'],
  identifiant: 'cau-r01-01',
  nom: 'Diallo-Keïta',
  prenoms: 'Aïssatou',
  email: 'a.diallo@example.org',
}
const dpps: Proprietaire = { roles: ['ROLE_DPPS'], identifiant: 'dpps' }

describe('controlerMotDePasse', () => {
  it.each([
    'Girafe-Verte7',
    'Tournesol-Violet-42',
    'un très long chemin de montagne',
    'pirogue lagune manguier',
    'xK9$vLw2#QpZ',
    'Été-Lagune-88',
  ])('accepte « %s » pour un agent de structure', (motDePasse) => {
    expect(controlerMotDePasse(motDePasse, agent)).toEqual([])
  })

  it('demande 12 caractères, et 16 à un compte central, même s’il a aussi une structure', () => {
    expect(controlerMotDePasse('xK9$vLw2#Qp', agent)).toEqual(['Utilisez au moins 12 caractères.'])
    expect(controlerMotDePasse('xK9$vLw2#QpZ', dpps)).toEqual(['Utilisez au moins 16 caractères.'])
    expect(controlerMotDePasse('xK9$vLw2#QpZt5!m', dpps)).toEqual([])
    expect(longueurMinimale(['ROLE_STRUCTURE', 'ROLE_ADMIN'])).toBe(16)
  })

  it('demande quatre classes jusqu’à 20 caractères, aucune au-delà', () => {
    const classes =
      'Mélangez minuscules, majuscules, chiffres et signes, ou dépassez 20 caractères.'
    expect(controlerMotDePasse('pirogue lagune mangue'.slice(0, 20), agent)).toEqual([classes])
    expect(controlerMotDePasse('pirogue lagune mangue', agent)).toEqual([])
    expect(controlerMotDePasse('PirogueLagune42', agent)).toEqual([classes])
  })

  it('refuse plus de 128 caractères', () => {
    const long = Array.from({ length: 26 }, (_, i) => `mot${i} `).join('')
    expect(controlerMotDePasse(long.slice(0, 128), agent)).toEqual([])
    expect(controlerMotDePasse(long.slice(0, 129), agent)).toEqual([
      'Utilisez au plus 128 caractères.',
    ])
  })

  it.each([
    'Password-2026!',
    'P@ssw0rd-2026!',
    'MotDePasse-2026',
    'Mot2Passe!2026',
    'Azerty-123456',
    'Azertyuiop1!',
    'Bonjour-2026!',
    'Janvier-2026!',
    'Structure-2026!',
    'Abcdefgh1234!',
    'Aaaaaaaaaaa1!',
    'Ab1!Ab1!Ab1!',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    '123456789012345678901234',
    'abcabcabcabcabcabcabcabc',
  ])('refuse « %s », que tout le monde essaie', (motDePasse) => {
    expect(controlerMotDePasse(motDePasse, agent)).toContain(
      'Évitez les mots de passe courants, les suites et les répétitions.',
    )
  })

  it.each([
    ['l’identifiant', 'Vive-CAU-R01-01!'],
    ['le nom, sans accent', 'Famille-keita-77!'],
    ['le nom, en chiffres', 'Famille-Di4ll0-77!'],
    ['le prénom', 'Zou-Aissatou-77!'],
    ['l’adresse électronique', 'Zou-A.Diallo-77!'],
  ])('refuse un mot de passe qui contient %s', (_, motDePasse) => {
    expect(controlerMotDePasse(motDePasse, agent)).toEqual([
      'N’utilisez ni votre identifiant, ni votre nom, ni votre adresse électronique.',
    ])
  })

  it('refuse le mot de passe qu’il remplace', () => {
    expect(controlerMotDePasse('Girafe-Verte7', agent, 'Girafe-Verte7')).toEqual([
      'Choisissez un mot de passe différent de l’actuel.',
    ])
    expect(controlerMotDePasse('Girafe-Verte7', agent, 'Girafe-Verte8')).toEqual([])
  })

  it('compte les caractères tels qu’ils seront gardés : une lettre et son accent n’en font qu’un', () => {
    const decompose = 'Éàùîôç-4'.normalize('NFD')
    expect([...decompose]).toHaveLength(14)
    expect(controlerMotDePasse(decompose, agent)).toEqual(['Utilisez au moins 12 caractères.'])
    expect(controlerMotDePasse('Été-Lagune-88'.normalize('NFD'), agent, 'Été-Lagune-88')).toEqual([
      'Choisissez un mot de passe différent de l’actuel.',
    ])
  })

  it('reconnaît un mot courant et un nom sous toutes leurs écritures', () => {
    expect(controlerMotDePasse('Ｐａｓｓｗｏｒｄ-2026!', agent)).toEqual([
      'Évitez les mots de passe courants, les suites et les répétitions.',
    ])
    expect(controlerMotDePasse('Famille-Ｋｅｉｔａ-77!', agent)).toEqual([
      'N’utilisez ni votre identifiant, ni votre nom, ni votre adresse électronique.',
    ])
  })

  it('dit toutes les raisons à la fois', () => {
    expect(controlerMotDePasse('aaaa', agent)).toHaveLength(3)
  })

  it('répond toujours, vite, sur n’importe quel texte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (texte) => {
        expect(Array.isArray(controlerMotDePasse(texte, agent))).toBe(true)
      }),
    )
  })
})
