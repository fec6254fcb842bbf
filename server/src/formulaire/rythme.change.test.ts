import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { agir, reussi } from '../../test/formulaires.ts'
import { changerRythme, modeleDe, publierModele } from '../../test/modeles.ts'
import { ouvrirBancFormulaires } from './formulaire.banc.ts'
import { listDivergences } from './integrite.sql.ts'

// A model that is monthly, quarterly from April to September 2025, then monthly again: every figure
// below is worked out by hand from `FORMULAIRES`.

const banc = await ouvrirBancFormulaires()
const { asAdmin, asDpps, asStructure, horloge } = banc
const CAU = 'CAU-R01-01'
const CODE = 'MUE'
const annee = 2025

const champ = (code: string, traits = {}) => ({
  code,
  libelle: code,
  nature: 'entier' as const,
  // Of no person, for the yearbook to show it.
  unite: 'visites',
  ...traits,
})
await publierModele(
  asDpps,
  modeleDe(CODE, [
    champ('EFF'),
    champ('ENT'),
    champ('SOR'),
    champ('REF'),
    champ('PREC', { formule: 'PRECEDENT(EFF)' }),
    champ('AN', { formule: 'ANNEE_PRECEDENTE(EFF)' }),
    champ('MOY', { nature: 'decimal', formule: 'MOYENNE_MOIS(ENT; 2)' }),
    champ('CUMUL', { formule: 'CUMUL_ANNEE(ENT)' }),
    champ('JOURS', { formule: 'NB_JOURS()' }),
    champ('OUVRES', { formule: 'JOURS_OUVRES()' }),
  ]),
  { mois: 'JANUARY', annee: 2024 },
)
await changerRythme(asDpps, CODE, {
  moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
  moisCouverts: 3,
  aPartirDe: { mois: 'APRIL', annee },
})
await changerRythme(asDpps, CODE, { aPartirDe: { mois: 'OCTOBER', annee } })

type Ligne = [mois: Mois, an: number, le: string, eff: number, ent: number, sor: number]
const FORMULAIRES: readonly Ligne[] = [
  ['JUNE', 2024, '2024-07-03', 7, 6, 2],
  ['DECEMBER', 2024, '2025-01-03', 9, 5, 3],
  ['JANUARY', 2025, '2025-02-03', 11, 4, 2],
  ['FEBRUARY', 2025, '2025-03-03', 12, 3, 2],
  ['MARCH', 2025, '2025-04-03', 10, 4, 6],
  ['JUNE', 2025, '2025-07-03', 15, 7, 2],
  ['SEPTEMBER', 2025, '2025-10-03', 14, 1, 1],
  ['OCTOBER', 2025, '2025-11-03', 20, 6, 0],
  ['NOVEMBER', 2025, '2025-12-03', 25, 2, 1],
]

type Lu = Record<string, unknown>
let donnees: ReadonlyMap<string, Lu>

beforeEach(async () => {
  const lus = new Map<string, Lu>()
  for (const [mois, an, le, EFF, ENT, SOR] of FORMULAIRES) {
    horloge.maintenant = new Date(`${le}T10:00:00Z`)
    const params = { mois, annee: an }
    const body = { modele: CODE, donnees: { EFF, ENT, SOR } }
    const f = await reussi(asStructure.appeler(api.enregistrerFormulaire, { params, body }))
    lus.set(`${mois} ${an}`, f.donnees)
    await reussi(agir(asAdmin, 'valider', await reussi(agir(asStructure, 'soumettre', f))))
  }
  donnees = lus
  horloge.maintenant = new Date('2025-12-20T10:00:00Z')
})

/** The figure of a cell of the yearbook; null: it has none. */
const chiffreDe = (cellule: object | undefined): unknown =>
  Reflect.get(cellule ?? {}, 'valeur') ?? null

const query = { structure: CAU, modeles: CODE }
const MOIS_2025 = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'JUNE',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
] as const

