import { isDeepStrictEqual } from 'node:util'
import { type Periode, rangDe } from '@releve/contract/mois.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EtatDate, type Plage, SANS_FIN, type Tranche } from './periode.sql.ts'
import {
  changerApartir,
  changerPlage,
  croiser,
  etatDuMois,
  periodesDe,
  valeurSurPlage,
} from './periode.ts'
import { direRapports } from './rapports.ts'

// Stretches of months against a plain notebook: what is true of each month, one after the other.

/** Of the notebook; the last month stands for all that follow it. */
const MOIS = 14
const CHIFFRES = { capaciteTheorique: null, postesReference: {} }
const DEPART: EtatDate = {
  typeStructure: 'CAU',
  region: 'R01',
  parent: null,
  capacite: 1,
  modeles: ['A'],
  ...CHIFFRES,
}

type Carnet = EtatDate[]
type Acte =
  | { sorte: 'plage'; du: number; au: number | null; part: Partial<EtatDate> }
  | { sorte: 'depuis'; rang: number; part: Partial<EtatDate> }

const zPart: fc.Arbitrary<Partial<EtatDate>> = fc.record(
  {
    region: fc.constantFrom('R01', 'R02', 'R03'),
    parent: fc.constantFrom(null, 'DR-1', 'DR-2'),
    capacite: fc.constantFrom(null, 1, 2),
    postesReference: fc.constantFrom({}, { A: 1 }, { A: 1, B: 2 }),
    modeles: fc.shuffledSubarray(['A', 'B', 'C']),
  },
  { requiredKeys: [] },
)
const zRang = fc.integer({ min: 0, max: MOIS - 1 })
const zActe: fc.Arbitrary<Acte> = fc.oneof(
  fc.record({
    sorte: fc.constant('plage' as const),
    du: zRang,
    au: fc.option(zRang),
    part: zPart,
  }),
  fc.record({ sorte: fc.constant('depuis' as const), rang: zRang, part: zPart }),
)

/** Changes the months from `rang` on for as long as they are as that one is. */
function noterTantQue(
  carnet: Carnet,
  rang: number,
  lire: (etat: EtatDate) => unknown,
  changer: (etat: EtatDate) => EtatDate,
): void {
  const tenu = structuredClone(lire(carnet[rang] ?? DEPART))
  for (let n = rang; n < carnet.length; n += 1) {
    const etat = carnet[n]
    if (!etat || !isDeepStrictEqual(lire(etat), tenu)) return
    carnet[n] = changer(etat)
  }
}

function noterDepuis(carnet: Carnet, rang: number, voulu: EtatDate): void {
  const actuel = carnet[rang] ?? DEPART
  for (const champ of ['region', 'parent', 'capacite', 'postesReference'] as const)
    if (!isDeepStrictEqual(actuel[champ], voulu[champ]))
      noterTantQue(
        carnet,
        rang,
        (etat) => etat[champ],
        (etat) => ({ ...etat, [champ]: voulu[champ] }),
      )
  for (const modele of new Set([...actuel.modeles, ...voulu.modeles])) {
    const donne = voulu.modeles.includes(modele)
    if (actuel.modeles.includes(modele) === donne) continue
    noterTantQue(
      carnet,
      rang,
      (etat) => etat.modeles.includes(modele),
      (etat) => ({
        ...etat,
        modeles: donne ? [...etat.modeles, modele] : etat.modeles.filter((un) => un !== modele),
      }),
    )
  }
  noterTantQue(
    carnet,
    rang,
    (etat) => etat.modeles,
    (etat) => ({ ...etat, modeles: voulu.modeles }),
  )
}

/** Plays the same acts on both. */
function jouer(actes: readonly Acte[]): { tranches: Tranche[]; carnet: Carnet } {
  let tranches: Tranche[] = [{ du: 0, au: SANS_FIN, ...DEPART }]
  const carnet: Carnet = Array.from({ length: MOIS }, () => structuredClone(DEPART))
  for (const acte of actes) {
    if (acte.sorte === 'plage') {
      const { du, part } = acte
      const au = acte.au === null || acte.au < du ? SANS_FIN : acte.au
      // In the notebook, the last month stands for those after it: only what has no end changes it.
      if (au === MOIS - 1) continue
      tranches = changerPlage(tranches, { du, au }, (etat) => ({ ...etat, ...part }))
      for (let n = du; n < MOIS && n <= au; n += 1)
        carnet[n] = { ...(carnet[n] ?? DEPART), ...part }
    } else {
      const voulu = { ...(carnet[acte.rang] ?? DEPART), ...acte.part }
      tranches = changerApartir(tranches, acte.rang, voulu)
      noterDepuis(carnet, acte.rang, voulu)
    }
  }
  return { tranches, carnet }
}

