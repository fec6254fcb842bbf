import { expect, it } from 'vitest'
import type { Auth } from '../app/stockage.ts'
import { entreesDe } from './Shell.tsx'

const CAU = { id: 1, code: 'CAU-R01-01', libelle: 'Centre d’accueil d’urgence' }
const AUTH: Auth = {
  identifiant: 'awa',
  roles: ['ROLE_STRUCTURE'],
  nomAffichable: 'Awa',
  token: { value: 'jeton', expirationDate: '2999-01-01T00:00:00Z' },
  refreshToken: 'suite',
  dateExpirationSession: '2999-01-01T00:00:00Z',
  dateFinSession: '2999-01-01T00:00:00Z',
  forceChangePassword: false,
  secondFacteurAActiver: false,
  urlLogo: null,
  autreStructure: [],
  structure: CAU,
}

const menuDe = (particularites: Partial<Auth>) =>
  entreesDe({ ...AUTH, ...particularites }).map(({ libelle }) => libelle)

const TOUS = ['Tableau de bord', 'Saisies', 'Rapports des structures', 'Changer le mot de passe']

it('chaque rôle a le tableau de bord, les saisies, les rapports et son mot de passe', () => {
  for (const roles of [['ROLE_DPPS'], ['ROLE_ADMIN'], ['ROLE_STRUCTURE']] as const) {
    expect(menuDe({ roles: [...roles], structure: null })).toEqual(expect.arrayContaining(TOUS))
  }
})

it('la direction centrale et l’administration ont les utilisateurs, pas une structure', () => {
  for (const roles of [['ROLE_DPPS'], ['ROLE_ADMIN']] as const) {
    expect(menuDe({ roles: [...roles], structure: null })).toContain('Utilisateurs')
  }
  expect(menuDe({})).not.toContain('Utilisateurs')
})

it('le journal est à la direction centrale et à l’administration, les courriels à la première', () => {
  const journaux = ['Journal', 'Courriels']
  const siens = (role: 'ROLE_DPPS' | 'ROLE_ADMIN' | 'ROLE_STRUCTURE') =>
    menuDe({ roles: [role] }).filter((libelle) => journaux.includes(libelle))
  expect(siens('ROLE_DPPS')).toEqual(journaux)
  expect(siens('ROLE_ADMIN')).toEqual(['Journal'])
  expect(siens('ROLE_STRUCTURE')).toEqual([])
})

it('la direction centrale seule a les structures', () => {
  expect(menuDe({ roles: ['ROLE_DPPS'], structure: null })).toContain('Structures')
  for (const role of ['ROLE_ADMIN', 'ROLE_STRUCTURE'] as const) {
    expect(menuDe({ roles: [role] })).not.toContain('Structures')
  }
})

it('qui a une structure, la sienne ou une autre, a « Mes rapports »', () => {
  expect(menuDe({})).toContain('Mes rapports')
  expect(menuDe({ structure: null, autreStructure: [CAU] })).toContain('Mes rapports')
})

it('un mot de passe à changer ne laisse aucune entrée', () => {
  expect(menuDe({ forceChangePassword: true })).toEqual([])
})

it('rien n’est au menu tant qu’un second facteur est à activer', () => {
  expect(menuDe({ secondFacteurAActiver: true })).toEqual([])
})

it('les paramètres sont à la direction centrale seule', () => {
  expect(menuDe({ roles: ['ROLE_DPPS'], structure: null })).toContain('Paramètres')
  for (const role of ['ROLE_ADMIN', 'ROLE_STRUCTURE'] as const) {
    expect(menuDe({ roles: [role] })).not.toContain('Paramètres')
  }
})
