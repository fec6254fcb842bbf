import { expect, it } from 'vitest'
import { structureDe } from './structure.banc.ts'
import { arbreDe, codesPliables, plisOrigine } from './VueArbre.tsx'

const REGIONS = [
  { code: 'R02', libelle: 'Plateaux' },
  { code: 'R01', libelle: 'Littoral' },
]
const BUREAU = structureDe({ code: 'DR-R01', libelle: 'Zone', typeStructure: 'DR' })
const parent = { id: 9, code: 'DR-R01', libelle: 'Zone' }
const CENTRE = structureDe({ code: 'CAU-1', libelle: 'Accueil', parent })
const FERMEE = structureDe({ code: 'CAU-2', libelle: 'Bercail', parent, etat: 'FERMEE' })
const SEULE = structureDe({ code: 'CAU-3', libelle: 'Abri' })
const AILLEURS = structureDe({ code: 'CAU-4', libelle: 'Loin', region: 'R99' })
const TOUTES = [FERMEE, SEULE, CENTRE, BUREAU, AILLEURS]

const arbre = (codes: string[]) => arbreDe(TOUTES, new Set(codes), REGIONS)
const TOUS = TOUTES.map(({ code }) => code)

it('une direction régionale précède ce qui ne dépend d’aucune, et porte les siennes par nom', () => {
  const [littoral] = arbre(TOUS)
  expect(littoral?.noeuds.map(({ structure }) => structure.code)).toEqual(['DR-R01', 'CAU-3'])
  const enfants = littoral?.noeuds[0]?.enfants.map(({ structure }) => structure.code)
  expect(enfants).toEqual(['CAU-1', 'CAU-2'])
})

it('une région compte ses structures et leurs états ; une région vide ne paraît pas', () => {
  const branches = arbre(TOUS)
  expect(branches.map(({ code }) => code)).toEqual(['R01', 'R99'])
  expect(branches[0]).toMatchObject({ total: 4, etats: { ACTIVE: 3, FERMEE: 1 } })
})

it('ce dont dépend une structure trouvée paraît avec elle, sans être compté', () => {
  const [littoral] = arbre(['CAU-2'])
  expect(littoral).toMatchObject({ total: 1, etats: { FERMEE: 1 } })
  expect(littoral?.noeuds).toHaveLength(1)
  expect(littoral?.noeuds[0]).toMatchObject({ trouvee: false, structure: { code: 'DR-R01' } })
  expect(littoral?.noeuds[0]?.enfants.map(({ trouvee }) => trouvee)).toEqual([true])
})

it('une région inconnue de la liste des régions se montre par son code', () => {
  expect(arbre(['CAU-4'])).toMatchObject([{ code: 'R99', libelle: 'R99', total: 1 }])
})

const NOMBREUSES = Array.from({ length: 150 }, (_, rang) =>
  structureDe({ code: `CAH-${rang}`, libelle: `Foyer ${rang}`, parent }),
)

it('une arborescence courte arrive dépliée', () => {
  expect([...plisOrigine(arbre(TOUS))]).toEqual([])
})

it('une longue arrive directions régionales repliées, régions ouvertes', () => {
  const toutes = [...TOUTES, ...NOMBREUSES]
  const branches = arbreDe(toutes, new Set(toutes.map(({ code }) => code)), REGIONS)
  expect([...plisOrigine(branches)]).toEqual(['DR-R01'])
  expect(codesPliables(branches)).toEqual(['R01', 'R99', 'DR-R01'])
})

it('ce que l’on cherche dans une longue arrive déplié', () => {
  const branches = arbreDe([...TOUTES, ...NOMBREUSES], new Set(['CAH-7']), REGIONS)
  expect([...plisOrigine(branches)]).toEqual([])
})