describe('un modèle mensuel, trimestriel, puis mensuel de nouveau', () => {
  it('lit à chaque rapport les mois que chaque version attendait', async () => {
    const lu = (nom: string) => MOIS_2025.map((mois) => donnees.get(`${mois} 2025`)?.[nom] ?? null)
    expect(lu('PREC')).toEqual([9, 11, 12, 10, 15, 14, 20])
    // The same month a year before, whatever it covered: June alone had a report.
    expect(lu('AN')).toEqual([null, null, null, 7, null, null, null])
    // January reads December, and no November: (4+5)/2, (3+4)/2, (4+3)/2, (7+4)/2, (1+7)/2, (6+1)/2.
    expect(lu('MOY')).toEqual([5, 4.5, 3.5, 3.5, 5.5, 4, 3.5])
    expect(lu('CUMUL')).toEqual([4, 7, 11, 18, 19, 25, 27])
    expect(lu('JOURS')).toEqual([31, 28, 31, 91, 92, 31, 30])
    expect(lu('OUVRES')).toEqual([23, 20, 21, 65, 66, 23, 20])
    expect((await listDivergences(banc.base.db)).divergences).toEqual([])
  })

  it('compare chaque effectif à celui du rapport attendu d’avant', async () => {
    const ecarts: unknown[] = []
    for (const mois of MOIS_2025) {
      const lus = await reussi(
        asDpps.appeler(dashboardApi.listEcarts, { params: { mois, annee }, query }),
      )
      const [e] = lus.elements
      ecarts.push([e?.moisCouverts, e?.effectifPrecedent, e?.ecart, e?.niveau])
    }
    expect(ecarts).toEqual([
      [1, 9, 0, 'CONFORME'],
      [1, 11, 0, 'CONFORME'],
      [1, 12, 0, 'CONFORME'],
      [3, 10, 0, 'CONFORME'],
      [3, 15, -1, 'A_VERIFIER'],
      [1, 14, 0, 'CONFORME'],
      [1, 20, 4, 'ANOMALIE'],
    ])
    // A month that no version expects has nothing to compare.
    const params = { mois: 'APRIL', annee } as const
    const avril = await reussi(asDpps.appeler(dashboardApi.listEcarts, { params, query }))
    expect(avril.elements).toEqual([])
  })

  it('n’attend, dans les tendances, que les mois de chaque version', async () => {
    const fin = { mois: 'DECEMBER', annee } as const
    const { modeles } = await reussi(
      asDpps.appeler(dashboardApi.lireSeries, { query: { types: 'CAU', modeles: CODE, ...fin } }),
    )
    const points = modeles[0]?.points.slice(-12) ?? []
    const dits = (lire: (point: (typeof points)[number]) => unknown) => points.map(lire)
    const n = null
    expect(dits((p) => p.effectif)).toEqual([11, 12, 10, n, n, 15, n, n, 14, 20, 25, n])
    expect(dits((p) => p.attendus)).toEqual([1, 1, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0])
    expect(dits((p) => p.pasEncoreDus)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(dits((p) => p.entrees)).toEqual([4, 3, 4, n, n, 7, n, n, 1, 6, 2, n])
  })

  it('se lit sur la page de sa structure, chaque point par ce qu’il couvre', async () => {
    const params = { code: CAU }
    const lue = await reussi(asStructure.appeler(dashboardApi.lireDashboardStructure, { params }))
    const points = lue.modeles.find(({ code }) => code === CODE)?.points.slice(-12) ?? []
    const couverts = points.map(({ moisCouverts }) => moisCouverts)
    expect(couverts).toEqual([1, 1, 1, 3, 3, 3, 3, 3, 3, 1, 1, 1])
    const n = null
    expect(points.map(({ effectif }) => effectif)).toEqual([
      11,
      12,
      10,
      n,
      n,
      15,
      n,
      n,
      14,
      20,
      25,
      n,
    ])
    expect(points.map(({ ecart }) => ecart)).toEqual([0, 0, 0, n, n, 0, n, n, -1, 0, 4, n])
  })

  it('fait dans l’annuaire la somme de ses rapports, et se compare à l’année d’avant', async () => {
    const { chapitres } = await reussi(
      asDpps.appeler(annuaireApi.genererApercu, {
        params: { annee },
      }),
    )
    const tables = chapitres.flatMap(({ tableaux }) => tableaux)
    const table = tables.find(({ code }) => code === `T9.${CODE}.GEN`)
    expect(table?.champ).toBe('Structures qui remplissent ce rapport, rapports retenus de 2025')
    const entrees = table?.lignes.find(({ code }) => code === 'ENT')
    const lues = table?.colonnes.map(({ code }, place) => {
      const cellule = entrees?.cellules[place]
      if (!cellule || cellule.sorte === 'texte') throw new Error(`sans chiffre : ${code}`)
      return [code, chiffreDe(cellule), chiffreDe(cellule.nMoins1)]
    })
    // 4 + 3 + 4 + 7 + 1 + 6 + 2 visits of 2025, 6 + 5 of the year before, 5 of them in December;
    // this one has none yet.
    expect(lues).toEqual([
      ['SOMME', 27, 11],
      ['DECEMBRE', null, 5],
    ])
  })
})
