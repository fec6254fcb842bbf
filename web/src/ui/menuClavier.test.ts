import { expect, it } from 'vitest'
import { rangVise } from './Menu.tsx'

const NOMS = ['Changer le mot de passe', 'Changer le logo', 'Déconnexion']
const SEULE = { ctrlKey: false, altKey: false, metaKey: false }
const aller = (actuel: number, key: string) => rangVise(NOMS, actuel, { key, ...SEULE })

it('les flèches vont d’un choix à l’autre, et du dernier au premier', () => {
  expect(aller(0, 'ArrowDown')).toBe(1)
  expect(aller(2, 'ArrowDown')).toBe(0)
  expect(aller(0, 'ArrowUp')).toBe(2)
  expect(aller(1, 'Home')).toBe(0)
  expect(aller(1, 'End')).toBe(2)
})

it('une lettre mène au choix suivant qui commence par elle', () => {
  expect(aller(0, 'c')).toBe(1)
  expect(aller(1, 'C')).toBe(0)
  expect(aller(0, 'd')).toBe(2)
  expect(aller(0, 'z')).toBeNull()
})

it('un raccourci du navigateur n’est pas une lettre, ni une autre touche', () => {
  expect(rangVise(NOMS, 0, { key: 'd', ...SEULE, ctrlKey: true })).toBeNull()
  expect(aller(0, 'Shift')).toBeNull()
  expect(aller(0, ' ')).toBeNull()
})

it('l’accent et la ligature d’un choix ne gênent pas sa lettre', () => {
  const noms = ['Exporter', 'Écrire', 'Œuvres']
  expect(rangVise(noms, 0, { key: 'e', ...SEULE })).toBe(1)
  expect(rangVise(noms, 0, { key: 'o', ...SEULE })).toBe(2)
})
