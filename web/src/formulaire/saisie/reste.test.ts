import { expect, it } from 'vitest'
import { resteDe } from './Revue.tsx'
import type { Bilan, Probleme } from './store/client.ts'

const RIEN: Bilan = {
  problemes: [],
  sections: new Map(),
  requises: 20,
  remplies: 20,
  erreurs: 0,
  bloquants: 0,
  aJustifier: 0,
  aTraiter: 0,
}

const manquante = (section: string, ...cellules: string[]): Probleme => ({
  cle: `manquante:${section}`,
  sorte: 'manquante',
  sections: [section],
  cellules,
  message: '',
})
const avertissement: Probleme = {
  cle: 'RA04:M',
  sorte: 'AVERTISSEMENT',
  sections: ['MVT'],
  cellules: ['MVT.DEB.M'],
  message: '',
  justification: { cle: 'RA04:M', texte: '', attendue: true, perimee: false },
}
const erreur: Probleme = { ...manquante('AGE', 'AGE.TOT.M'), cle: 'RA02:M', sorte: 'BLOQUANT' }

const dire = (bilan: Partial<Bilan>) =>
  resteDe({ ...RIEN, ...bilan })
    .map(({ mot, lien }) => mot + lien)
    .join('')
    .replaceAll('\u00a0', ' ')

it('dit ce qui reste à faire en une phrase, chaque part menant à sa première case', () => {
  const problemes = [
    avertissement,
    erreur,
    manquante('ENT', 'ENT.A.M', 'ENT.A.F'),
    manquante('INC', 'INC.A.NB'),
  ]
  expect(dire({ problemes, remplies: 17 })).toBe(
    '3 cases à remplir dans 2 parties, 1 erreur à corriger et 1 avertissement à justifier',
  )
  expect(resteDe({ ...RIEN, problemes, remplies: 17 }).map(({ cellule }) => cellule)).toEqual([
    'ENT.A.M',
    'AGE.TOT.M',
    'MVT.DEB.M',
  ])
})

it('compte au singulier, et ne dit que ce qu’il y a', () => {
  expect(dire({ problemes: [manquante('INC', 'INC.A.NB')], remplies: 19 })).toBe(
    '1 case à remplir dans 1 partie',
  )
  const remarque: Probleme = { ...manquante('MVT', 'MVT.DEB.F'), sorte: 'remarque' }
  expect(dire({ problemes: [avertissement, remarque] })).toBe(
    '1 remarque à traiter et 1 avertissement à justifier',
  )
  expect(dire({ problemes: [avertissement] })).toBe('1 avertissement à justifier')
  expect(dire({})).toBe('')
})
