import { enNombre } from '@releve/contract/exact.ts'
import { describe, expect, it } from 'vitest'
import { Cube, type StructureVue } from './cube.ts'
import type { TableauEvalue } from './evaluer.ts'
import { evaluerTableau } from './evaluer.ts'
import { type Composant, composantDe } from './resoudre.ts'
import { masquer, type Systeme, systemeDe } from './secret.ts'
import { openSolver } from './solveur.ts'

const ANNEE = 0b1111_1111_1111
const FORME = { adresses: ['FIN'] }

/** A structure, its headcounts from January on; null: nothing counts. `attendus`: bits of months. */
function structure(
  code: string,
  type: string,
  effectifs: readonly (number | 'SO' | 'ND' | null)[],
  attente: { attendus?: number; dus?: number } = {},
): StructureVue {
  const { attendus = ANNEE } = attente
  const { dus = attendus } = attente
  return {
    attentes: [[code, 'R', type, 'RMA', attendus, dus]],
    formulaires: effectifs.flatMap((valeur, m) =>
      valeur === null
        ? []
        : [{ modele: 'RMA', region: 'R', type, mois: m + 1, forme: FORME, valeurs: [valeur] }],
    ),
  }
}

function cubeDe(structures: readonly StructureVue[]): Cube {
  const cube = new Cube([
    { cle: 'RMA', modele: 'RMA', avec: null, cellules: ['FIN'], moyennes: ['FIN'] },
  ])
  for (const une of structures) cube.voirStructure(une)
  return cube
}

const terme = (type: string | null = null): Composant =>
  composantDe(
    { modele: 'RMA', cellules: ['FIN'], agregation: 'MOYENNE' },
    { region: null, type, mois: null },
  )
const moyenne = (structures: readonly StructureVue[], type: string | null = null) => {
  const { valeur, manque } = cubeDe(structures).moyenne(terme(type).terme)
  return [valeur, manque]
}
const douze = (effectif: number) => Array<number>(12).fill(effectif)

describe('l’effectif moyen', () => {
  it('d’une année complète est la moyenne des mois', () => {
    const effectifs = [10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32]
    const autre = structure('B', 'Y', douze(5))
    expect(moyenne([structure('A', 'X', effectifs), autre])).toEqual([26, false])
    expect(moyenne([structure('A', 'X', effectifs), autre], 'X')).toEqual([21, false])
  })

  it('de décimales n’a que les leurs : un dixième et deux font trois dixièmes', () => {
    const structures = [structure('A', 'X', [0.1, 0.2], { attendus: 0b11 })]
    expect(moyenne(structures)).toEqual([0.15, false])
    const [part] = cubeDe(structures).moyenne(terme().terme).parts
    expect(enNombre(part?.somme ?? 0)).toBe(0.3)
  })

  it('ne compte pas un rapport qui manque comme si personne n’était là, et le marque', () => {
    const effectifs = [60, 60, 60, null, null, null, 72, 72, 72, 66, 66, 66]
    const structures = [structure('A', 'X', effectifs), structure('B', 'Y', douze(5))]
    expect(moyenne(structures, 'X')).toEqual([66, true])
    expect(moyenne(structures, 'Y')).toEqual([5, false])
    expect(moyenne(structures)).toEqual([71, true])
  })

  it('d’une structure ouverte en juillet ne compte que pour ses mois', () => {
    const attendus = 0b1111_1100_0000
    const ouverte = structure('A', 'X', [...Array(6).fill(null), ...Array(6).fill(40)], {
      attendus,
    })
    expect(moyenne([ouverte, structure('B', 'Y', douze(5))], 'X')).toEqual([20, false])
    const manque = structure('A', 'X', [...Array(6).fill(null), 40, null, 40, 40, 40, 40], {
      attendus,
    })
    expect(moyenne([manque, structure('B', 'Y', douze(5))], 'X')).toEqual([20, true])
  })

  it('d’une structure qui change de type compte dans chacun pour ses mois', () => {
    const [huit, quatre] = [0b0000_1111_1111, 0b1111_0000_0000]
    const changee = (fin: (number | null)[]): StructureVue => {
      const avant = structure('A', 'X', Array(8).fill(30), { attendus: huit })
      const apres = structure('A', 'Y', [...Array(8).fill(null), ...fin], { attendus: quatre })
      return {
        attentes: [...avant.attentes, ...apres.attentes],
        formulaires: [...avant.formulaires, ...apres.formulaires],
      }
    }
    const parType = (une: StructureVue) => [
      moyenne([une], 'X'),
      moyenne([une], 'Y'),
      moyenne([une]),
    ]
    const entiere = [
      [20, false],
      [20, false],
      [40, false],
    ]
    expect(parType(changee([60, 60, 60, 60]))).toEqual(entiere)
    const trouee = [
      [20, false],
      [20, true],
      [40, true],
    ]
    expect(parType(changee([60, null, 60, 60]))).toEqual(trouee)
    const muette = [
      [20, false],
      [null, true],
      [20, true],
    ]
    expect(parType(changee([null, null, null, null]))).toEqual(muette)
  })

  it('d’une année en cours est celui des mois dus, et d’un modèle né en septembre, des siens', () => {
    const enCours = { attendus: 0b0111_1111_1111, dus: 0b0011_1111_1111 }
    expect(moyenne([structure('A', 'X', Array(10).fill(30), enCours)])).toEqual([30, false])
    const ne = [...Array(8).fill(null), 8, 8, 8, 8]
    expect(moyenne([structure('A', 'X', ne, { attendus: 0b1111_0000_0000 })])).toEqual([8, false])
  })

  it('passe un mois sans objet, ne dit rien d’une structure muette, et marque sa ligne', () => {
    const so = [...Array(6).fill('SO'), ...Array(6).fill(12)]
    expect(moyenne([structure('A', 'X', so)])).toEqual([6, false])
    const muette = structure('M', 'X', [])
    expect(moyenne([muette, structure('B', 'Y', douze(5))], 'X')).toEqual([null, true])
  })
})

