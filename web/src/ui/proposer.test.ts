import { plier } from '@releve/contract/plier.ts'
import { expect, it } from 'vitest'
import { proposer } from './Combobox.tsx'

const options = [
  { code: 'A', libelle: 'CAU-R01-01 – Centre d’accueil de l’Étoile' },
  { code: 'B', libelle: 'CAU-R02-01 – Foyer du port' },
  { code: 'C', libelle: 'CSE-R01-02 – Centre du port' },
]
const plies = options.map(({ libelle }) => plier(libelle))
const codesDe = (texte: string, sauf: string[] = []) =>
  proposer({ options, plies, sauf, texte }).montrees.map(({ code }) => code)

it('propose ce qui contient chaque mot, dans n’importe quel ordre, sans accents ni casse', () => {
  expect(codesDe('port centre')).toEqual(['C'])
  expect(codesDe('ETOILE')).toEqual(['A'])
  expect(codesDe('r01')).toEqual(['A', 'C'])
  expect(codesDe('nulle part')).toEqual([])
})

it('propose tout tant que rien n’est tapé, sauf ce qui est déjà choisi', () => {
  expect(codesDe('  ')).toEqual(['A', 'B', 'C'])
  expect(codesDe('', ['B'])).toEqual(['A', 'C'])
})

it('ne montre que les premières, et dit combien il y en a', () => {
  const nombreuses = Array.from({ length: 200 }, (_, n) => ({
    code: `${n}`,
    libelle: `Foyer ${n}`,
  }))
  const mots = nombreuses.map(({ libelle }) => plier(libelle))
  const { montrees, total } = proposer({
    options: nombreuses,
    plies: mots,
    sauf: [],
    texte: 'foyer',
  })
  expect([montrees.length, total]).toEqual([50, 200])
})

it('trouve une ligature et un trait d’union insécable comme on les tape', () => {
  const libelles = ['Foyer Sacré\u2011Cœur', 'Œuvre ex æquo', 'Foyer\u00a0: l’Escale']
  const leurs = libelles.map((libelle, rang) => ({ code: `${rang}`, libelle }))
  const trouver = (texte: string) =>
    proposer({ options: leurs, plies: libelles.map(plier), sauf: [], texte }).montrees.map(
      ({ code }) => code,
    )
  expect([trouver('sacre-coeur'), trouver('SACRÉ\u2011CŒUR')]).toEqual([['0'], ['0']])
  expect([trouver('oeuvre aequo'), trouver("l'escale")]).toEqual([['1'], ['2']])
})
