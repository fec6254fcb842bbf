import type { Serie } from '@releve/contract/dashboard/dashboard.schema.ts'
import { rangDe } from '@releve/contract/mois.ts'
import { expect, it } from 'vitest'
import { adresseDeVue, anneeVisee, moisVise, vueDe } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
import { direLaSerie, donneesDe, estComptee } from './Tendances.tsx'

const NOVEMBRE = rangDe({ mois: 'NOVEMBER', annee: 2026 })
const JANVIER = rangDe({ mois: 'JANUARY', annee: 2027 })

it('s’ouvre sur le dernier mois échu, ou sur celui que dit l’adresse', () => {
  expect(moisVise({}, NOVEMBRE)).toEqual({ mois: 'OCTOBER', annee: 2026 })
  expect(moisVise({}, JANVIER)).toEqual({ mois: 'DECEMBER', annee: 2026 })
  expect(moisVise({ annee: 2024 }, NOVEMBRE)).toEqual({ mois: 'DECEMBER', annee: 2024 })
  expect(moisVise({ mois: 'MARCH' }, NOVEMBRE)).toEqual({ mois: 'MARCH', annee: 2026 })
  expect(moisVise({ mois: 'DECEMBER' }, NOVEMBRE)).toEqual({ mois: 'DECEMBER', annee: 2025 })
  expect(moisVise({ mois: 'MAY', annee: 2023 }, NOVEMBRE)).toEqual({ mois: 'MAY', annee: 2023 })
})

it('en janvier, l’année en cours de collecte est la précédente', () => {
  expect(anneeVisee(undefined, JANVIER)).toBe(2026)
  expect(anneeVisee(2020, JANVIER)).toBe(2020)
})

it('garde d’une partie à l’autre ce qui les restreint toutes, et rien d’autre', () => {
  const adresse = new URLSearchParams('vue=ecarts&region=R01&annee=2025&niveaux=ANOMALIE&page=3')
  expect(vueDe(adresse)).toBe('ecarts')
  expect(adresseDeVue('retards', adresse)).toBe('?annee=2025&region=R01&vue=retards')
  expect(adresseDeVue('ensemble', adresse)).toBe('?annee=2025&region=R01')
})

it('une adresse retouchée à la main mène à la vue d’ensemble', () => {
  expect(vueDe(new URLSearchParams('vue=inconnue'))).toBe('ensemble')
})

const point = (dit: Partial<Serie['points'][number]>): Serie['points'][number] => ({
  mois: 'MARCH',
  annee: 2026,
  moisCouverts: 1,
  effectif: null,
  entrees: null,
  sorties: null,
  attendus: 8,
  recus: 8,
  pasEncoreDus: 0,
  enAvance: 0,
  retenus: 8,
  autres: 0,
  declares: 0,
  mouvements: 0,
  egaux: null,
  ...dit,
})
const serie = (avecEffectif: boolean, dit: Partial<Serie['points'][number]> = {}): Serie => ({
  code: 'M',
  libelle: 'Modèle',
  avecEffectif,
  avecEcart: false,
  points: [point(dit)],
})

it('les tendances laissent de côté un modèle qui ne compte rien', () => {
  expect(estComptee(serie(true))).toBe(true)
  expect(estComptee(serie(false))).toBe(false)
  expect(estComptee(serie(false, { entrees: 0 }))).toBe(true)
  expect(estComptee(serie(false, { effectif: 3 }))).toBe(true)
})

it('une somme dit de combien de rapports elle est, celle des mouvements aussi', () => {
  const { couverture } = textesCentral.series
  const dit = point({ declares: 6, mouvements: 7 })
  expect(couverture(dit, 'mars 2026', 'declares')).toContain('2\u00a0ne disent pas leur effectif')
  expect(couverture(dit, 'mars 2026', 'mouvements')).toContain(
    '1\u00a0ne dit ni entrées ni sorties',
  )
})

const lisible = (texte = '') => texte.replaceAll(/[\u00a0\u202f]/g, ' ')
const fevrier = { mois: 'FEBRUARY', annee: 2026, moisCouverts: 1 } as const
const mars = point({
  effectif: 420,
  retenus: 7,
  attendus: 9,
  pasEncoreDus: 2,
  declares: 7,
  egaux: {
    depuis: fevrier,
    effectif: { nombre: 6, ecart: 3 },
    entrees: { nombre: 6, ecart: 0 },
    sorties: { nombre: 0, ecart: null },
  },
})
const tendance = (points: Serie['points']) => ({ ...serie(true), points })

it('un mois où manque un rapport attendu est un point à part, qui dit combien et ce qui a changé', () => {
  const plein = point({ ...fevrier, effectif: 600, declares: 8 })
  const donnees = donneesDe(tendance([plein, mars]), ['effectif'])
  expect(donnees.points.map(({ aPart, note, valeurs }) => [aPart, lisible(note), valeurs])).toEqual(
    [
      [false, '8 rapports sur 8', [600]],
      [
        true,
        '7 rapports sur 11 ; +3 depuis février 2026 dans les 6 structures présentes aux deux',
        [420],
      ],
    ],
  )
  expect(lisible(direLaSerie('Effectif', donnees))).toBe(
    'Effectif : 600 en février 2026. En mars 2026, 7 rapports sur 11 ; +3 depuis février 2026 dans les 6 structures présentes aux deux.',
  )
})

it('d’un modèle trimestriel, les tendances disent des trimestres', () => {
  const decembre = { mois: 'DECEMBER', annee: 2025, moisCouverts: 3 } as const
  const plein = point({ ...decembre, effectif: 600, declares: 8 })
  const egaux = mars.egaux && { ...mars.egaux, depuis: decembre }
  const donnees = donneesDe(tendance([plein, { ...mars, moisCouverts: 3, egaux }]), ['effectif'])
  expect(donnees.points.map(({ nom, court }) => [nom, court])).toEqual([
    ['le 4e trimestre 2025', 'T4 25'],
    ['le 1er trimestre 2026', 'T1 26'],
  ])
  expect(lisible(direLaSerie('Effectif', donnees))).toContain(
    'Au 1er trimestre 2026, 7 rapports sur 11 ; +3 depuis le 4e trimestre 2025 dans',
  )
  expect(textesCentral.series.couverture(mars, 'le 1er trimestre 2026', 'declares')).toMatch(
    /^Somme, au 1er trimestre 2026, de /,
  )
})

it('sans un mois complet, ne compare pas deux mois où il manque des rapports', () => {
  const donnees = donneesDe(tendance([mars, { ...mars, mois: 'APRIL' }]), ['effectif'])
  const dit = lisible(direLaSerie('Effectif', donnees))
  expect(dit).toMatch(
    /^Effectif : aucun mois n’a tous ses rapports\. En avril 2026, 7 rapports sur 11/,
  )
})

it('de deux courbes, chaque changement dit de quoi il est ; ce que personne ne dit n’y est pas', () => {
  const donnees = donneesDe(tendance([mars]), ['entrees', 'sorties'])
  expect(lisible(donnees.points[0]?.note)).toBe(
    '7 rapports sur 11 ; Entrées : 0 depuis février 2026 dans les 6 structures présentes aux deux',
  )
})

it('un mois où rien n’est attendu n’est ni complet ni à part', () => {
  const vide = point({ attendus: 0, retenus: 0 })
  expect(donneesDe(tendance([vide]), ['effectif']).points[0]).toMatchObject({ aPart: false })
  expect(donneesDe(tendance([vide]), ['effectif']).points[0]).not.toHaveProperty('note')
})
