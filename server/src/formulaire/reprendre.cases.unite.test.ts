import { SOMME_COMBINAISONS } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { METADONNEES } from '../modele/ailleurs/dhis2.banc.ts'
import { convertirDhis2 } from '../modele/ailleurs/dhis2.ts'
import { compterCombinaisons, ouvrirCases, repartirValeurs } from './reprendre.cases.ts'
import { lirePaquetsIci } from './valeurs.lecture.ts'
import { sommeDe } from './valeurs.ts'

const { source, correspondance = [], listes } = convertirDhis2(METADONNEES).converti
const cellule = 'VIS.FOYERS'
const indicateurs = { effectif: cellule, entrees: cellule, sorties: cellule, reference: cellule }
const codes = Object.fromEntries(listes.map(({ code, valeurs }) => [code, valeurs]))
const { compile } = verifierSource({ ...source, indicateurs }, codes)
if (!compile) throw new Error('modèle en faute')
const cases = ouvrirCases('VISITES', correspondance)

// What a set of DHIS2 says, read by itself here: a figure is of its element, breakdown, month, unit
// and attribute combination, all of them; what is not said is « default ».

/** The cells that the form has, by the names that its metadata give them. */
const CELLULES: Readonly<Record<string, string>> = {
  'deFoyers001 default': 'VIS.FOYERS',
  'deVisites01 cocFemme001': 'VIS_2.VISITES.F',
  'deVisites01 cocHomme001': 'VIS_2.VISITES.H',
  'deEntrees01 cocJeuneF01': 'PUBLIC_2.ENTREES.C_0_17_F',
  'deMoyen0001 default': 'AUTRES.MOYEN',
}
const ELEMENTS: Readonly<Record<string, string>> = { FOYERS: 'deFoyers001', VISITES: 'deVisites01' }
const SANS = ['', 'default', 'HllvX50cXC0']
const nommer = (dite: string) => (SANS.includes(dite) ? 'default' : dite)

type ValeurDuFichier = { de: string; coc: string; aoc: string; valeur: string }
const chiffre = fc.constantFrom('0', '1', '2', '7')
const venue: fc.Arbitrary<ValeurDuFichier> = fc
  .record({
    de: fc.constantFrom(
      'deFoyers001',
      'FOYERS',
      'deVisites01',
      'deEntrees01',
      'deMoyen0001',
      'deX',
    ),
    coc: fc.constantFrom(...SANS, 'cocFemme001', 'COC_cocHomme001', 'cocJeuneF01', 'cocVieuxF01'),
    aoc: fc.constantFrom('', 'HllvX50cXC0', 'projetA', 'projetB'),
    valeur: chiffre,
  })
  .map((une) => ({ ...une, valeur: une.de === 'deMoyen0001' ? 'pied' : une.valeur }))

/** What it should become: its cells, and those that two figures claim. */
function attendre(venues: readonly ValeurDuFichier[], combinaison: string) {
  const parCase = new Map<string, Map<string, string[]>>()
  let laissees = 0
  for (const { de, coc, aoc, valeur } of venues) {
    const nom = `${ELEMENTS[de] ?? de} ${nommer(coc).replace('COC_', '')}`
    const adresse = CELLULES[nom]
    const sienne = nommer(aoc)
    if (!adresse || (combinaison !== SOMME_COMBINAISONS && sienne !== combinaison)) laissees += 1
    else {
      const siennes = parCase.get(adresse) ?? new Map<string, string[]>()
      parCase.set(adresse, siennes.set(sienne, [...(siennes.get(sienne) ?? []), valeur]))
    }
  }
  const donnees: Donnees = {}
  const doubles: string[] = []
  for (const [adresse, siennes] of parCase) {
    const valeurs = [...siennes.values()]
    if (valeurs.some((dites) => dites.length > 1)) doubles.push(adresse)
    else if (adresse !== 'AUTRES.MOYEN')
      donnees[adresse] = valeurs.flat().reduce((n, dite) => n + Number(dite), 0)
    else if (combinaison === SOMME_COMBINAISONS) laissees += valeurs.length
    else donnees[adresse] = 'PIED'
  }
  return { donnees, doubles: doubles.toSorted(), laissees }
}

const NOMS = ['dataElement', 'categoryOptionCombo', 'attributeOptionCombo', 'value'] as const
const dire = ({ de, coc, aoc, valeur }: ValeurDuFichier) => [de, coc, aoc, valeur]
const LIEU = { period: '202501', orgUnit: 'ou' }

const FORMES: Readonly<Record<string, (venues: readonly ValeurDuFichier[]) => string>> = {
  JSON: (venues) =>
    JSON.stringify({
      ...LIEU,
      dataValues: venues.map((une) =>
        Object.fromEntries(NOMS.map((nom, rang) => [nom, dire(une)[rang]])),
      ),
    }),
  CSV: (venues) =>
    [
      [...NOMS, 'period', 'orgUnit'].join(','),
      ...venues.map((une) => [...dire(une), LIEU.period, LIEU.orgUnit].join(',')),
    ].join('\n'),
  XML: (venues) =>
    `<dataValueSet period="202501" orgUnit="ou">${venues
      .map((une) => {
        const attributs = NOMS.map((nom, rang) => `${nom}="${dire(une)[rang]}"`)
        return `<dataValue ${attributs.join(' ')}/>`
      })
      .join('')}</dataValueSet>`,
}

