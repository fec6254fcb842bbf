import { rangDe } from '@releve/contract/mois.ts'
import type { PeriodeStructure } from '@releve/contract/structure/structure.schema.ts'
import { describe, expect, it } from 'vitest'
import { bornees, ficheDuMois, momentDe } from './periodes.ts'
import { corpsDe, fautesPropres, saisieDuMois } from './StructureForm.tsx'
import { structureLueDe } from './structure.banc.ts'
import { textesPeriodes } from './structure.textes.ts'

const OCTOBRE = { mois: 'OCTOBER', annee: 2026 } as const
const NOVEMBRE = { mois: 'NOVEMBER', annee: 2026 } as const
const JANVIER = { mois: 'JANUARY', annee: 2027 } as const
const rang = rangDe(NOVEMBRE)

const DITES: PeriodeStructure[] = [
  { champ: 'region', valeur: 'R02', de: null, a: OCTOBRE },
  { champ: 'region', valeur: 'R01', de: NOVEMBRE, a: NOVEMBRE },
  { champ: 'region', valeur: 'R03', de: { mois: 'DECEMBER', annee: 2026 }, a: null },
  { champ: 'parent', valeur: null, de: null, a: OCTOBRE },
  { champ: 'parent', valeur: { id: 9, code: 'DR-R01', libelle: 'DR' }, de: NOVEMBRE, a: null },
  { champ: 'modeles', valeur: 'SMP', de: null, a: OCTOBRE },
  { champ: 'modeles', valeur: 'EPM', de: null, a: null },
  { champ: 'modeles', valeur: 'RMA', de: null, a: null },
  { champ: 'modeles', valeur: 'BUD', de: JANVIER, a: null },
]
const structure = structureLueDe({ region: 'R01', modeles: ['RMA', 'EPM'] }, DITES)

describe('une période est passée, en vigueur ou à venir', () => {
  it.each([
    [null, null, 'present'],
    [null, OCTOBRE, 'passe'],
    [null, NOVEMBRE, 'present'],
    [NOVEMBRE, NOVEMBRE, 'present'],
    [NOVEMBRE, null, 'present'],
    [OCTOBRE, OCTOBRE, 'passe'],
    [JANVIER, null, 'avenir'],
  ] as const)('%o à %o', (de, a, moment) => {
    expect(momentDe({ de, a }, rang)).toBe(moment)
  })
})

it('la fiche d’un mois dit ce qui valait ce mois-là, et le reste tel qu’il est', () => {
  expect(ficheDuMois(structure, rang)).toMatchObject({ region: 'R01', modeles: ['RMA', 'EPM'] })
  const avant = ficheDuMois(structure, rang - 1)
  expect(avant).toMatchObject({ region: 'R02', parent: null, libelle: structure.libelle })
  expect(avant.modeles).toEqual(['RMA', 'EPM', 'SMP'])
  const apres = ficheDuMois(structure, rangDe(JANVIER))
  expect(apres).toMatchObject({ region: 'R03', parent: { code: 'DR-R01' } })
  expect(apres.modeles).toEqual(['RMA', 'EPM', 'BUD'])
})

it('le formulaire ouvert à un mois envoie les valeurs de ce mois, et ce mois', () => {
  const saisie = saisieDuMois(structure, rang - 1)
  expect(saisie.aPartirDe).toBe('2026-10')
  expect(corpsDe(saisie)).toMatchObject({ region: 'R02', parent: null, code: structure.code })
  expect(corpsDe(saisie)).not.toHaveProperty('aPartirDe')
  expect(fautesPropres(saisie).aPartirDe).toBeNull()
  expect(fautesPropres({ ...saisie, aPartirDe: '202-10' }).aPartirDe).toMatch(/mois et son année/)
  expect(fautesPropres({ ...saisie, aPartirDe: '1999-10' }).aPartirDe).toMatch(/de 2000 à 2100/)
})

it('l’historique ne dit que ce qui a changé, ou changera', () => {
  expect(bornees(structure.periodes)).toEqual(DITES.filter(({ de, a }) => de ?? a))
  expect(bornees(structureLueDe().periodes)).toEqual([])
})

it('une période se dit en mots', () => {
  const { dire } = textesPeriodes
  expect(dire(null, null, false)).toBe('depuis l’ouverture')
  expect(dire(null, OCTOBRE, false)).toBe('jusqu’en octobre 2026')
  expect(dire(OCTOBRE, OCTOBRE, false)).toBe('en octobre 2026')
  expect(dire(OCTOBRE, JANVIER, false)).toBe('d’octobre 2026 à janvier 2027')
  expect(dire(NOVEMBRE, null, false)).toBe('depuis novembre 2026')
  expect(dire(JANVIER, null, true)).toBe('à partir de janvier 2027')
})
