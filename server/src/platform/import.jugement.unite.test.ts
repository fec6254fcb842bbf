import { enoncer } from '@releve/contract/erreur.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { estJuste, type Importation, jugerLignes } from './import.jugement.ts'
import type { Ligne } from './import.lecture.ts'

/** A thing that hangs on another by its code; `bon`: nothing else stands in its way. */
type Fiche = { code: string; parent: string | null; bon: boolean }
type Base = ReadonlyMap<string, Fiche>

const COLONNES = [
  { entete: 'Code' },
  { entete: 'Parent', lecture: { champ: 'parent', lire: (cellule: string) => cellule } },
  { entete: 'Bon' },
]

const IMPORTATION: Importation<Fiche, Fiche, Base> = {
  feuille: 'Choses',
  cle: 'Code',
  schema: { shape: { code: z.string(), parent: z.string().nullable(), bon: z.boolean() } },
  vierge: { code: '', parent: null, bon: true },
  ficheDe: (avant) => avant,
  normaliser: (fiche) => fiche,
  tenir: async () => new Map(),
  colonnes: () => [],
  trouver: (base, code) => base.get(code) ?? null,
  changements: (avant, fiche) =>
    avant.parent === fiche.parent && avant.bon === fiche.bon
      ? null
      : { parent: { avant: avant.parent, apres: fiche.parent } },
  nommer: ({ code }) => code,
  doublon: (_, premiere) => `Ce code est déjà à la ligne ${premiere}.`,
  juger(base, lignes) {
    const connues = new Map(base)
    for (const { cle, fiche } of lignes) connues.set(cle, fiche)
    return ({ fiche }) => [
      ...(fiche.bon ? [] : [{ champ: 'bon' as const, ...enoncer('INVITATION_REQUISE') }]),
      ...(fiche.parent === null || connues.has(fiche.parent)
        ? []
        : [{ champ: 'parent' as const, ...enoncer('PARENT_INCONNU', { parent: fiche.parent }) }]),
    ]
  },
  ecrire: () => async () => undefined,
  noter: async () => undefined,
}

const lignesDe = (base: Base, fiches: readonly Fiche[]): Ligne<Fiche, Fiche>[] =>
  fiches.map((fiche, rang) => ({
    numero: rang + 2,
    cle: fiche.code,
    avant: base.get(fiche.code) ?? null,
    fiche,
    fautifs: new Set(),
    details: [],
    cellules: { Code: fiche.code, Parent: fiche.parent ?? '', Bon: String(fiche.bon) },
  }))

const baseDe = (codes: readonly string[]): Base =>
  new Map(codes.map((code) => [code, { code, parent: null, bon: true }]))

/** The codes taken, told from the lines in another way: down from what stands already. */
function prises(base: Base, fiches: readonly Fiche[]): string[] {
  const uniques = fiches.filter(({ code }) => fiches.filter((f) => f.code === code).length === 1)
  const taken = new Set<string>()
  for (;;) {
    const next = uniques.filter(({ code, parent, bon }) => {
      const tient = parent === null || base.has(parent) || taken.has(parent) || parent === code
      return bon && tient && !taken.has(code)
    })
    if (next.length === 0) break
    for (const { code } of next) taken.add(code)
  }
  // What hangs on one another in a circle holds together: this base forbids none.
  for (const { code } of uniques) {
    const chemin = new Set<string>()
    let un = uniques.find((f) => f.code === code)
    while (un?.bon && !taken.has(un.code) && !chemin.has(un.code)) {
      chemin.add(un.code)
      const { parent } = un
      un = uniques.find((f) => f.code === parent)
    }
    if (un?.bon) for (const one of chemin) taken.add(one)
  }
  return [...taken].toSorted()
}

const CODES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
const fiche = fc.record({
  code: fc.constantFrom(...CODES),
  parent: fc.option(fc.constantFrom(...CODES, 'X', 'Z')),
  bon: fc.nat({ max: 3 }).map((n) => n > 0),
})

it('prend toutes les lignes justes, et elles seules, quoi qui dépende de quoi', () => {
  fc.assert(
    fc.property(
      fc.array(fiche, { maxLength: 9 }),
      fc.subarray(['A', 'D', 'X']),
      (fiches, codes) => {
        const base = baseDe(codes)
        const lues = lignesDe(base, fiches)
        const jugees = jugerLignes(IMPORTATION, lues, COLONNES, base)
        const justes = jugees.filter(estJuste)
        const enErreur = jugees.some(({ details }) => details.length > 0)
        const changees = (une: { code: string }) =>
          !base.has(une.code) ||
          IMPORTATION.changements(base.get(une.code) ?? { ...une, parent: null, bon: true }, {
            ...IMPORTATION.vierge,
            ...une,
          }) !== null
        const attendues = enErreur ? prises(base, fiches) : fiches.map(({ code }) => code)
        expect(
          justes
            .map(({ fiche: prise }) => prise)
            .filter(changees)
            .map(({ code }) => code)
            .toSorted(),
        ).toEqual(
          fiches
            .filter(({ code }) => attendues.includes(code))
            .filter(changees)
            .map(({ code }) => code)
            .toSorted(),
        )
        // Alone in their file, they would be right; and what is left, given back, is left again.
        const seules = lignesDe(
          base,
          justes.map((une) => une.fiche),
        )
        expect(jugerLignes(IMPORTATION, seules, COLONNES, base).every(estJuste)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

it('dit la ligne qu’une ligne juste attend, et jamais elle-même', () => {
  const fiches = [
    { code: 'A', parent: 'B', bon: true },
    { code: 'B', parent: 'C', bon: true },
    { code: 'C', parent: null, bon: false },
    { code: 'D', parent: null, bon: true },
  ]
  const jugees = jugerLignes(IMPORTATION, lignesDe(baseDe([]), fiches), COLONNES, baseDe([]))
  expect(jugees.map(({ attentes }) => attentes.map(({ libelle }) => libelle))).toEqual([
    ['Cette ligne attend la ligne 3, dont elle dépend.'],
    ['Cette ligne attend la ligne 4, dont elle dépend.'],
    [],
    [],
  ])
})

it('laisse tout ce qui s’écrirait quand les lignes se suivent de trop loin', () => {
  const fiches = Array.from({ length: 15 }, (_, rang) => ({
    code: `N${rang}`,
    parent: rang === 0 ? null : `N${rang - 1}`,
    bon: rang !== 0,
  }))
  const autre = { code: 'SEULE', parent: null, bon: true }
  const base = baseDe(['LA'])
  const lues = lignesDe(base, [...fiches, autre, { code: 'LA', parent: null, bon: true }])
  const justes = jugerLignes(IMPORTATION, lues, COLONNES, base).filter(estJuste)
  expect(justes.map(({ cle }) => cle)).toEqual(['LA'])
})