const zActes = fc.array(zActe, { maxLength: 12 })

it('disent de chaque mois ce que dit un carnet tenu mois par mois', () => {
  fc.assert(
    fc.property(zActes, (actes) => {
      const { tranches, carnet } = jouer(actes)
      expect(carnet.map((_, rang) => etatDuMois(tranches, rang))).toEqual(carnet)
      for (const apres of [MOIS, MOIS + 500, SANS_FIN])
        expect(etatDuMois(tranches, apres)).toEqual(carnet.at(-1))
    }),
    { numRuns: 400 },
  )
})

it('se suivent sans trou ni chevauchement, et deux voisines ne disent jamais pareil', () => {
  fc.assert(
    fc.property(zActes, (actes) => {
      const { tranches } = jouer(actes)
      expect(tranches[0]?.du).toBe(0)
      expect(tranches.at(-1)?.au).toBe(SANS_FIN)
      for (const [n, { du, au, ...etat }] of tranches.entries()) {
        expect(du).toBeLessThanOrEqual(au)
        const suivante = tranches[n + 1]
        if (!suivante) continue
        const { du: debut, au: _au, ...autre } = suivante
        expect(debut).toBe(au + 1)
        expect(autre).not.toEqual(etat)
      }
    }),
  )
})

it('redire ce qui est ne change rien', () => {
  fc.assert(
    fc.property(zActes, zRang, (actes, rang) => {
      const { tranches } = jouer(actes)
      expect(changerApartir(tranches, rang, etatDuMois(tranches, rang))).toEqual(tranches)
      const plage = tranches.find(({ du, au }) => du <= rang && rang <= au) as Plage
      expect(changerPlage(tranches, plage, (etat) => etat)).toEqual(tranches)
    }),
  )
})

it('dites champ par champ, redonnent chaque mois', () => {
  const rangDu = (mois: Periode | null, sinon: number) => (mois === null ? sinon : rangDe(mois))
  fc.assert(
    fc.property(zActes, zRang, (actes, rang) => {
      const { tranches } = jouer(actes)
      const etat = etatDuMois(tranches, rang)
      const alors = periodesDe(tranches, new Map()).filter(
        ({ de, a }) => rangDu(de, 0) <= rang && rang <= rangDu(a, SANS_FIN),
      )
      const dits = (champ: string) =>
        alors.filter((une) => une.champ === champ).map(({ valeur }) => valeur)
      expect(dits('region')).toEqual([etat.region])
      expect(dits('capacite')).toEqual([etat.capacite])
      expect(dits('modeles').toSorted()).toEqual(etat.modeles.toSorted())
    }),
  )
})

it('croisées avec d’autres, donnent des plages où rien ne change', () => {
  fc.assert(
    fc.property(zActes, zActes, (actes, autres) => {
      const [a, b] = [jouer(actes).tranches, jouer(autres).tranches]
      const plages = croiser(a, b)
      expect(plages[0]?.du).toBe(0)
      expect(plages.at(-1)?.au).toBe(SANS_FIN)
      for (const { du, au } of plages)
        for (const une of [a, b]) expect(etatDuMois(une, du)).toEqual(etatDuMois(une, au))
    }),
  )
})

it('disent d’un champ, sur des mois, sa valeur ou ses valeurs avec leurs mois', () => {
  const [en2024, en2025] = [2024 * 12, 2025 * 12]
  const tranches = changerPlage(
    [{ du: 0, au: SANS_FIN, ...DEPART }],
    { du: en2024, au: en2025 - 1 },
    (etat) => ({ ...etat, region: 'R02' }),
  )
  const sur = (du: number, au: number) => valeurSurPlage(tranches, 'region', { du, au })
  expect(sur(en2024, en2024 + 3)).toBe('R02')
  expect(sur(en2025, SANS_FIN)).toBe('R01')
  expect(sur(en2024 - 1, en2024)).toEqual([
    { '2023-12 → 2023-12': 'R01' },
    { '2024-01 → 2024-01': 'R02' },
  ])
  expect(sur(0, SANS_FIN)).toEqual([
    { '… → 2023-12': 'R01' },
    { '2024-01 → 2024-12': 'R02' },
    { '2025-01 → …': 'R01' },
  ])
})

it('les rapports qu’un refus nomme : les premiers, et combien d’autres', () => {
  const rapports = ['A', 'B', 'C', 'D', 'E'].map((numero) => ({ numero, modele: 'RMA', rang: 0 }))
  expect([1, 2, 3, 4, 5].map((n) => direRapports(rapports.slice(0, n)))).toEqual([
    'le rapport A',
    'les rapports A et B',
    'les rapports A, B et C',
    'les rapports A, B, C et 1\u00a0autre',
    'les rapports A, B, C et 2\u00a0autres',
  ])
})