describe('les chiffres d’un rapport', () => {
  it('vont chacun à la case qui a tout son nom, ou sont laissés et dits, quelle que soit la forme du fichier', () => {
    const tires = fc.tuple(
      fc.array(venue, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('default', 'projetA', 'projetB', SOMME_COMBINAISONS),
      fc.constantFrom('JSON', 'CSV', 'XML'),
    )
    fc.assert(
      fc.property(tires, ([venues, combinaison, forme]) => {
        const [paquet] = lirePaquetsIci(Buffer.from(FORMES[forme]?.(venues) ?? ''))
        const lot = repartirValeurs(cases, compile, combinaison, paquet?.valeurs ?? [])
        const { donnees, doubles, laissees } = attendre(venues, combinaison)
        expect(lot.donnees).toEqual(donnees)
        expect(lot.fautes.map(({ adresse }) => adresse).toSorted()).toEqual(doubles)
        expect(lot.laissees).toHaveLength(laissees)
      }),
      { numRuns: 500 },
    )
  })

  it('additionnés, gardent ce qui a été dit de chacun, sous le nom de son projet', () => {
    const repartir = (commentaires: Record<string, string>) => {
      const dataValues = Object.entries(commentaires).map(([attributeOptionCombo, comment]) => ({
        dataElement: 'deFoyers001',
        attributeOptionCombo,
        value: '5',
        comment,
      }))
      const [paquet] = lirePaquetsIci(Buffer.from(JSON.stringify({ ...LIEU, dataValues })))
      return repartirValeurs(cases, compile, SOMME_COMBINAISONS, paquet?.valeurs ?? [])
    }
    const lot = repartir({ projetA: 'Deux visites reportées.', '': '', projetB: 'Recompté.' })
    const [adresse = ''] = Object.keys(lot.donnees)
    expect(lot.donnees[adresse]).toBe(15)
    expect(lot.commentaires).toEqual({
      [adresse]: 'projetA\u00a0: Deux visites reportées.\nprojetB\u00a0: Recompté.',
    })
    expect(lot.laissees).toEqual([])
    const long = repartir({ projetA: 'a'.repeat(1500), projetB: 'b'.repeat(1500) })
    expect(long.commentaires).toEqual({})
    expect(long.laissees).toEqual([
      {
        adresse: '',
        libelle: expect.stringContaining('réunis, dépassent 2000 signes\u00a0: ils sont laissés'),
        autre: false,
      },
    ])
  })

  it('ne demandent leur combinaison que s’ils ont une case', () => {
    const compter = (venues: ValeurDuFichier[]) =>
      compterCombinaisons(cases, lirePaquetsIci(Buffer.from(FORMES['JSON']?.(venues) ?? '')))
    const une = { de: 'deFoyers001', coc: '', valeur: '1' }
    expect(
      compter([
        { ...une, aoc: 'projetB' },
        { ...une, aoc: 'default' },
        { ...une, aoc: '' },
        { ...une, aoc: 'projetA', de: 'deX' },
      ]),
    ).toEqual({
      combinaisons: [
        { code: 'default', valeurs: 2 },
        { code: 'projetB', valeurs: 1 },
      ],
      sommable: true,
    })
  })

  it('que deux cases pourraient recevoir ne vont à aucune', () => {
    const premiere = correspondance.find((une) => une.cellule === 'VIS_2.VISITES.F')
    if (!premiere) throw new Error('la case manque')
    const doubles = ouvrirCases('VISITES', [premiere, { ...premiere, cellule: 'VIS_2.REFUS.F' }])
    const dites = [{ de: 'deVisites01', coc: 'cocFemme001', aoc: '', valeur: '4' }]
    const [paquet] = lirePaquetsIci(Buffer.from(FORMES['JSON']?.(dites) ?? ''))
    const lot = repartirValeurs(doubles, compile, 'default', paquet?.valeurs ?? [])
    expect(lot.donnees).toEqual({})
    expect(lot.laissees[0]?.libelle).toContain('plusieurs cases (VIS_2.VISITES.F, VIS_2.REFUS.F)')
  })
})

describe('une somme de chiffres', () => {
  it('est exacte, à la décimale près', () => {
    expect(sommeDe(['0.1', '0.2'])).toBe('0.3')
    expect(sommeDe(['1e2', '-0.5', '+3'])).toBe('102.5')
    expect(sommeDe(['-0.05', '0.01'])).toBe('-0.04')
    expect(sommeDe(['1E-2', '0.99'])).toBe('1')
    expect(sommeDe(['3', 'beaucoup'])).toBe('beaucoup')
    const dixiemes = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 })
    fc.assert(
      fc.property(dixiemes, (tires) => {
        const exacte = tires.reduce((n, un) => n + un, 0)
        const dite = sommeDe(tires.map((un) => (un / 1000).toFixed(3)))
        expect(Math.round(Number(dite) * 1000)).toBe(exacte)
        expect(dite).not.toMatch(/^-0$|\.\d*0$|\.\d{4}/)
      }),
    )
  })
})
