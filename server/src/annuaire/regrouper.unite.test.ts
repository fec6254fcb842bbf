import { beforeAll, expect, it } from 'vitest'
import type { Exact, TableauEvalue } from './evaluer.ts'
import type { PlanTableau } from './plan.ts'
import { masquesDe } from './regrouper.ts'
import { composantDe } from './resoudre.ts'
import { masquer, systemeDe } from './secret.ts'
import { openSolver, type Solver } from './solveur.ts'

const ANNEE = 2025
const SEUIL = 5
let solveur: Solver

beforeAll(async () => {
  solveur = await openSolver()
})

const COLONNES = ['M', 'F', 'TOT']

/** A table by sex of these rows, with its totals, as it is made of the forms. */
function tableauDe(
  lignes: Record<string, readonly [number, number]>,
  bloc: PlanTableau['lignes'][number] = { dimension: 'region' },
): TableauEvalue {
  const plan: PlanTableau = {
    code: 'T9.9',
    titre: '',
    modele: 'RMA',
    champ: '',
    unite: 'personnes',
    entete: '',
    agregation: 'STOCK',
    lignes: [bloc],
    colonnes: [],
    personnes: true,
    comparees: [],
  }
  const noms = [...Object.keys(lignes), 'Ensemble']
  const details = Object.values(lignes)
  const somme = (sexe: 0 | 1) => details.reduce((total, ligne) => total + ligne[sexe], 0)
  const valeurs = [...details, [somme(0), somme(1)]].map(([m = 0, f = 0]) => [m, f, m + f])
  const part = { modele: 'RMA', cellules: ['X'], agregation: 'STOCK' } as const
  const formules = COLONNES.map((c) =>
    composantDe({ ...part, cellules: [c] }, { region: null, type: null, mois: null }),
  )
  const exacts = valeurs.map((ligne, l) =>
    ligne.map((valeur, c): Exact => {
      const cle = `${ANNEE}|somme|${noms[l]}|${COLONNES[c]}`
      return { valeur, raison: null, partiel: false, cle, composants: [cle] }
    }),
  )
  const colonnes = COLONNES.map((code) => ({
    code,
    libelle: code === 'TOT' ? 'Ensemble' : code,
    total: code === 'TOT',
    groupe: null,
    unite: null,
    decimales: 0,
    taux: false,
    libre: false,
  }))
  const crans = noms.map((nom, l) => ({
    code: nom,
    libelle: nom,
    total: l === details.length,
    formules,
  }))
  return {
    resolu: {
      plan,
      personnes: true,
      groupes: [],
      colonnes,
      lignes: crans,
      sommesLignes: [[details.length, [...details.keys()]]],
      sommesColonnes: [[2, [0, 1]]],
    },
    exacts,
  }
}

function proposer(tableau: TableauEvalue) {
  const protection = { seuil: SEUIL, solveur }
  const caches = masquer(systemeDe([tableau], ANNEE), protection)
  return masquesDe([tableau], ANNEE, caches, protection)
}

it('un tableau masqué à la moitié au plus ne propose rien', () => {
  expect(proposer(tableauDe({ Nord: [40, 30], Sud: [25, 20], Est: [12, 11] }))).toEqual([])
  expect(
    proposer(tableauDe({ Nord: [40, 30], Sud: [2, 20], Est: [12, 3], Ouest: [9, 9] })),
  ).toEqual([])
})

it('masqué à plus de la moitié, il nomme les lignes les plus petites qui, réunies, le montrent', () => {
  const tableau = tableauDe({ Nord: [40, 30], Sud: [3, 2], Est: [2, 4], Ouest: [1, 2] })
  expect(proposer(tableau)).toEqual([
    {
      tableau: 'T9.9',
      regroupements: [
        { lignes: ['Sud', 'Ouest'], colonnes: [], masques: expect.any(Number), chiffres: 12 },
        { lignes: [], colonnes: ['Ensemble'], masques: 2, chiffres: 5 },
      ],
    },
  ])
})

it('compte la ligne réunie comme la somme des siennes', () => {
  const tableau = tableauDe({ Nord: [6, 6], Sud: [1, 2], Ouest: [4, 3], Est: [3, 2] })
  expect(proposer(tableau)[0]?.regroupements[0]).toEqual({
    lignes: ['Sud', 'Est'],
    colonnes: [],
    masques: 4,
    chiffres: 12,
  })
})

it('ne réunit que des voisines, dans une liste ordonnée', () => {
  const ages = {
    '0-2': [1, 1],
    '3-5': [30, 20],
    '6-11': [2, 1],
    '12-14': [1, 2],
    '15-17': [1, 4],
  } as const
  const [masque] = proposer(tableauDe(ages, { codification: 'TRANCHE_AGE' }))
  const [premier] = masque?.regroupements ?? []
  expect(premier?.lignes).toEqual(['6-11', '12-14', '15-17'])
})

it('n’annonce jamais moins de chiffres masqués que ses petits nombres', () => {
  const tableau = tableauDe({ Nord: [40, 30], Sud: [3, 2], Est: [2, 4], Ouest: [1, 2] })
  for (const { lignes, colonnes, masques, chiffres } of proposer(tableau)[0]?.regroupements ?? []) {
    const noms = tableau.resolu.lignes.map(({ libelle }) => libelle)
    const reunie = COLONNES.map((_, c) =>
      lignes.reduce(
        (somme, nom) => somme + (tableau.exacts[noms.indexOf(nom)]?.[c]?.valeur ?? 0),
        0,
      ),
    )
    const restent = tableau.exacts.filter((_, l) => !lignes.includes(noms[l] ?? ''))
    const valeurs = [
      ...restent.map((ligne) => ligne.map(({ valeur }) => valeur ?? 0)),
      ...(lignes.length > 0 ? [reunie] : []),
    ].flatMap((ligne) => (colonnes.length > 0 ? ligne.slice(2) : ligne))
    const petits = valeurs.filter((valeur) => valeur > 0 && valeur < SEUIL)
    expect(valeurs).toHaveLength(chiffres)
    expect(masques).toBeGreaterThanOrEqual(petits.length)
    expect(2 * masques).toBeLessThanOrEqual(chiffres)
  }
})

it('dit que rien n’y ferait, où tout est petit', () => {
  const tableau = tableauDe({ Nord: [1, 1], Sud: [1, 1] })
  expect(proposer(tableau)).toEqual([{ tableau: 'T9.9', regroupements: [] }])
})