const plan = (code: string) => ({
  code,
  titre: code,
  modele: 'RMA',
  champ: '',
  unite: 'personnes',
  entete: '',
  agregation: 'MOYENNE' as const,
  lignes: [],
  colonnes: [],
  personnes: true as const,
  comparees: [],
})
const ligne = (code: string, formules: Composant[], total = false) => ({
  code,
  libelle: code,
  total,
  formules,
})
const COLONNE = {
  code: 'C',
  libelle: 'C',
  total: false,
  groupe: null,
  unite: null,
  decimales: 1,
  taux: false,
  libre: false,
}
const TERRAIN = {
  annee: 2025,
  listes: {},
  dimensions: { region: [], type: [] },
  cellules: { RMA: ['FIN'] },
  autres: [],
  agentsProteges: false,
}

/** The averages by type with their total, and the months of the country, as the yearbook tells them. */
function systeme(structures: readonly StructureVue[], types: readonly string[]): Systeme {
  const milieu = { terrain: TERRAIN, cube: cubeDe(structures), moisEchus: 12 }
  const mois = (m: number) =>
    composantDe(
      { modele: 'RMA', cellules: ['FIN'], agregation: 'STOCK' },
      { region: null, type: null, mois: m },
    )
  const tables: TableauEvalue[] = [
    evaluerTableau(
      {
        personnes: true,
        plan: plan('T2.3'),
        groupes: [],
        colonnes: [COLONNE],
        lignes: [...types.map((type) => ligne(type, [terme(type)])), ligne('TOT', [terme()], true)],
        sommesLignes: [[types.length, types.map((_, i) => i)]],
        sommesColonnes: [],
      },
      milieu,
    ),
    evaluerTableau(
      {
        personnes: true,
        plan: plan('T2.4'),
        groupes: [],
        colonnes: [COLONNE],
        lignes: douze(0).map((_, i) => ligne(`M${i + 1}`, [mois(i + 1)])),
        sommesLignes: [],
        sommesColonnes: [],
      },
      milieu,
    ),
  ]
  return systemeDe(tables, 2025)
}

const solveur = await openSolver()

describe('le secret des effectifs moyens', () => {
  // Three persons in X: hidden. The total hides a second type, Y, with it. But who knows that X has
  // missed nine months reads its sum from the country's months: a third must go too.
  const trous = [3, 3, 3, ...Array<null>(9).fill(null)]
  const structures = [
    structure('A', 'X', trous),
    structure('B', 'Y', douze(20)),
    structure('C', 'Z', douze(50)),
  ]

  it('tient compte de ce que pèse une structure dont on sait les mois manquants', () => {
    const caches = masquer(systeme(structures, ['X', 'Y', 'Z']), { seuil: 5, solveur })
    const moyennes = [...caches].filter((nom) => nom.includes('|moyenne|'))
    expect(moyennes.some((nom) => nom.includes('|X|'))).toBe(true)
    expect(moyennes.length).toBeGreaterThan(2)
    expect([...caches].some((nom) => nom.startsWith('~'))).toBe(false)
  })

  it('n’en cache pas plus quand rien ne manque', () => {
    const complete = [structure('A', 'X', douze(3)), ...structures.slice(1)]
    const caches = masquer(systeme(complete, ['X', 'Y', 'Z']), { seuil: 5, solveur })
    expect([...caches].filter((nom) => nom.includes('|moyenne|'))).toHaveLength(2)
  })
})
