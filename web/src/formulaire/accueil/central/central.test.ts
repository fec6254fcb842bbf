import { rangDe } from '@releve/contract/mois.ts'
import { expect, it } from 'vitest'
import { adresseDeVue, anneeVisee, moisVise, vueDe } from './central.liste.ts'

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
